import type { Frame } from "../types.ts";

const AGENTS = 2 ** 26; // two indexes below it make one exact number

/** Counts the pairs that overlap now and did not in the frame before. */
export class Overlaps {
  private before = new Set<number>();

  begun(frame: Frame): number {
    const now = new Set<number>();
    let begun = 0;
    for (let i = 0; i < (frame.pairs?.a.length ?? 0); i++) {
      const a = frame.agent[frame.pairs!.a[i]];
      const b = frame.agent[frame.pairs!.b[i]];
      const pair = Math.min(a, b) * AGENTS + Math.max(a, b);
      if (!this.before.has(pair)) begun++;
      now.add(pair);
    }
    this.before = now;
    return begun;
  }
}
