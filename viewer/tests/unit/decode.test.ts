import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBlock, decodeFrame } from "../../src/data/decode.ts";
import { encodeBlock, encodeFrame, Writer, type PlainFrame } from "../support/encode.ts";
import { Random } from "../support/random.ts";

function randomFrame(random: Random, number: number): PlainFrame {
  const count = random.below(7);
  const some = <T>(make: () => T): T | undefined => (random.next() < 0.5 ? make() : undefined);
  const floats = (): number[] => Array.from({ length: count }, () => Math.fround(random.between(-50, 50)));
  const shorts = (): number[] => Array.from({ length: count }, () => random.below(65536));
  const velocity = some(floats);
  const preferred = some(floats);
  return {
    number,
    agent: Array.from({ length: count }, () => random.below(1e6)),
    x: floats(),
    y: floats(),
    vx: velocity,
    vy: velocity && floats(),
    heading: some(floats),
    preferredX: preferred,
    preferredY: preferred && floats(),
    level: some(shorts),
    state: some(shorts),
    stress: some(floats),
    pairs: count > 1 ? some(() => [[0, count - 1, Math.fround(random.next())]]) : undefined,
  };
}

function plain(column: ArrayLike<number> | undefined): number[] | undefined {
  return column && Array.from(column);
}

test("frames come back as they were written, in every mixture of columns", () => {
  const seed = 20260;
  const random = new Random(seed);
  for (let round = 0; round < 200; round++) {
    const written = Array.from({ length: 1 + random.below(4) }, (_, i) => randomFrame(random, 3 * i - 1));
    const read = decodeBlock(encodeBlock(written));
    assert.equal(read.length, written.length, `seed ${seed} round ${round}`);
    read.forEach((frame, i) => {
      const { pairs, number, ...columns } = written[i];
      assert.equal(frame.number, number);
      for (const [name, values] of Object.entries(columns))
        assert.deepEqual(plain(frame[name as "x"]), values, `seed ${seed} round ${round}: ${name}`);
      const found = frame.pairs && plain(frame.pairs.a)!.map((a, k) => [a, frame.pairs!.b[k], frame.pairs!.depth[k]]);
      assert.deepEqual(found, pairs);
    });
  }
});

test("columns are views where their alignment allows it, and copies where not", () => {
  const frame: PlainFrame = { number: 1, agent: [4, 5], x: [1, 2], y: [3, 4], level: [7, 8] };
  const buffer = encodeBlock([frame]);
  assert.equal(decodeFrame(buffer).frame.x.buffer, buffer);
  const moved = new Writer().u32(1).raw(buffer).done();
  assert.deepEqual(plain(decodeFrame(moved, 4).frame.y), [3, 4]);
});

test("a block that is cut off anywhere is refused", () => {
  const pairs: [number, number, number][] = [[0, 2, 0.5]];
  const whole = encodeFrame({ number: 9, agent: [1, 2, 3], x: [1, 2, 3], y: [1, 2, 3], level: [0, 0, 1], pairs });
  for (let size = 1; size < whole.byteLength; size++)
    assert.throws(() => decodeBlock(whole.slice(0, size)), /cannot be read/, `cut to ${size} bytes`);
});

test("lengths and counts that lie are refused before anything is made", () => {
  const good = encodeFrame({ number: 0, agent: [1], x: [0], y: [0], pairs: [[0, 0, 1]] });
  const lie = (at: number, value: number): ArrayBuffer => {
    const copy = good.slice(0);
    new DataView(copy).setUint32(at, value, true);
    return copy;
  };
  const lies: [number, number, RegExp][] = [
    [0, 0, /impossible/],
    [0, 15, /impossible/],
    [0, 18, /impossible/],
    [0, 0xfffffffc, /are there/],
    [0, good.byteLength - 4, /announced|left over/],
    [8, 0xffffffff, /announced/],
    [8, 0x40000000, /announced/],
    [8, 0, /row that is not there|left over|announced/],
    [12, 0, /left over/],
    [12, 128, /does not know/],
    [28, 0xffffffff, /pairs are announced/],
    [32, 1, /row that is not there/],
  ];
  for (const [at, value, text] of lies) assert.throws(() => decodeBlock(lie(at, value)), text, `byte ${at}: ${value}`);
});

test("random bytes never do worse than an Error", () => {
  const seed = 7;
  const random = new Random(seed);
  for (let round = 0; round < 2000; round++) {
    const bytes = Uint8Array.from({ length: random.below(80) }, () => random.below(random.next() < 0.7 ? 4 : 256));
    try {
      decodeBlock(bytes.buffer);
    } catch (error) {
      assert.match((error as Error).message, /cannot be read/, `seed ${seed} round ${round}`);
    }
  }
});
