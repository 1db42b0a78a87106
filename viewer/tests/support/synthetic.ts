// A run that is easy to predict: agents on a circle walk round it, one radian in ten seconds.
import { encodeAgents, encodeBlock, encodeIndex, encodeTimeline, type PlainAgent, type PlainFrame } from "./encode.ts";

export const FPS = 10;

export interface Synthetic {
  about: Record<string, unknown>;
  frames: PlainFrame[];
  agents: PlainAgent[];
  blockSize: number;
}

export function placeOf(agent: number, count: number, number: number, radius: number): [number, number] {
  const angle = (2 * Math.PI * agent) / count + number / FPS / 10;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

export function syntheticFrame(count: number, number: number, radius: number): PlainFrame {
  const who = Array.from({ length: count }, (_, i) => i);
  const at = who.map((agent) => placeOf(agent, count, number, radius));
  return {
    number,
    agent: who,
    x: at.map(([x]) => x),
    y: at.map(([, y]) => y),
    vx: at.map(([, y]) => -y / 10),
    vy: at.map(([x]) => x / 10),
    preferredX: at.map(([, y]) => -y / 10),
    preferredY: at.map(([x]) => x / 10),
    pairs: number === 5 ? [[0, 1, 0.01]] : [],
  };
}

export function synthetic(count = 12, frames = 50, radius = 8): Synthetic {
  const about = {
    format: 1,
    title: `Circle of ${radius} m`,
    source: `circle-${radius}.h5`,
    live: false,
    fps: FPS,
    origin: [0, 0],
    bounds: [-12, -12, 12, 12],
    levels: [{ name: "ground", height: 0 }],
    walls: [{ level: 0, kind: "room", rings: [[[-12, -12], [12, -12], [12, 12], [-12, 12]]] }],
    doors: [{ name: "east", level: 0, points: [[12, -1], [12, 1]], open: false }],
    goals: [{ name: "middle", level: 0, at: [0, 0], half: [0, 0], radius: 0.5 }],
    lines: [{ name: "start", points: [[0, 0], [12, 0]] }],
    groups: ["walkers"],
    profiles: [
      {
        name: "walker",
        model: "orca",
        shape: "disc",
        half_length: 0.25,
        half_width: 0.25,
        preferred_speed: 1.3,
        max_speed: 2,
        parameters: { horizon: 2 },
      },
    ],
    models: [
      {
        name: "orca",
        summary: "optimal reciprocal collision avoidance",
        parameters: [{ name: "horizon", unit: "s", meaning: "how far ahead", min: 0.05, max: 30, initial: 2 }],
      },
    ],
    seed: "7",
    whole: true,
  };
  const agents = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    first: 0,
    last: frames - 1,
    profile: 0,
    group: 0,
    shape: 0,
    halfLength: 0.25,
    halfWidth: 0.25,
  }));
  return {
    about,
    frames: Array.from({ length: frames }, (_, i) => syntheticFrame(count, i, radius)),
    agents,
    blockSize: 8,
  };
}

function slices<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

export function blocksOf(run: Synthetic): ArrayBuffer[] {
  return slices(run.frames, run.blockSize).map(encodeBlock);
}

export function indexOf(run: Synthetic, from = 0): ArrayBuffer {
  const blocks = slices(run.frames, run.blockSize).map((block, i): [number, number] => [i * run.blockSize, block.length]);
  return encodeIndex(blocks.slice(from));
}

export function agentsOf(run: Synthetic, from = 0): ArrayBuffer {
  return encodeAgents(from, run.agents.slice(from));
}

export function timelineOf(run: Synthetic, from = 0): ArrayBuffer {
  const rows = run.frames.map((f): [number, number, number] => [f.number, f.agent.length, f.pairs?.length ?? 0]);
  return encodeTimeline(rows.slice(from));
}
