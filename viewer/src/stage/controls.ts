import type { Point, StageCamera } from "../types.ts";
import { limitedHeight, limitedTilt } from "./camera.ts";
import type { View } from "./camera.ts";

const RADIANS_PER_PIXEL = 0.006;
const ZOOM_PER_NOTCH = 0.0015;

interface Finger {
  x: number;
  y: number;
}

/**
 * Mouse, wheel and touch. A drag moves the floor under the pointer; with the right button, or Shift held, it turns and tilts;
 * two fingers zoom, turn and move. An event whose default was prevented (in the capture phase, say) is left to the page.
 */
export class Controls {
  private readonly fingers = new Map<number, Finger>();
  private turning = false;
  private readonly ending = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly view: View,
  ) {
    const { signal } = this.ending;
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => this.press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(name, (event) => this.fingers.delete(event.pointerId), { signal });
    }
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  close(): void {
    this.ending.abort();
  }

  private press(event: PointerEvent): void {
    if (event.defaultPrevented) {
      return;
    }
    this.turning = event.button === 2 || event.shiftKey;
    this.fingers.set(event.pointerId, this.place(event));
    this.canvas.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before || event.defaultPrevented) {
      return;
    }
    const now = this.place(event);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.pinch(before, now, other);
    } else if (this.turning) {
      this.turn(now.x - before.x, now.y - before.y);
    } else {
      this.pan(before, now);
    }
    this.fingers.set(event.pointerId, now);
  }

  private wheel(event: WheelEvent): void {
    if (event.defaultPrevented) {
      return;
    }
    event.preventDefault();
    const notch = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    zoomAt(this.view, this.place(event), Math.exp(notch * ZOOM_PER_NOTCH));
  }

  private place(event: MouseEvent): Finger {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pan(before: Finger, now: Finger): void {
    if (before.x !== now.x || before.y !== now.y) {
      this.view.camera.follow = undefined;
      drag(this.view, before, now);
    }
  }

  private turn(across: number, up: number): void {
    const camera = this.view.camera;
    camera.turn -= across * RADIANS_PER_PIXEL;
    camera.tilt = limitedTilt(camera.tilt + up * RADIANS_PER_PIXEL);
  }

  private pinch(before: Finger, now: Finger, other: Finger): void {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    if (was < 1 || is < 1) {
      return;
    }
    const angle = Math.atan2(now.y - other.y, now.x - other.x) - Math.atan2(before.y - other.y, before.x - other.x);
    around(this.view, other, (camera) => {
      camera.height = limitedHeight((camera.height * was) / is);
      camera.turn += Math.atan2(Math.sin(angle), Math.cos(angle));
    });
  }
}

/** Moves the camera so that the floor under `before` comes to lie under `now`. */
export function drag(view: View, before: Finger, now: Finger): void {
  view.update();
  shift(view.camera, view.toFloor(before.x, before.y), view.toFloor(now.x, now.y));
}

/** Zooms and keeps what is under a pixel where it is. */
export function zoomAt(view: View, at: Finger, factor: number): void {
  around(view, at, (camera) => {
    camera.height = limitedHeight(camera.height * factor);
  });
}

function around(view: View, at: Finger, change: (camera: StageCamera) => void): void {
  view.update();
  const before = view.toFloor(at.x, at.y);
  change(view.camera);
  view.update();
  // While an agent is followed the centre is its own.
  if (view.camera.follow === undefined) {
    shift(view.camera, before, view.toFloor(at.x, at.y));
  }
}

function shift(camera: StageCamera, from: Point | undefined, to: Point | undefined): void {
  if (from && to) {
    camera.centre = [camera.centre[0] + from[0] - to[0], camera.centre[1] + from[1] - to[1]];
  }
}
