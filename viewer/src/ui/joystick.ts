import type { Point } from "../types.ts";
import { el } from "./dom.ts";

const REACH_PX = 44;

/** A stick for the thumb; it springs back when it is let go. */
export class Joystick {
  readonly element = el("div", { class: "joystick", hidden: true, "aria-label": "Joystick", role: "application" });
  /** Right and up, each -1 to 1. */
  lean: Point = [0, 0];
  private readonly knob = el("i");

  constructor() {
    this.element.append(this.knob);
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.move(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.move(event);
    });
    for (const end of ["pointerup", "pointercancel"]) this.element.addEventListener(end, () => this.set(0, 0));
  }

  private move(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const x = (event.clientX - box.left - box.width / 2) / REACH_PX;
    const y = (event.clientY - box.top - box.height / 2) / REACH_PX;
    const length = Math.max(1, Math.hypot(x, y));
    this.set(x / length, y / length);
  }

  private set(x: number, y: number): void {
    this.lean = [x, -y];
    this.knob.style.transform = `translate(${x * REACH_PX}px, ${y * REACH_PX}px)`;
  }
}
