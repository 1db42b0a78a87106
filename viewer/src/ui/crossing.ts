// Counts who walks over a line. "Forward" is from the left of the line, seen from its first to its second point,
// to its right.

import type { Frame, MeasurementLine, Point } from "../types.ts";

export interface Crossing {
  time: number;
  frame: number;
  agent: number;
  forward: boolean;
}

/** Twice the area of the triangle: positive where p is left of a to b. */
function side(a: Point, b: Point, x: number, y: number): number {
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

export class CrossingCounter {
  readonly crossings: Crossing[] = [];
  /** How many of the first i + 1 crossings went forward. */
  private readonly forwards: number[] = [];
  private x = new Float32Array(0);
  private y = new Float32Array(0);
  /** The count of frames fed when the agent was last seen; 0: never. */
  private seen = new Uint32Array(0);
  private fed = 0;
  private lastNumber = -Infinity;

  constructor(
    readonly line: MeasurementLine,
    private readonly fps: number,
  ) {}

  /** Frames come in order; one that is not newer than the last is passed over. */
  feed(frame: Frame): void {
    if (frame.number <= this.lastNumber) return;
    this.lastNumber = frame.number;
    this.fed++;
    const { level } = this.line;
    for (let row = 0; row < frame.count; row++) {
      // Who is on another level is away from this line.
      if (level !== undefined && (frame.level?.[row] ?? 0) !== level) continue;
      this.move(frame, frame.agent[row], frame.x[row], frame.y[row]);
    }
  }

  /** How many have crossed up to a time, forward and backward. */
  countAt(time: number): { forward: number; backward: number } {
    const until = this.before(time);
    const forward = until > 0 ? this.forwards[until - 1] : 0;
    return { forward, backward: until - forward };
  }

  /** Crossings per second, both directions, over the window that ends at a time. */
  flowAt(time: number, window: number): number {
    return (this.before(time) - this.before(time - window)) / window;
  }

  private before(time: number): number {
    // The ends of windows fall on frames: rounding must not decide on which side.
    const until = time + 1e-9;
    let low = 0;
    let high = this.crossings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.crossings[middle].time <= until) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private move(frame: Frame, agent: number, x: number, y: number): void {
    if (agent >= this.seen.length) this.grow(agent + 1);
    if (this.seen[agent] === this.fed - 1 && this.fed > 1) this.test(frame, agent, x, y);
    this.seen[agent] = this.fed;
    this.x[agent] = x;
    this.y[agent] = y;
  }

  private test(frame: Frame, agent: number, x: number, y: number): void {
    const [a, b] = this.line.points;
    const was = side(a, b, this.x[agent], this.y[agent]);
    const is = side(a, b, x, y);
    // Standing on the line belongs to its left, so that nobody is counted twice.
    if (was >= 0 === is >= 0) return;
    const share = was / (was - is);
    const px = this.x[agent] + share * (x - this.x[agent]);
    const py = this.y[agent] + share * (y - this.y[agent]);
    const along = (px - a[0]) * (b[0] - a[0]) + (py - a[1]) * (b[1] - a[1]);
    const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
    if (along < 0 || along >= length2) return;
    this.record({ time: frame.number / this.fps, frame: frame.number, agent, forward: was >= 0 });
  }

  private record(crossing: Crossing): void {
    this.forwards.push((this.forwards.at(-1) ?? 0) + (crossing.forward ? 1 : 0));
    this.crossings.push(crossing);
  }

  private grow(atLeast: number): void {
    const size = Math.max(atLeast, 2 * this.seen.length, 256);
    this.x = copy(this.x, new Float32Array(size));
    this.y = copy(this.y, new Float32Array(size));
    this.seen = copy(this.seen, new Uint32Array(size));
  }
}

function copy<T extends Float32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
