// The strip at the bottom: where in time we are, how many agents there are and where they collide.

import type { Source } from "../types.ts";
import { el, setAttribute } from "./dom.ts";
import { clockText } from "./format.ts";
import { frameCount } from "./moment.ts";
import { cssColour } from "./theme.ts";
import { squeeze } from "./timeline_columns.ts";
import type { Viewer } from "./viewer.ts";

const PAD = 8;
const REDRAW_MS = 300;

export class TimelineStrip {
  readonly element = el("div", { class: "timeline", role: "slider", tabindex: "0", "aria-label": "Time" });
  private readonly canvas = el("canvas");
  private readonly cursor = el("i", { class: "cursor" });
  private drawnFor = "";
  private drawnAt = 0;
  /** Asking the element itself at every frame would make the browser lay the page out each time. */
  private width = 0;

  constructor(private readonly viewer: Viewer) {
    this.element.append(this.canvas, this.cursor);
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.seekTo(event);
    });
    new ResizeObserver(() => {
      this.width = this.element.clientWidth;
      this.draw();
      this.update();
    }).observe(this.element);
    viewer.state.listen((_, changed) => changed.includes("theme") && this.draw());
  }

  /** Called at every frame: moves the cursor, and draws the strip again when the runs have grown. */
  update(): void {
    const { clock } = this.viewer;
    this.cursor.style.transform = `translateX(${this.place(clock.time)}px)`;
    setAttribute(this.element, "aria-valuemin", clock.start.toFixed(1));
    setAttribute(this.element, "aria-valuemax", clock.end.toFixed(1));
    setAttribute(this.element, "aria-valuenow", clock.time.toFixed(1));
    setAttribute(this.element, "aria-valuetext", `${clockText(clock.time)} of ${clockText(clock.end)}`);
    this.element.classList.toggle("loading", this.viewer.loading);
    const key = `${clock.start} ${clock.end} ${this.viewer.views.map((view) => frameCount(view.source))}`;
    const now = performance.now();
    if (key === this.drawnFor || now - this.drawnAt < REDRAW_MS) return;
    this.drawnFor = key;
    this.drawnAt = now;
    this.draw();
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.seekTo(event);
  }

  private seekTo(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const { start, end } = this.viewer.clock;
    const share = (event.clientX - box.left - PAD) / Math.max(box.width - 2 * PAD, 1);
    this.viewer.seek(start + Math.min(Math.max(share, 0), 1) * (end - start));
  }

  private place(time: number): number {
    const { start, end } = this.viewer.clock;
    const share = end > start ? (time - start) / (end - start) : 0;
    return PAD + share * (this.width - 2 * PAD);
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const context = this.canvas.getContext("2d");
    if (!context || width <= 2 * PAD) return;
    context.scale(ratio, ratio);
    context.translate(PAD, 0);
    const inner = Math.floor(width - 2 * PAD);
    this.viewer.views.forEach(({ source }, i) => this.drawRun(context, source, i, inner, height));
  }

  private drawRun(context: CanvasRenderingContext2D, source: Source, run: number, width: number, height: number): void {
    const { start, end } = this.viewer.clock;
    const { fps } = source.about;
    const columns = squeeze(source.timeline, frameCount(source), start * fps, end * fps, width);
    const floor = height - 6;
    const scale = columns.most > 0 ? (floor - 6) / columns.most : 0;
    const outline = new Path2D();
    let last = -1;
    for (let x = 0; x < width && columns.agents[x] >= 0; x++) {
      outline.lineTo(x, floor - columns.agents[x] * scale);
      last = x;
    }
    // The second run is a line over the first one's area: both can be read.
    context.strokeStyle = cssColour(run === 0 ? "curve" : "second");
    context.lineWidth = 1;
    context.stroke(outline);
    if (run === 0 && last >= 0) fillBelow(context, outline, last, floor);
    context.fillStyle = cssColour("collision");
    for (let x = 0; x < width; x++) {
      if (columns.collisions[x] > 0) context.fillRect(x, floor + 1 + run * 2, 1, run === 0 ? 4 : 3);
    }
  }
}

function fillBelow(context: CanvasRenderingContext2D, outline: Path2D, last: number, floor: number): void {
  const area = new Path2D(outline);
  area.lineTo(last, floor);
  area.lineTo(0, floor);
  context.fillStyle = cssColour("curve-fill");
  context.fill(area);
}
