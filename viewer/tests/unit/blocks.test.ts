import assert from "node:assert/strict";
import { test } from "node:test";
import { Blocks } from "../../src/data/blocks.ts";
import { BlockIndex } from "../../src/data/tables.ts";
import { encodeBlock, encodeIndex } from "../support/encode.ts";

const BLOCKS = 20;
const FRAMES = 5; // of a block

function blockBytes(block: number): ArrayBuffer {
  const frames = Array.from({ length: FRAMES }, (_, i) => block * FRAMES + i);
  return encodeBlock(frames.map((number) => ({ number, agent: [0], x: [number], y: [0] })));
}

interface Bench {
  blocks: Blocks;
  asked: number[];
  failures: string[];
  settle(): Promise<void>;
  seconds: number;
}

function bench(load: (block: number) => ArrayBuffer = blockBytes, room?: number): Bench {
  const index = new BlockIndex();
  index.add(encodeIndex(Array.from({ length: BLOCKS }, (_, i) => [i * FRAMES, FRAMES])));
  const made: Bench = {
    asked: [],
    failures: [],
    seconds: 0,
    settle: () => new Promise((done) => setImmediate(done)),
    blocks: new Blocks(index, {
      load: async (block) => {
        made.asked.push(block);
        return load(block);
      },
      loaded: () => {},
      failed: (text) => made.failures.push(text),
      room,
      seconds: () => made.seconds,
    }),
  };
  return made;
}

test("a frame is there after it has been asked for", async () => {
  const b = bench();
  assert.equal(b.blocks.frame(7), undefined);
  await b.settle();
  assert.equal(b.blocks.frame(7)?.number, 7);
  assert.equal((await b.blocks.wait(99)).number, 99);
  assert.equal(b.blocks.frame(100), undefined);
  assert.equal(b.blocks.frame(-1), undefined);
});

test("nothing is fetched twice at a time", async () => {
  const b = bench();
  const both = await Promise.all([b.blocks.wait(0), b.blocks.wait(1)]);
  assert.deepEqual(both.map((frame) => frame.number), [0, 1]);
  assert.deepEqual(b.asked, [0]);
});

async function play(b: Bench, from: number, to: number, trail: number): Promise<void> {
  const step = Math.sign(to - from);
  for (let at = from; at !== to; at += step) {
    for (let back = 0; back <= trail; back++) b.blocks.frame(at - back);
    b.seconds += 0.1;
    await b.settle();
  }
}

test("blocks ahead of playback are fetched, whichever way it goes, also with trails", async () => {
  const forward = bench();
  await play(forward, 0, 40, 3);
  assert.ok(forward.asked.includes(9), `asked ${forward.asked}`);
  assert.ok(!forward.asked.includes(11), `asked ${forward.asked}`);
  const backward = bench();
  await play(backward, 99, 60, 3);
  assert.ok(backward.asked.includes(10), `asked ${backward.asked}`);
  assert.ok(!backward.asked.includes(8), `asked ${backward.asked}`);
});

test("room is bounded: what was used longest ago goes first", async () => {
  const size = blockBytes(0).byteLength;
  const b = bench(blockBytes, 3 * size);
  for (const block of [0, 1, 2]) await b.blocks.wait(block * FRAMES);
  await b.blocks.wait(0);
  await b.blocks.wait(3 * FRAMES);
  b.asked.length = 0;
  await b.blocks.wait(0);
  assert.deepEqual(b.asked, [], "block 0 was used last and stays");
  await b.blocks.wait(FRAMES);
  assert.deepEqual(b.asked, [1], "block 1 had to go");
});

test("what cannot be loaded is told once and asked for again after a while", async () => {
  let broken = true;
  const b = bench((block) => {
    if (broken) throw new Error("no such luck");
    return blockBytes(block);
  });
  b.blocks.frame(0);
  await b.settle();
  const told = b.failures.length;
  assert.ok(told > 0);
  b.blocks.frame(0);
  await b.settle();
  assert.equal(b.failures.length, told);
  broken = false;
  b.seconds += 10;
  b.blocks.frame(0);
  await b.settle();
  assert.equal(b.blocks.frame(0)?.number, 0);
});

test("a block with fewer frames than its index announced is refused", async () => {
  const b = bench(() => encodeBlock([{ number: 0, agent: [], x: [], y: [] }]));
  await assert.rejects(b.blocks.wait(0), /holds 1 frames; its index announced 5/);
});
