// Frames and blocks as docs/replay-protocol.md lays them out. Hostile bytes get an Error with text for a person.
import type { Frame } from "../types.ts";
import { Bytes } from "./bytes.ts";

const HEADER = 16;

// Columns of a frame, by bit.
const VELOCITY = 1;
const HEADING = 2;
const PREFERRED = 4;
const LEVEL = 8;
const STATE = 16;
const STRESS = 32;
const COLLISIONS = 64;
const ALL = 127;

function readPairs(bytes: Bytes, rows: number): NonNullable<Frame["pairs"]> {
  const count = bytes.u32();
  if (count * 12 > bytes.left) bytes.fail(`${count} pairs are announced and ${bytes.left} bytes are there`);
  const pairs = { a: new Uint32Array(count), b: new Uint32Array(count), depth: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    pairs.a[i] = bytes.u32();
    pairs.b[i] = bytes.u32();
    pairs.depth[i] = bytes.f32();
    if (pairs.a[i] >= rows || pairs.b[i] >= rows) bytes.fail(`a pair names a row that is not there`);
  }
  return pairs;
}

function readColumns(bytes: Bytes, number: number, count: number, columns: number): Frame {
  const frame: Frame = {
    number,
    count,
    agent: bytes.column(Uint32Array, count),
    x: bytes.column(Float32Array, count),
    y: bytes.column(Float32Array, count),
  };
  if (columns & VELOCITY) {
    frame.vx = bytes.column(Float32Array, count);
    frame.vy = bytes.column(Float32Array, count);
  }
  if (columns & HEADING) frame.heading = bytes.column(Float32Array, count);
  if (columns & PREFERRED) {
    frame.preferredX = bytes.column(Float32Array, count);
    frame.preferredY = bytes.column(Float32Array, count);
  }
  if (columns & LEVEL) frame.level = bytes.column(Uint16Array, count);
  if (columns & STATE) frame.state = bytes.column(Uint16Array, count);
  if (columns & STRESS) frame.stress = bytes.column(Float32Array, count);
  if (columns & COLLISIONS) frame.pairs = readPairs(bytes, count);
  return frame;
}

/** One frame that starts at `at`, and where the next one does. */
export function decodeFrame(buffer: ArrayBuffer, at = 0): { frame: Frame; next: number } {
  const header = new Bytes(buffer, "a frame", at);
  const size = header.u32();
  if (size < HEADER || size % 4 !== 0) header.fail(`its length of ${size} bytes is impossible`);
  if (size > buffer.byteLength - at) header.fail(`it has ${size} bytes and ${buffer.byteLength - at} are there`);
  const bytes = new Bytes(buffer, "a frame", at + 4, at + size);
  const number = bytes.i32();
  const count = bytes.u32();
  const columns = bytes.u32();
  if (columns & ~ALL) bytes.fail("it has columns that this viewer does not know; the viewer is older than the data");
  const frame = readColumns(bytes, number, count, columns);
  if (bytes.left !== 0) bytes.fail(`${bytes.left} bytes are left over`);
  return { frame, next: at + size };
}

export function decodeBlock(buffer: ArrayBuffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < buffer.byteLength; ) {
    const { frame, next } = decodeFrame(buffer, at);
    frames.push(frame);
    at = next;
  }
  return frames;
}
