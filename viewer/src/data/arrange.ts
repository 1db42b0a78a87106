// Rows in any order become frames: sorted by time, with the agents in the order in which they appear, and velocities
// where the file has none. Made for a worker: everything in the result can be handed over without a copy.
import { NONE, SHAPE_BOX, SHAPE_DISC, SHAPE_ELLIPSE, type About, type Agents } from "../types.ts";
import type { OptionalColumn, Rows } from "./rows.ts";

/** A recording that is in memory as a whole. Frame i has the rows start[i] to start[i + 1]. */
export interface Recording {
  about: About;
  agents: Agents;
  number: Int32Array;
  start: Uint32Array;
  agent: Uint32Array;
  x: Float32Array;
  y: Float32Array;
  vx: Float32Array;
  vy: Float32Array;
  heading?: Float32Array;
  preferredX?: Float32Array;
  preferredY?: Float32Array;
  level?: Uint16Array;
}

const USUAL_RADIUS = 0.25; // m, of a body of which nothing is known
const LONGEST_GAP = 1; // s over which a velocity is still the difference of two places

interface Order {
  number: Int32Array;
  start: Uint32Array;
  row: Uint32Array; // the rows by frame
}

/** Rows of a frame keep their order. */
function orderByFrame(frame: Int32Array): Order {
  const counts = new Map<number, number>();
  for (const number of frame) counts.set(number, (counts.get(number) ?? 0) + 1);
  const number = Int32Array.from(counts.keys()).sort();
  const start = new Uint32Array(number.length + 1);
  const next = new Map<number, number>();
  number.forEach((each, i) => {
    next.set(each, start[i]);
    start[i + 1] = start[i] + (counts.get(each) as number);
  });
  const row = new Uint32Array(frame.length);
  for (let i = 0; i < frame.length; i++) {
    const at = next.get(frame[i]) as number;
    row[at] = i;
    next.set(frame[i], at + 1);
  }
  return { number, start, row };
}

function pick<T extends Float32Array | Uint32Array>(column: T, row: Uint32Array): T {
  const picked = new (column.constructor as new (length: number) => T)(row.length);
  for (let i = 0; i < row.length; i++) picked[i] = column[row[i]];
  return picked;
}

/** Numbers the agents by appearance, in place; which[i] is what agent i was before. */
function renumber(agent: Uint32Array, count: number): Uint32Array {
  const numbered = new Int32Array(count).fill(-1);
  const which = new Uint32Array(count);
  let seen = 0;
  for (let i = 0; i < agent.length; i++) {
    const old = agent[i];
    if (numbered[old] < 0) {
      which[seen] = old;
      numbered[old] = seen++;
    }
    agent[i] = numbered[old];
  }
  return which;
}

const SHAPES = { disc: SHAPE_DISC, ellipse: SHAPE_ELLIPSE, box: SHAPE_BOX };

function indexOrNone(value: number | undefined): number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value < NONE ? value : NONE;
}

function sizeOf(...known: (number | undefined)[]): number {
  return known.find((size) => size !== undefined && Number.isFinite(size) && size > 0) ?? USUAL_RADIUS;
}

function tellAgents(rows: Rows, which: Uint32Array, about: About): Agents {
  const count = which.length;
  const { profile, group, half_length, half_width } = rows.perAgent;
  const agents: Agents = {
    count,
    id: Float64Array.from(which, (old) => rows.ids[old]),
    first: new Int32Array(count),
    last: new Int32Array(count).fill(-1),
    profile: Uint16Array.from(which, (old) => indexOrNone(profile?.[old])),
    group: Uint16Array.from(which, (old) => indexOrNone(group?.[old])),
    shape: new Uint8Array(count),
    halfLength: new Float32Array(count),
    halfWidth: new Float32Array(count),
  };
  which.forEach((old, i) => {
    const known = about.profiles[agents.profile[i]];
    agents.shape[i] = SHAPES[known?.shape ?? "disc"];
    agents.halfLength[i] = sizeOf(half_length?.[old], known?.half_length);
    agents.halfWidth[i] = sizeOf(half_width?.[old], known?.half_width, agents.halfLength[i]);
  });
  return agents;
}

