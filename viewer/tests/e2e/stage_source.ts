import type { About, Agents, Frame, Source } from "../../src/types.ts";

export interface Scene {
  about?: Partial<About>;
  frames: Frame[];
  /** Half length, half width, shape, profile, group of each agent. */
  agents: { half?: [number, number]; shape?: number; profile?: number; group?: number; last?: number }[];
}

export function aboutOf(part: Partial<About> = {}): About {
  return {
    format: 1, live: false, fps: 10, origin: [0, 0], bounds: [-10, -10, 10, 10], levels: [{ name: "ground", height: 0 }],
    walls: [], doors: [], goals: [], lines: [], signals: [], groups: ["walkers"],
    profiles: [{ name: "walker", model: "orca", max_speed: 2 }], models: [], ...part,
  };
}

export function agentsOf(list: Scene["agents"]): Agents {
  const column = <T>(value: (agent: Scene["agents"][number], index: number) => T) => list.map(value);
  return {
    count: list.length,
    id: Float64Array.from(column((_, i) => i + 1)),
    first: new Int32Array(list.length),
    last: Int32Array.from(column((agent) => agent.last ?? -1)),
    profile: Uint16Array.from(column((agent) => agent.profile ?? 0)),
    group: Uint16Array.from(column((agent) => agent.group ?? 0)),
    shape: Uint8Array.from(column((agent) => agent.shape ?? 0)),
    halfLength: Float32Array.from(column((agent) => agent.half?.[0] ?? 0.25)),
    halfWidth: Float32Array.from(column((agent) => agent.half?.[1] ?? 0.25)),
  };
}

/** A frame from rows of x, y, vx, vy. */
export function frameOf(number: number, rows: number[][], more: Partial<Frame> = {}): Frame {
  const column = (at: number) => Float32Array.from(rows.map((row) => row[at] ?? 0));
  return {
    number, count: rows.length, agent: Uint32Array.from(rows.keys()), x: column(0), y: column(1), vx: column(2), vy: column(3), ...more,
  };
}

/** A run that is all there from the beginning. */
export function sourceOf({ about, frames, agents }: Scene): Source {
  return {
    about: aboutOf(about),
    agents: agentsOf(agents),
    timeline: { count: 0, number: new Int32Array(), agents: new Uint32Array(), collisions: new Uint32Array() },
    frames: frames.length,
    done: true,
    frame: (index) => frames[index],
    wait: (index) => Promise.resolve(frames[index]),
    onChange: () => () => undefined,
    close: () => undefined,
  };
}
