import type { Frame } from "../types.ts";

/** Nobody moves this fast: an agent that does was put elsewhere, and is not drawn on the way. */
const JUMP_SPEED = 60;
const JUMP_SLACK = 0.5;

/** Finds an agent's row in a frame. The order of rows may change from frame to frame. */
export class RowFinder {
  private rows = new Int32Array(0);
  private frame: Frame | undefined;

  index(frame: Frame): void {
    if (this.frame === frame) {
      return;
    }
    this.forget();
    this.frame = frame;
    for (let row = 0; row < frame.count; row++) {
      this.put(frame.agent[row], row);
    }
  }

  /** -1: not in the frame. */
  row(agent: number): number {
    return agent < this.rows.length ? this.rows[agent] - 1 : -1;
  }

  private forget(): void {
    if (!this.frame) {
      return;
    }
    for (let row = 0; row < this.frame.count; row++) {
      this.rows[this.frame.agent[row]] = 0;
    }
  }

  private put(agent: number, row: number): void {
    if (agent >= this.rows.length) {
      const wider = new Int32Array(Math.max(agent + 1, this.rows.length * 2, 1024));
      wider.set(this.rows);
      this.rows = wider;
    }
    this.rows[agent] = row + 1;
  }
}

/** Whether somebody got from one place to another by jumping. */
export function jumped(dx: number, dy: number, seconds: number): boolean {
  const far = JUMP_SPEED * seconds + JUMP_SLACK;
  return dx * dx + dy * dy > far * far;
}

/** What is between two frames: who is where in both, and how far we are from the first to the second. */
export class Moment {
  a: Frame | undefined;
  b: Frame | undefined;
  mix = 0;
  /** Seconds from a to b. */
  seconds = 0;
  /** The row in b of each row of a; -1: is not there, or jumped. */
  next = new Int32Array(0);
  private readonly finder = new RowFinder();

  /** Whether the frames are others than before. */
  set(a: Frame, b: Frame | undefined, mix: number, fps: number): boolean {
    this.mix = b ? mix : 0;
    if (a === this.a && b === this.b) {
      return false;
    }
    this.a = a;
    this.b = b;
    this.seconds = b ? (b.number - a.number) / fps : 0;
    this.match(a, b);
    return true;
  }

  clear(): void {
    this.a = undefined;
    this.b = undefined;
  }

  private match(a: Frame, b: Frame | undefined): void {
    if (this.next.length < a.count) {
      this.next = new Int32Array(Math.max(a.count, this.next.length * 2));
    }
    if (!b) {
      this.next.fill(-1);
      return;
    }
    this.finder.index(b);
    for (let row = 0; row < a.count; row++) {
      const next = this.finder.row(a.agent[row]);
      const lost = next < 0 || jumped(b.x[next] - a.x[row], b.y[next] - a.y[row], this.seconds);
      this.next[row] = lost ? -1 : next;
    }
  }

  x(row: number): number {
    return this.mixed(this.a?.x, this.b?.x, row);
  }

  y(row: number): number {
    return this.mixed(this.a?.y, this.b?.y, row);
  }

  private mixed(from: Float32Array | undefined, to: Float32Array | undefined, row: number): number {
    const start = from?.[row] ?? NaN;
    const next = this.next[row];
    return to && next >= 0 ? start + (to[next] - start) * this.mix : start;
  }

  /** Velocity (m/s): as recorded, or else from the way to the next frame. */
  vx(row: number): number {
    return this.rate(this.a?.vx, this.a?.x, this.b?.x, row);
  }

  vy(row: number): number {
    return this.rate(this.a?.vy, this.a?.y, this.b?.y, row);
  }

  private rate(known?: Float32Array, from?: Float32Array, to?: Float32Array, row = 0): number {
    if (known && !Number.isNaN(known[row])) {
      return known[row];
    }
    const next = this.next[row];
    return from && to && next >= 0 && this.seconds > 0 ? (to[next] - from[row]) / this.seconds : NaN;
  }

  /** -1: not there now. */
  rowOf(agent: number): number {
    const row = this.a ? this.a.agent.indexOf(agent) : -1;
    return this.a && row < this.a.count ? row : -1;
  }
}