function tellTimes(recording: Recording): void {
  const { agents, agent, start, number } = recording;
  for (let i = number.length - 1; i >= 0; i--)
    for (let row = start[i]; row < start[i + 1]; row++) {
      const who = agent[row];
      agents.first[who] = number[i];
      if (agents.last[who] < number[i]) agents.last[who] = number[i];
    }
}

/** Where the file has no velocity: towards the next place; the last one goes on as before. */
function differentiate(recording: Recording): void {
  const { agents, agent, start, number, x, y, vx, vy, about } = recording;
  const nextRow = new Int32Array(agents.count).fill(-1);
  const nextFrame = new Int32Array(agents.count);
  for (let i = number.length - 1; i >= 0; i--)
    for (let row = start[i]; row < start[i + 1]; row++) {
      const who = agent[row];
      const seconds = (number[nextFrame[who]] - number[i]) / about.fps;
      if (nextRow[who] >= 0 && seconds > 0 && seconds <= LONGEST_GAP) {
        vx[row] = (x[nextRow[who]] - x[row]) / seconds;
        vy[row] = (y[nextRow[who]] - y[row]) / seconds;
        keepOn(vx, vy, nextRow[who], row);
      } else {
        vx[row] = vy[row] = NaN;
      }
      nextRow[who] = row;
      nextFrame[who] = i;
    }
}

function keepOn(vx: Float32Array, vy: Float32Array, row: number, before: number): void {
  if (!Number.isNaN(vx[row])) return;
  vx[row] = vx[before];
  vy[row] = vy[before];
}

function levelsOf(z: Float32Array, about: About): Uint16Array {
  const heights = about.levels.map((level) => level.height);
  return Uint16Array.from(z, (height) => {
    let nearest = 0;
    for (let i = 1; i < heights.length; i++)
      if (Math.abs(height - heights[i]) < Math.abs(height - heights[nearest])) nearest = i;
    return nearest;
  });
}

function growBounds(bounds: About["bounds"], recording: Recording): About["bounds"] {
  const [x0, y0, x1, y1] = bounds;
  const grown: About["bounds"] = [x0, y0, x1, y1];
  for (let i = 0; i < recording.x.length; i++) {
    if (recording.x[i] < grown[0]) grown[0] = recording.x[i];
    if (recording.y[i] < grown[1]) grown[1] = recording.y[i];
    if (recording.x[i] > grown[2]) grown[2] = recording.x[i];
    if (recording.y[i] > grown[3]) grown[3] = recording.y[i];
  }
  return grown;
}

export function arrange(rows: Rows, about: About): Recording {
  const order = orderByFrame(rows.frame);
  const optional = (name: OptionalColumn): Float32Array | undefined => {
    const column = rows.optional[name];
    return column && pick(column, order.row);
  };
  const agent = pick(rows.agent, order.row);
  const which = renumber(agent, rows.ids.length);
  const z = about.levels.length > 1 ? optional("z") : undefined;
  const hasVelocity = rows.optional.vx !== undefined && rows.optional.vy !== undefined;
  const recording: Recording = {
    about,
    agents: tellAgents(rows, which, about),
    number: order.number,
    start: order.start,
    agent,
    x: pick(rows.x, order.row),
    y: pick(rows.y, order.row),
    vx: (hasVelocity ? optional("vx") : undefined) ?? new Float32Array(rows.count),
    vy: (hasVelocity ? optional("vy") : undefined) ?? new Float32Array(rows.count),
    heading: optional("heading"),
    preferredX: optional("preferred_x"),
    preferredY: optional("preferred_y"),
    level: z && levelsOf(z, about),
  };
  tellTimes(recording);
  if (!hasVelocity) differentiate(recording);
  recording.about = { ...about, bounds: growBounds(about.bounds, recording) };
  return recording;
}
