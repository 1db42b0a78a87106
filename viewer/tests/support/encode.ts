// Writes what the viewer reads, value by value, as docs/replay-protocol.md says: slow, and independent of the reader.

export interface PlainFrame {
  number: number;
  agent: number[];
  x: number[];
  y: number[];
  vx?: number[];
  vy?: number[];
  heading?: number[];
  preferredX?: number[];
  preferredY?: number[];
  level?: number[];
  state?: number[];
  stress?: number[];
  pairs?: [number, number, number][];
}

export interface PlainAgent {
  id: number;
  first: number;
  last: number;
  profile: number;
  group: number;
  shape: number;
  halfLength: number;
  halfWidth: number;
}

export class Writer {
  private bytes: number[] = [];

  get size(): number {
    return this.bytes.length;
  }

  private put(size: number, set: (view: DataView) => void): this {
    const buffer = new ArrayBuffer(size);
    set(new DataView(buffer));
    this.bytes.push(...new Uint8Array(buffer));
    return this;
  }

  u8(value: number): this {
    return this.put(1, (view) => view.setUint8(0, value));
  }
  u16(value: number): this {
    return this.put(2, (view) => view.setUint16(0, value, true));
  }
  u32(value: number): this {
    return this.put(4, (view) => view.setUint32(0, value, true));
  }
  i32(value: number): this {
    return this.put(4, (view) => view.setInt32(0, value, true));
  }
  f32(value: number): this {
    return this.put(4, (view) => view.setFloat32(0, value, true));
  }
  f64(value: number): this {
    return this.put(8, (view) => view.setFloat64(0, value, true));
  }
  column(kind: "u8" | "u16" | "u32" | "i32" | "f32" | "f64", values: number[]): this {
    for (const value of values) this[kind](value);
    while (this.bytes.length % 4 !== 0) this.u8(0);
    return this;
  }
  raw(buffer: ArrayBuffer): this {
    for (const byte of new Uint8Array(buffer)) this.bytes.push(byte);
    return this;
  }
  done(): ArrayBuffer {
    return new Uint8Array(this.bytes).buffer;
  }
}

export function encodeFrame(frame: PlainFrame): ArrayBuffer {
  const body = new Writer().column("u32", frame.agent).column("f32", frame.x).column("f32", frame.y);
  let columns = 0;
  if (frame.vx && frame.vy) (columns |= 1), body.column("f32", frame.vx).column("f32", frame.vy);
  if (frame.heading) (columns |= 2), body.column("f32", frame.heading);
  if (frame.preferredX && frame.preferredY)
    (columns |= 4), body.column("f32", frame.preferredX).column("f32", frame.preferredY);
  if (frame.level) (columns |= 8), body.column("u16", frame.level);
  if (frame.state) (columns |= 16), body.column("u16", frame.state);
  if (frame.stress) (columns |= 32), body.column("f32", frame.stress);
  if (frame.pairs) {
    columns |= 64;
    body.u32(frame.pairs.length);
    for (const [a, b, depth] of frame.pairs) body.u32(a).u32(b).f32(depth);
  }
  const header = new Writer().u32(16 + body.size).i32(frame.number).u32(frame.agent.length).u32(columns);
  return header.raw(body.done()).done();
}

export function encodeBlock(frames: PlainFrame[]): ArrayBuffer {
  const all = new Writer();
  for (const frame of frames) all.raw(encodeFrame(frame));
  return all.done();
}

export function encodeAgents(first: number, agents: PlainAgent[]): ArrayBuffer {
  const values = (name: keyof PlainAgent): number[] => agents.map((agent) => agent[name]);
  return new Writer()
    .u32(first)
    .u32(agents.length)
    .column("f64", values("id"))
    .column("i32", values("first"))
    .column("i32", values("last"))
    .column("u16", values("profile"))
    .column("u16", values("group"))
    .column("u8", values("shape"))
    .column("f32", values("halfLength"))
    .column("f32", values("halfWidth"))
    .done();
}

export function encodeTimeline(rows: [number, number, number][]): ArrayBuffer {
  const all = new Writer();
  for (const [number, agents, collisions] of rows) all.i32(number).u32(agents).u32(collisions);
  return all.done();
}

export function encodeIndex(blocks: [number, number][]): ArrayBuffer {
  const all = new Writer();
  for (const [first, frames] of blocks) all.u32(first).u32(frames);
  return all.done();
}
