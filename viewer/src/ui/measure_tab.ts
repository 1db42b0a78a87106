// Lines that count, and how many are inside.

import { Chart } from "./chart.ts";
import { choice, el, field, iconButton, setText, textButton } from "./dom.ts";
import { saveText } from "./csv.ts";
import { icon } from "./icons.ts";
import { insideCurve } from "./inside.ts";
import { LineCard } from "./line_card.ts";
import type { Measurement } from "./measurements.ts";
import type { Tab } from "./panel.ts";
import { SELECT } from "./state.ts";
import type { Viewer } from "./viewer.ts";

const WINDOWS_S = [1, 5, 10, 30, 60];
const CHARTS_MS = 500;

export class MeasureTab implements Tab {
  readonly id = "measure";
  readonly title = "Measure";
  readonly element = el("div", { class: "tab" });
  private readonly drawButton: HTMLButtonElement;
  private readonly hint = el("p", { class: "quiet" });
  private readonly progress = el("progress", { max: 1, "aria-label": "Counting" });
  private readonly list = el("div", { class: "lines" });
  private readonly cards = new Map<Measurement, LineCard>();
  private readonly save: HTMLButtonElement;
  private readonly insideBox = el("div");
  private inside: Chart | undefined;
  private window = 10;
  private chartsDue = 0;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly viewer: Viewer) {
    this.drawButton = textButton("Draw a line", () => this.toggleDrawing(), "primary");
    this.drawButton.prepend(icon("line"));
    const save = () => saveText("crossings.csv", viewer.measurements.csv());
    this.save = iconButton("Save crossings as CSV", icon("save"), save);
    const windows = WINDOWS_S.map((s) => ({ value: String(s), name: `${s} s` }));
    const window = choice(windows, String(this.window), (value) => this.setWindow(Number(value)));
    this.element.append(el("div", { class: "row" }, this.drawButton, this.save), this.hint, this.progress);
    this.element.append(field("Flow over", window), this.list, this.insideBox);
    viewer.onRuns(() => this.renewInside());
  }

  available(): boolean {
    return this.viewer.views.length > 0;
  }

  refresh(): void {
    const { tool } = this.viewer.state.now;
    const drawing = tool.kind === "line";
    this.drawButton.setAttribute("aria-pressed", String(drawing));
    const next = drawing && tool.from ? "Click where it ends." : "Click where the line begins.";
    setText(this.hint, drawing ? next : this.idleHint());
    const { share, list } = this.viewer.measurements;
    this.progress.hidden = share >= 1 || list.length === 0;
    this.progress.value = share;
    this.save.disabled = list.length === 0;
    this.syncCards();
    const charts = this.chartsAreDue();
    for (const card of this.cards.values()) card.refresh(this.window, charts);
    if (charts) this.inside?.show(...insideCurve(this.viewer));
  }

  /** Charts cost more than text. Those that are not due now are drawn later, in case nothing else calls for it. */
  private chartsAreDue(): boolean {
    const wait = this.chartsDue - performance.now();
    clearTimeout(this.later);
    if (wait > 0) this.later = setTimeout(() => this.refresh(), wait);
    else this.chartsDue = performance.now() + CHARTS_MS;
    return wait <= 0;
  }

  private idleHint(): string {
    if (this.viewer.measurements.list.length > 0) return "";
    return "A line counts who crosses it, in both directions, over the whole recording.";
  }

  private toggleDrawing(): void {
    const drawing = this.viewer.state.now.tool.kind === "line";
    this.viewer.state.set({ tool: drawing ? SELECT : { kind: "line" } });
  }

  private setWindow(window: number): void {
    this.window = window;
    this.chartsDue = 0;
    this.refresh();
  }

  private syncCards(): void {
    const { list } = this.viewer.measurements;
    for (const [measurement, card] of this.cards) {
      if (list.includes(measurement)) continue;
      card.close();
      this.cards.delete(measurement);
    }
    for (const measurement of list) {
      if (this.cards.has(measurement)) continue;
      const card = new LineCard(this.viewer, measurement);
      this.cards.set(measurement, card);
      this.list.append(card.element);
      this.chartsDue = 0;
    }
  }

  private renewInside(): void {
    this.inside?.close();
    const names = this.viewer.views.length > 1 ? ["run 1", "run 2"] : ["agents"];
    const curves = names.map((name, i) => ({ name, colour: i === 0 ? "accent" : "second", stepped: true }));
    this.inside = new Chart("Agents inside", curves, (time) => this.viewer.seek(time));
    this.insideBox.replaceChildren(this.inside.element);
  }
}
