// The runs on the page, their clock, and the loop that draws them.

import { isLive, type LiveSource, type Point, type Source, type StageCamera } from "../types.ts";
import { Clock } from "./clock.ts";
import { el } from "./dom.ts";
import { chase } from "./edge.ts";
import { Measurements } from "./measurements.ts";
import { frameCount, momentAt, span, timeOf } from "./moment.ts";
import { SELECT, type State } from "./state.ts";
import { View } from "./view.ts";

/** How long the picture is kept fresh after a touch: cameras may still be gliding. */
const GLIDE_MS = 800;
/** Panels are text: ten times a second is enough for the eye. */
const PANELS_MS = 100;
const LONGEST_STEP_S = 0.25;

export class Viewer {
  readonly clock = new Clock();
  readonly measurements = new Measurements();
  readonly picture = el("main", { class: "picture" });
  views: View[] = [];
  /** The end of a line or way being drawn, under the pointer. */
  pointer: Point | undefined;
  /** A live run is shown as it runs, not at a time of the past. */
  atEdge = true;
  loading = false;
  private readonly runsListeners: (() => void)[] = [];
  private readonly frameListeners: (() => void)[] = [];
  private readonly tickListeners: (() => void)[] = [];
  private stopListening: (() => void)[] = [];
  private freshUntil = 0;
  private last = 0;
  private panelsDue = 0;
  private panelsOld = true;
  private shownTime = NaN;
  private lastEnd = 0;
  private fitted: string | undefined;

  constructor(readonly state: State) {
    state.listen((_, changed) => this.applyChoices(changed.includes("tool")));
    this.measurements.onChange = () => this.applyLines();
    for (const event of ["pointermove", "pointerdown", "wheel", "touchmove", "keydown"]) {
      this.picture.addEventListener(event, () => this.redraw(), { passive: true });
    }
  }

  get live(): LiveSource | undefined {
    const source = this.views[0]?.source;
    return source && isLive(source) ? source : undefined;
  }

  /** Called when other runs are shown. */
  onRuns(listener: () => void): void {
    this.runsListeners.push(listener);
  }

  /** Called whenever the picture is drawn. */
  onFrame(listener: () => void): void {
    this.frameListeners.push(listener);
  }

  /** Called a few times a second while something changes. */
  onTick(listener: () => void): void {
    this.tickListeners.push(listener);
  }

  /** Shows other runs instead, at most two. */
  open(sources: Source[]): void {
    const kept = new Set(sources);
    for (const view of this.views) {
      view.close();
      if (!kept.has(view.source)) view.source.close();
    }
    for (const stop of this.stopListening) stop();
    this.state.set({ selected: undefined, tool: SELECT, level: undefined });
    this.views = [];
    sources.slice(0, 2).forEach((source, i) => this.addView(source, i));
    this.picture.dataset.runs = String(this.views.length);
    this.atEdge = this.live !== undefined;
    this.lastEnd = 0;
    this.measurements.start(this.views.map((view) => view.source));
    this.updateRange();
    this.clock.seek(this.clock.start);
    this.applyChoices(true);
    this.fit();
    for (const listener of this.runsListeners) listener();
  }

  seek(time: number): void {
    this.updateRange();
    this.clock.seek(time);
    if (this.live) this.atEdge = this.clock.time >= this.clock.end;
    this.redraw();
  }

  /** The next or the last frame of the first run. */
  step(frames: number): void {
    const view = this.views[0];
    if (!view) return;
    this.clock.pause();
    const { index, mix } = momentAt(view.source, this.clock.time);
    // Between two frames, the one before is where "back" leads.
    const here = mix > 1e-3 && frames < 0 ? index + 1 : index;
    this.seek(timeOf(view.source, Math.min(Math.max(here + frames, 0), frameCount(view.source) - 1)));
  }

