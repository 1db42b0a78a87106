// Lines that count who crosses them, in every run on the page.

import type { MeasurementLine, Point, Source } from "../types.ts";
import { CrossingCounter } from "./crossing.ts";
import { csvText } from "./csv.ts";
import { Scanner } from "./scan.ts";

export interface Measurement {
  line: MeasurementLine;
  /** By a person, not by the run's description. */
  drawn: boolean;
  /** One for each run. */
  counters: CrossingCounter[];
}

export class Measurements {
  list: Measurement[] = [];
  onChange: () => void = () => {};
  private sources: Source[] = [];
  private scanners: Scanner[] = [];
  private named = 0;

  /** Starts anew. Drawn lines stay when a run that was there stays: they belong to its floor. */
  start(sources: Source[]): void {
    this.close();
    const stays = sources.some((source) => this.sources.includes(source));
    this.sources = sources;
    this.scanners = sources.map((source) => new Scanner(source));
    const drawn = this.list.filter((measurement) => measurement.drawn && stays);
    this.list = [];
    for (const line of describedLines(sources)) this.add(line, false);
    for (const { line } of drawn) this.add(line, true);
    this.onChange();
  }

  /** On one level, or on all (undefined). */
  draw(from: Point, to: Point, level: number | undefined): void {
    this.named++;
    this.add({ name: `Line ${this.named}`, points: [from, to], level }, true);
    this.onChange();
  }

  rename(measurement: Measurement, name: string): void {
    measurement.line.name = name;
    this.onChange();
  }

  remove(measurement: Measurement): void {
    this.list = this.list.filter((other) => other !== measurement);
    measurement.counters.forEach((counter, i) => this.scanners[i].remove(counter));
    this.onChange();
  }

  drawnLines(): MeasurementLine[] {
    return this.list.filter(({ drawn }) => drawn).map(({ line }) => line);
  }

  get share(): number {
    return Math.min(1, ...this.scanners.map((scanner) => scanner.share));
  }

  csv(): string {
    const rows = this.list.flatMap(({ line, counters }) =>
      counters.flatMap((counter, run) =>
        counter.crossings.map(({ time, frame, agent, forward }) => [
          run + 1,
          line.name,
          time,
          frame,
          this.sources[run].agents.id[agent],
          forward ? "forward" : "backward",
        ]),
      ),
    );
    return csvText(["run", "line", "time_s", "frame", "agent", "direction"], rows);
  }

  close(): void {
    for (const scanner of this.scanners) scanner.close();
    this.scanners = [];
  }

  private add(line: MeasurementLine, drawn: boolean): void {
    const counters = this.sources.map((source) => new CrossingCounter(line, source.about.fps));
    this.list.push({ line, drawn, counters });
    counters.forEach((counter, i) => this.scanners[i].add(counter));
  }
}

/** Lines of the same name in two runs are one line to a reader. */
function describedLines(sources: Source[]): MeasurementLine[] {
  const lines = new Map<string, MeasurementLine>();
  for (const { about } of sources) {
    for (const line of about.lines ?? []) if (!lines.has(line.name)) lines.set(line.name, { ...line });
  }
  return [...lines.values()];
}
