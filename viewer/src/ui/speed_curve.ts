// An agent's speed around a time, from the frames that are at hand. What has been read is kept: frames come and go.

import type { Source } from "../types.ts";
import { frameCount, indexAt } from "./moment.ts";
import { personOf } from "./person.ts";

/** No chart is wide enough for more. */
const MOST_POINTS = 400;

export class SpeedCurve {
  private readonly known = new Map<number, { speed: number | null; preferred: number | null }>();

  constructor(
    private readonly source: Source,
    private readonly agent: number,
  ) {}

  /** Columns of time, speed and preferred speed; null where it is not known. */
  around(time: number, halfWidth: number): (number | null)[][] {
    const { timeline, about } = this.source;
    const count = frameCount(this.source);
    const first = indexAt(timeline.number, count, (time - halfWidth) * about.fps);
    const last = Math.min(indexAt(timeline.number, count, (time + halfWidth) * about.fps), count - 1);
    const stride = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
    const columns: (number | null)[][] = [[], [], []];
    // On multiples of the stride, so that the points stay the same ones while time moves on.
    for (let i = Math.ceil(first / stride) * stride; i <= last; i += stride) {
      const point = this.at(i);
      columns[0].push(timeline.number[i] / about.fps);
      columns[1].push(point.speed);
      columns[2].push(point.preferred);
    }
    return columns;
  }

  private at(index: number): { speed: number | null; preferred: number | null } {
    const number = this.source.timeline.number[index];
    const known = this.known.get(number);
    if (known) return known;
    const person = personOf(this.source, index, this.agent);
    const point = { speed: finite(person?.speed), preferred: finite(person?.preferredSpeed) };
    if (person) this.known.set(number, point);
    return point;
  }
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
