// What is known of one agent at the time shown.

import { type About, type Frame, NONE, type Point, type Source } from "../types.ts";
import { rowOf } from "./moment.ts";
import type { View } from "./view.ts";

export interface Person {
  frame: Frame;
  row: number;
  at: Point;
  speed: number;
  preferredSpeed: number;
}

export function personOf(source: Source, index: number, agent: number): Person | undefined {
  const frame = source.frame(index);
  const row = frame ? rowOf(frame, agent) : -1;
  if (!frame || row < 0) return undefined;
  return {
    frame,
    row,
    at: [frame.x[row], frame.y[row]],
    speed: length(frame.vx, frame.vy, row),
    preferredSpeed: length(frame.preferredX, frame.preferredY, row),
  };
}

function length(x: Float32Array | undefined, y: Float32Array | undefined, row: number): number {
  return x && y ? Math.hypot(x[row], y[row]) : NaN;
}

/** Where the agent is drawn, between two frames. */
export function positionOf(view: View | undefined, agent: number): Point | undefined {
  if (!view) return undefined;
  const now = personOf(view.source, view.index, agent);
  if (!now || view.mix === 0) return now?.at;
  const next = personOf(view.source, view.index + 1, agent);
  if (!next) return now.at;
  return [now.at[0] + view.mix * (next.at[0] - now.at[0]), now.at[1] + view.mix * (next.at[1] - now.at[1])];
}

export function profileOf(source: Source, agent: number): About["profiles"][number] | undefined {
  const profile = source.agents.profile[agent];
  return profile === NONE ? undefined : source.about.profiles[profile];
}

export function groupOf(source: Source, agent: number): string | undefined {
  const group = source.agents.group[agent];
  return group === NONE ? undefined : source.about.groups[group];
}

/** The index of an agent from its serial, or -1. */
export function agentOfId(source: Source, id: number): number {
  const at = source.agents.id.indexOf(id);
  return at < source.agents.count ? at : -1;
}
