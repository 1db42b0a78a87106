// What is known without loading frames, and grows: the agents, the timeline, and which frames a block holds. The objects
// stay the same while their columns are replaced by longer ones.
import type { Agents, Timeline } from "../types.ts";
import { Bytes } from "./bytes.ts";

type Column = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** The column if it has room for `count` values, otherwise a longer copy. */
function withRoom<T extends Column>(column: T, count: number): T {
  if (column.length >= count) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(count, 2 * column.length, 64));
  longer.set(column as never);
  return longer;
}

export class AgentTable implements Agents {
  count = 0;
  version = 0;
  id = new Float64Array(0);
  first = new Int32Array(0);
  last = new Int32Array(0);
  profile = new Uint16Array(0);
  group = new Uint16Array(0);
  shape = new Uint8Array(0);
  halfLength = new Float32Array(0);
  halfWidth = new Float32Array(0);

  private reserve(count: number): void {
    this.id = withRoom(this.id, count);
    this.first = withRoom(this.first, count);
    this.last = withRoom(this.last, count);
    this.profile = withRoom(this.profile, count);
    this.group = withRoom(this.group, count);
    this.shape = withRoom(this.shape, count);
    this.halfLength = withRoom(this.halfLength, count);
    this.halfWidth = withRoom(this.halfWidth, count);
  }

  /** A piece of the table. It may repeat agents that are known, whose rows it replaces, but leave none out. */
  add(buffer: ArrayBuffer, at = 0): void {
    const bytes = new Bytes(buffer, "the table of agents", at);
    const from = bytes.u32();
    const count = bytes.u32();
    if (from > this.count) bytes.fail(`a piece starts with agent ${from} and only ${this.count} are known`);
    const id = bytes.column(Float64Array, count);
    const first = bytes.column(Int32Array, count);
    const last = bytes.column(Int32Array, count);
    const profile = bytes.column(Uint16Array, count);
    const group = bytes.column(Uint16Array, count);
    const shape = bytes.column(Uint8Array, count);
    const halfLength = bytes.column(Float32Array, count);
    const halfWidth = bytes.column(Float32Array, count);
    if (bytes.left !== 0) bytes.fail(`${bytes.left} bytes are left over`);
    this.reserve(from + count);
    this.id.set(id, from);
    this.first.set(first, from);
    this.last.set(last, from);
    this.profile.set(profile, from);
    this.group.set(group, from);
    this.shape.set(shape, from);
    this.halfLength.set(halfLength, from);
    this.halfWidth.set(halfWidth, from);
    this.count = Math.max(this.count, from + count);
    this.version++;
  }

  clear(): void {
    this.count = 0;
    this.version++;
  }
}

export class TimelineTable implements Timeline {
  count = 0;
  number = new Int32Array(0);
  agents = new Uint32Array(0);
  collisions = new Uint32Array(0);

  append(number: number, agents: number, collisions: number): void {
    const at = this.count++;
    this.number = withRoom(this.number, this.count);
    this.agents = withRoom(this.agents, this.count);
    this.collisions = withRoom(this.collisions, this.count);
    this.number[at] = number;
    this.agents[at] = agents;
    this.collisions[at] = collisions;
  }

  add(buffer: ArrayBuffer): void {
    const bytes = new Bytes(buffer, "the timeline", 0);
    if (bytes.left % 12 !== 0) bytes.fail(`${bytes.left} bytes are no whole number of frames`);
    while (bytes.left > 0) this.append(bytes.i32(), bytes.u32(), bytes.u32());
  }

  clear(): void {
    this.count = 0;
  }
}

/** Which frames each block holds. */
export class BlockIndex {
  private readonly starts: number[] = [];
  frames = 0;

  get count(): number {
    return this.starts.length;
  }

  add(buffer: ArrayBuffer): void {
    const bytes = new Bytes(buffer, "the index of blocks", 0);
    if (bytes.left % 8 !== 0) bytes.fail(`${bytes.left} bytes are no whole number of blocks`);
    while (bytes.left > 0) {
      const first = bytes.u32();
      const frames = bytes.u32();
      if (first !== this.frames) bytes.fail(`a block starts with frame ${first} where frame ${this.frames} should come`);
      if (frames === 0) bytes.fail("a block holds no frames");
      this.starts.push(first);
      this.frames += frames;
    }
  }

  start(block: number): number {
    return this.starts[block];
  }

  size(block: number): number {
    return (this.starts[block + 1] ?? this.frames) - this.starts[block];
  }

  /** The block that holds a frame that is there. */
  blockOf(frame: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= frame) low = middle;
      else high = middle;
    }
    return low;
  }
}
