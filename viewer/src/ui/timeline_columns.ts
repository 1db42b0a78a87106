// A recording of any length squeezed into the columns of a canvas.

import type { Timeline } from "../types.ts";

export interface Columns {
  /** The most agents of any frame in the column; -1 where it has no frame. */
  agents: Float32Array;
  collisions: Uint32Array;
  most: number;
}

export function squeeze(timeline: Timeline, count: number, from: number, to: number, width: number): Columns {
  const agents = new Float32Array(width).fill(-1);
  const collisions = new Uint32Array(width);
  const scale = to > from ? (width - 1) / (to - from) : 0;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const column = Math.round((timeline.number[i] - from) * scale);
    if (column < 0 || column >= width) continue;
    agents[column] = Math.max(agents[column], timeline.agents[i]);
    collisions[column] += timeline.collisions[i];
    most = Math.max(most, timeline.agents[i]);
  }
  fillGaps(agents);
  return { agents, collisions, most };
}

/** Few frames on a wide canvas: a column between two frames takes the value of the one before. */
function fillGaps(agents: Float32Array): void {
  let last = agents.length - 1;
  while (last >= 0 && agents[last] < 0) last--;
  for (let i = 1; i < last; i++) if (agents[i] < 0) agents[i] = agents[i - 1];
}
