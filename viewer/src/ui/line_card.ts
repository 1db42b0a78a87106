// What one line has counted.

import type { MeasurementLine } from "../types.ts";
import { Chart, type Columns } from "./chart.ts";
import type { CrossingCounter } from "./crossing.ts";
import { el, iconButton, setText } from "./dom.ts";
import { metres } from "./format.ts";
import { icon } from "./icons.ts";
import type { Measurement } from "./measurements.ts";
import { distance } from "./scale_bar.ts";
import type { Viewer } from "./viewer.ts";

const POINTS = 300;

export class LineCard {
  readonly element = el("section", { class: "card" });
  private readonly numbers: HTMLElement[];
  private readonly crossings: Chart[];
  private readonly flow: Chart;

  constructor(
    private readonly viewer: Viewer,
    private readonly measurement: Measurement,
  ) {
    const { counters } = measurement;
    const seek = (time: number) => viewer.seek(time);
    this.numbers = counters.map(() => el("p", { class: "numbers" }));
    this.crossings = counters.map((_, i) => new Chart(runTitle("N(t)", i, counters.length), DIRECTIONS, seek));
    this.flow = new Chart("Flow (1/s)", flowCurves(counters.length), seek);
    this.element.append(this.header());
    counters.forEach((_, i) => this.element.append(this.numbers[i], this.crossings[i].element));
    this.element.append(this.flow.element);
  }

  refresh(window: number, charts: boolean): void {
    const { time } = this.viewer.clock;
    this.measurement.counters.forEach((counter, i) => setText(this.numbers[i], numbersText(counter, time, window)));
    if (charts) this.drawCharts(window);
  }

  close(): void {
    for (const chart of [...this.crossings, this.flow]) chart.close();
    this.element.remove();
  }

  private drawCharts(window: number): void {
    const { start, end, time } = this.viewer.clock;
    const times = Array.from({ length: POINTS + 1 }, (_, i) => start + ((end - start) * i) / POINTS);
    const { counters } = this.measurement;
    counters.forEach((counter, i) => this.crossings[i].show(countColumns(counter, times), time, start, end));
    const flows = counters.map((counter) => times.map((at) => counter.flowAt(at, window)));
    this.flow.show([times, ...flows], time, start, end);
  }

  private header(): HTMLElement {
    const { measurement, viewer } = this;
    const { line, drawn } = measurement;
    const name = el("input", { type: "text", class: "line-name", value: line.name, "aria-label": "Name of the line" });
    name.addEventListener("change", () => viewer.measurements.rename(measurement, name.value));
    const remove = iconButton(`Remove ${line.name}`, icon("close"), () => viewer.measurements.remove(measurement));
    const length = el("span", { class: "quiet" }, placeText(line, viewer.views[0]?.source.about.levels ?? []));
    return el("header", {}, drawn ? name : el("strong", {}, line.name), length, remove);
  }
}

/** How long a line is and, where there are several levels, on which one it counts. */
function placeText({ points, level }: MeasurementLine, levels: { name: string }[]): string {
  const length = metres(distance(points[0], points[1]));
  if (level === undefined || levels.length < 2) return length;
  return `${length}, ${levels[level]?.name || `level ${level}`}`;
}

const DIRECTIONS = [
  { name: "forward", colour: "accent", stepped: true },
  { name: "backward", colour: "second", stepped: true },
];

function runTitle(title: string, run: number, runs: number): string {
  return runs > 1 ? `${title}, run ${run + 1}` : title;
}

function flowCurves(runs: number): { name: string; colour: string }[] {
  const curves = [
    { name: "run 1", colour: "accent" },
    { name: "run 2", colour: "second" },
  ];
  return curves.slice(0, runs);
}

function countColumns(counter: CrossingCounter, times: number[]): Columns {
  const counts = times.map((time) => counter.countAt(time));
  return [times, counts.map((count) => count.forward), counts.map((count) => count.backward)];
}

function numbersText(counter: CrossingCounter, time: number, window: number): string {
  const { forward, backward } = counter.countAt(time);
  const [a, b] = counter.line.points;
  const flow = counter.flowAt(time, window);
  const specific = flow / Math.max(distance(a, b), 1e-6);
  return (
    `${forward} forward, ${backward} backward so far (${counter.crossings.length} in all known). ` +
    `Flow ${flow.toFixed(2)} 1/s, ${specific.toFixed(2)} 1/(m s).`
  );
}
