// A bar of a round length, so that distances in the picture can be judged.

import type { Point, Stage } from "../types.ts";
import { el, setText } from "./dom.ts";

/** The longest of 1, 2, 5 x 10^n metres that is at most `most`. */
export function roundLength(most: number): number {
  if (!(most > 0) || !Number.isFinite(most)) return 0;
  const power = 10 ** Math.floor(Math.log10(most));
  for (const digit of [5, 2]) if (digit * power <= most) return digit * power;
  return power;
}

export function lengthText(length: number): string {
  if (length >= 1000) return `${length / 1000} km`;
  if (length >= 1) return `${length} m`;
  return `${Number((length * 100).toPrecision(1))} cm`;
}

const WIDEST = 120;

export class ScaleBar {
  readonly element = el("div", { class: "scale-bar", "aria-hidden": "true" });
  private readonly text = el("span");
  private readonly bar = el("i");

  constructor() {
    this.element.append(this.text, this.bar);
  }

  /** Only the view from above has one scale for all of the picture. */
  update(stage: Stage, canvas: HTMLCanvasElement): void {
    const perPixel = stage.camera.height / Math.max(canvas.clientHeight, 1);
    const length = roundLength(WIDEST * perPixel);
    this.element.hidden = stage.camera.mode !== "top" || length === 0;
    if (this.element.hidden) return;
    setText(this.text, lengthText(length));
    const width = `${Math.round(length / perPixel)}px`;
    if (this.bar.style.width !== width) this.bar.style.width = width;
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
