// The rows of a table of trajectories, read in slices into columns. A row is bytes with named members, as HDF5 has it.
import type { Point } from "../types.ts";

export interface Member {
  name: string;
  offset: number;
  size: number;
  kind: "integer" | "float";
  signed: boolean;
  littleEndian: boolean;
}

export interface RowTable {
  rows: number;
  rowBytes: number;
  members: Member[];
  read(from: number, count: number): Uint8Array;
}

/** Columns that a file may have, by their names in it. */
export const OPTIONAL = ["z", "vx", "vy", "heading", "preferred_x", "preferred_y"] as const;
export type OptionalColumn = (typeof OPTIONAL)[number];

/** What does not change during a run is kept once per agent: unknown is NaN. */
const PER_AGENT = ["profile", "group", "half_length", "half_width"] as const;
type AgentColumn = (typeof PER_AGENT)[number];

export interface Rows {
  count: number;
  agent: Uint32Array; // index into ids
  frame: Int32Array;
  x: Float32Array; // relative to the origin
  y: Float32Array;
  optional: Partial<Record<OptionalColumn, Float32Array>>;
  ids: number[];
  perAgent: Partial<Record<AgentColumn, number[]>>;
}

export const MOST_ROWS = 20e6;
const SLICE_BYTES = 8 << 20;

type Get = (view: DataView, at: number) => number;

function getterOf(member: Member): Get {
  const { offset, littleEndian: little, signed } = member;
  switch (`${member.kind} ${member.size}`) {
    case "float 8":
      return (view, at) => view.getFloat64(at + offset, little);
    case "float 4":
      return (view, at) => view.getFloat32(at + offset, little);
    case "integer 8":
      return signed
        ? (view, at) => Number(view.getBigInt64(at + offset, little))
        : (view, at) => Number(view.getBigUint64(at + offset, little));
    case "integer 4":
      return signed
        ? (view, at) => view.getInt32(at + offset, little)
        : (view, at) => view.getUint32(at + offset, little);
    case "integer 2":
      return signed
        ? (view, at) => view.getInt16(at + offset, little)
        : (view, at) => view.getUint16(at + offset, little);
    case "integer 1":
      return signed ? (view, at) => view.getInt8(at + offset) : (view, at) => view.getUint8(at + offset);
    default:
      throw new Error(`column "${member.name}" has a type that cannot be read (${member.kind}, ${member.size} bytes)`);
  }
}

class RowReader {
  private readonly getters = new Map<string, Get>();
  private readonly indexOf = new Map<number, number>();
  readonly rows: Rows;

  constructor(
    table: RowTable,
    public origin: Point | undefined,
  ) {
    for (const member of table.members) this.getters.set(member.name, getterOf(member));
    for (const name of ["id", "frame", "x", "y"])
      if (!this.getters.has(name)) throw new Error(`the table "trajectory" has no column "${name}"`);
    if (table.rows > MOST_ROWS)
      throw new Error(
        `the file has ${Math.round(table.rows / 1e6)} million rows; a page can hold ${MOST_ROWS / 1e6} million. ` +
          "`wend view FILE` shows recordings of any length.",
      );
    this.rows = emptyRows(table.rows, this.getters);
  }

  private get(name: string): Get {
    return this.getters.get(name) as Get;
  }

  take(bytes: Uint8Array, rowBytes: number, from: number, count: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.origin ??= originNear(this.get("x")(view, 0), this.get("y")(view, 0));
    this.takeAgents(view, rowBytes, from, count);
    this.takeFrames(view, rowBytes, from, count);
    const fill = (column: Float32Array, name: string, less: number): void => {
      const get = this.get(name);
      for (let i = 0; i < count; i++) column[from + i] = get(view, i * rowBytes) - less;
    };
    fill(this.rows.x, "x", this.origin[0]);
    fill(this.rows.y, "y", this.origin[1]);
    for (const name of OPTIONAL) {
      const column = this.rows.optional[name];
      if (column) fill(column, name, 0);
    }
  }

  private takeFrames(view: DataView, rowBytes: number, from: number, count: number): void {
    const get = this.get("frame");
    for (let i = 0; i < count; i++) {
      const frame = get(view, i * rowBytes);
      if ((frame | 0) !== frame) throw new Error(`row ${from + i}: ${frame} is no number of a frame`);
      this.rows.frame[from + i] = frame;
    }
  }

  private takeAgents(view: DataView, rowBytes: number, from: number, count: number): void {
    const get = this.get("id");
    for (let i = 0; i < count; i++) {
      const id = get(view, i * rowBytes);
      let index = this.indexOf.get(id);
      if (index === undefined) {
        index = this.rows.ids.push(id) - 1;
        this.indexOf.set(id, index);
        for (const name of PER_AGENT) this.rows.perAgent[name]?.push(this.get(name)(view, i * rowBytes));
      }
      this.rows.agent[from + i] = index;
    }
  }
}

function emptyRows(count: number, has: Map<string, unknown>): Rows {
  return {
    count,
    agent: new Uint32Array(count),
    frame: new Int32Array(count),
    x: new Float32Array(count),
    y: new Float32Array(count),
    optional: Object.fromEntries(OPTIONAL.filter((name) => has.has(name)).map((name) => [name, new Float32Array(count)])),
    ids: [],
    perAgent: Object.fromEntries(PER_AGENT.filter((name) => has.has(name)).map((name) => [name, []])),
  };
}

/** Coordinates of maps are too large for 32-bit numbers: then we count from a round point near by. */
function originNear(x: number, y: number): Point {
  const isFar = Math.max(Math.abs(x), Math.abs(y)) > 10e3;
  return isFar && Number.isFinite(x) && Number.isFinite(y) ? [Math.round(x), Math.round(y)] : [0, 0];
}

/** All rows. Without an origin one is chosen. */
export function readRows(table: RowTable, origin?: Point): { rows: Rows; origin: Point } {
  const reader = new RowReader(table, origin);
  const slice = Math.max(1, Math.floor(SLICE_BYTES / table.rowBytes));
  for (let from = 0; from < table.rows; from += slice) {
    const count = Math.min(slice, table.rows - from);
    reader.take(table.read(from, count), table.rowBytes, from, count);
  }
  return { rows: reader.rows, origin: reader.origin ?? [0, 0] };
}