  /** Looks at everything, and goes on doing so when the window changes, until the camera is moved. */
  fit(): void {
    const camera = this.views[0]?.stage.camera;
    camera?.fit();
    this.fitted = camera && cameraKey(camera);
    this.redraw();
  }

  redraw(): void {
    this.freshUntil = performance.now() + GLIDE_MS;
  }

  /** Shows and draws at once. */
  drawNow(): void {
    this.loading = !this.views.map((view) => view.show(this.clock.time)).every(Boolean);
    for (const listener of this.frameListeners) listener();
    for (const view of this.views) view.draw(this.state.now.selected);
    this.shownTime = this.clock.time;
  }

  run(): void {
    const loop = (now: number) => {
      this.tick(now);
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  private tick(now: number): void {
    const elapsed = Math.min((now - this.last) / 1000, LONGEST_STEP_S);
    this.last = now;
    this.updateRange();
    this.advance(elapsed);
    const fresh = now < this.freshUntil;
    const moving = fresh || this.loading || this.clock.time !== this.shownTime;
    if (moving) this.drawNow();
    // What is counted in the background goes on while the picture stands still.
    this.tickPanels(now, moving || this.measurements.share < 1);
  }

  /** Once more after the last change, so that panels show how it ended. */
  private tickPanels(now: number, changing: boolean): void {
    this.panelsOld ||= changing;
    if (!this.panelsOld || now < this.panelsDue) return;
    this.panelsOld = changing;
    this.panelsDue = now + PANELS_MS;
    for (const listener of this.tickListeners) listener();
  }

  private advance(elapsed: number): void {
    const live = this.live;
    if (live && this.atEdge) {
      const { running, speed } = live.status;
      const edge = { end: this.clock.end, interval: 1 / live.about.fps, speed, running };
      this.clock.time = Math.max(chase(this.clock.time, edge, elapsed), this.clock.start);
    } else if (!this.loading) {
      // While frames are on their way the clock waits for them.
      this.clock.advance(elapsed);
    }
  }

  private addView(source: Source, number: number): void {
    const view = new View(source, number, this.views[0]?.stage.camera, () => this.resized());
    this.views.push(view);
    this.picture.append(view.element);
    view.stage.resize();
    const changed = () => {
      view.refreshSource();
      this.redraw();
    };
    this.stopListening.push(source.onChange(changed));
  }

  private resized(): void {
    const camera = this.views[0]?.stage.camera;
    if (camera && cameraKey(camera) === this.fitted) this.fit();
    this.redraw();
  }

  private updateRange(): void {
    if (this.views.length === 0) return;
    const spans = this.views.map((view) => span(view.source));
    const end = Math.max(...spans.map((s) => s[1]));
    if (this.live && end < this.lastEnd) this.startAgain();
    this.lastEnd = end;
    const growing = this.views.some((view) => !view.source.done);
    this.clock.setRange(Math.min(...spans.map((s) => s[0])), end, growing);
    if (this.clock.time < this.clock.start) this.clock.time = this.clock.start;
  }

  /** A live run was reset: what was selected and counted before is void. */
  private startAgain(): void {
    this.state.set({ selected: undefined });
    this.measurements.start(this.views.map((view) => view.source));
  }

  private applyChoices(lines: boolean): void {
    for (const view of this.views) view.apply(this.state.now);
    if (lines) this.applyLines();
    this.redraw();
  }

  /** The lines of measurement, and the one that is being drawn. */
  applyLines(): void {
    const lines = this.measurements.drawnLines();
    const { tool } = this.state.now;
    const from = tool.kind === "line" ? tool.from : tool.kind === "add" ? tool.at : undefined;
    if (from && this.pointer) lines.push({ name: "", points: [from, this.pointer] });
    for (const view of this.views) view.setLines(lines);
    this.redraw();
  }
}

function cameraKey({ centre, height, turn, follow }: StageCamera): string {
  return [...centre, height, turn, follow].join();
}
