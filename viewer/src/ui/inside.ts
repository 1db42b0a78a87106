// How many agents there are over time, thinned to what a chart can show.

import type { Source } from "../types.ts";
import type { Columns } from "./chart.ts";
import { frameCount, momentAt } from "./moment.ts";
import type { Viewer } from "./viewer.ts";

const POINTS = 300;

/** Columns, the time now, and the span of the chart. */
export function insideCurve(viewer: Viewer): [Columns, number, number, number] {
  const { start, end, time } = viewer.clock;
  const times = Array.from({ length: POINTS + 1 }, (_, i) => start + ((end - start) * i) / POINTS);
  const columns = viewer.views.map(({ source }) => times.map((at) => insideAt(source, at)));
  return [[times, ...columns], time, start, end];
}

function insideAt(source: Source, time: number): number | null {
  const count = frameCount(source);
  if (count === 0) return null;
  const { index } = momentAt(source, time);
  const over = time * source.about.fps > source.timeline.number[count - 1] + 1;
  return over ? null : source.timeline.agents[index];
}
