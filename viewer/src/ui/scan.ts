// Feeds the frames of a run to counters in small pieces, beside what the page does for the eye.

import type { Frame, Source } from "../types.ts";
import { frameCount, indexAt } from "./moment.ts";

export interface Fed {
  feed(frame: Frame): void;
}

const PIECE_MS = 6;
const REST_MS = 12;

export class Scanner {
  /** The number of the last frame each has got. Numbers, not indices: a live run forgets its oldest frames. */
  private readonly reached = new Map<Fed, number>();
  private running = false;
  private closed = false;
  private wake: () => void = () => {};
  private readonly stopListening: () => void;

  constructor(private readonly source: Source) {
    this.stopListening = source.onChange(() => this.wake());
  }

  add(counter: Fed): void {
    this.reached.set(counter, -Infinity);
    this.wake();
    if (!this.running) void this.run();
  }

  remove(counter: Fed): void {
    this.reached.delete(counter);
  }

  close(): void {
    this.closed = true;
    this.reached.clear();
    this.stopListening();
    this.wake();
  }

  /** How much of what is known has been counted, 0 to 1. */
  get share(): number {
    const count = frameCount(this.source);
    if (count === 0 || this.reached.size === 0) return 1;
    return this.nextIndex(Math.min(...this.reached.values())) / count;
  }

  private nextIndex(after: number): number {
    const { number } = this.source.timeline;
    if (frameCount(this.source) === 0 || after < number[0]) return 0;
    return indexAt(number, frameCount(this.source), after) + 1;
  }

  private async run(): Promise<void> {
    this.running = true;
    let pieceEnds = performance.now() + PIECE_MS;
    while (!this.closed && this.reached.size > 0) {
      const behind = Math.min(...this.reached.values());
      const index = this.nextIndex(behind);
      if (index >= frameCount(this.source)) {
        if (this.source.done) break;
        await this.change();
      } else {
        await this.step(index, behind);
      }
      if (performance.now() > pieceEnds) {
        await rest();
        pieceEnds = performance.now() + PIECE_MS;
      }
    }
    this.running = false;
  }

  /** One frame, to all that have got as far as the one that is furthest behind. */
  private async step(index: number, behind: number): Promise<void> {
    const number = this.source.timeline.number[index];
    const frame = this.source.frame(index) ?? (await this.source.wait(index).catch(() => undefined));
    for (const [counter, reached] of this.reached) {
      if (reached !== behind) continue;
      // A frame that cannot be had is passed over.
      if (frame) counter.feed(frame);
      this.reached.set(counter, number);
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
