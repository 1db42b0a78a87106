// Tells a click or tap from a drag, which belongs to the camera.

import type { Point } from "../types.ts";

const STILL_PX = 6;
const LONGEST_MS = 600;

export interface Taps {
  tap(at: Point): void;
  hover(at: Point): void;
}

export function watchTaps(canvas: HTMLCanvasElement, { tap, hover }: Taps): void {
  let start: { at: Point; time: number; pointer: number } | undefined;
  canvas.addEventListener("pointerdown", (event) => {
    // A second finger makes it a pinch.
    const single = start === undefined && event.button === 0;
    start = single ? { at: place(event), time: event.timeStamp, pointer: event.pointerId } : undefined;
  });
  canvas.addEventListener("pointermove", (event) => hover(place(event)));
  canvas.addEventListener("pointercancel", () => (start = undefined));
  canvas.addEventListener("pointerup", (event) => {
    const begun = start;
    start = undefined;
    if (!begun || begun.pointer !== event.pointerId) return;
    const at = place(event);
    const moved = Math.hypot(at[0] - begun.at[0], at[1] - begun.at[1]);
    if (moved <= STILL_PX && event.timeStamp - begun.time <= LONGEST_MS) tap(at);
  });

  function place(event: PointerEvent): Point {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}
