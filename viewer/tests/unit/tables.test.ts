import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentTable, BlockIndex, TimelineTable } from "../../src/data/tables.ts";
import { encodeAgents, encodeIndex, encodeTimeline, Writer, type PlainAgent } from "../support/encode.ts";

function person(id: number, last = -1): PlainAgent {
  return { id, first: id, last, profile: id % 3, group: 65535, shape: id % 2, halfLength: 0.25, halfWidth: 0.5 };
}

test("the table of agents grows piece by piece and keeps its object", () => {
  const table = new AgentTable();
  for (let from = 0; from < 1000; from += 37) {
    const piece = Array.from({ length: Math.min(37, 1000 - from) }, (_, i) => person(from + i));
    table.add(encodeAgents(from, piece));
  }
  assert.equal(table.count, 1000);
  for (let i = 0; i < 1000; i++) assert.equal(table.id[i], i);
  assert.equal(table.profile[500], 500 % 3);
  assert.equal(table.group[999], 65535);
  assert.equal(table.halfWidth[3], 0.5);
});

test("serials are exact up to 2^53, also where the bytes lie at an odd place", () => {
  const table = new AgentTable();
  const piece = encodeAgents(0, [{ ...person(1), id: 2 ** 53 - 1 }]);
  table.add(new Writer().u32(2).raw(piece).done(), 4);
  assert.equal(table.id[0], 2 ** 53 - 1);
});

test("a piece that comes again replaces rows; one that leaves a gap is refused", () => {
  const table = new AgentTable();
  table.add(encodeAgents(0, [person(0), person(1), person(2)]));
  table.add(encodeAgents(1, [person(1, 77)]));
  assert.equal(table.count, 3);
  assert.equal(table.last[1], 77);
  assert.throws(() => table.add(encodeAgents(4, [person(4)])), /only 3 are known/);
});

test("a table of agents that is cut off or lies about its count changes nothing", () => {
  const whole = encodeAgents(0, [person(0), person(1), person(2)]);
  for (let size = 0; size < whole.byteLength; size++) {
    const table = new AgentTable();
    assert.throws(() => table.add(whole.slice(0, size)), /cannot be read/, `cut to ${size} bytes`);
    assert.equal(table.count, 0);
  }
  for (const count of [4, 0x1fffffff, 0x20000000, 0x7fffffff, 0xffffffff]) {
    const liar = whole.slice(0);
    new DataView(liar).setUint32(4, count, true);
    assert.throws(() => new AgentTable().add(liar), /announced/, `count ${count}`);
  }
});

test("the timeline grows", () => {
  const timeline = new TimelineTable();
  for (let i = 0; i < 300; i++) timeline.add(encodeTimeline([[i - 5, i, 2 * i]]));
  assert.equal(timeline.count, 300);
  assert.deepEqual([timeline.number[0], timeline.agents[299], timeline.collisions[299]], [-5, 299, 598]);
  assert.throws(() => timeline.add(new ArrayBuffer(13)), /whole number/);
});

test("the block of each frame is found", () => {
  const index = new BlockIndex();
  const sizes = [3, 1, 10, 2];
  let first = 0;
  for (const size of sizes) {
    index.add(encodeIndex([[first, size]]));
    first += size;
  }
  const expected = sizes.flatMap((size, block) => Array<number>(size).fill(block));
  assert.equal(index.frames, expected.length);
  expected.forEach((block, frame) => assert.equal(index.blockOf(frame), block));
  assert.deepEqual(sizes.map((_, block) => index.size(block)), sizes);
});

test("an index with gaps, repeats or empty blocks is refused", () => {
  assert.throws(() => new BlockIndex().add(encodeIndex([[1, 3]])), /should come/);
  assert.throws(() => new BlockIndex().add(encodeIndex([[0, 3], [2, 3]])), /should come/);
  assert.throws(() => new BlockIndex().add(encodeIndex([[0, 0]])), /no frames/);
  assert.throws(() => new BlockIndex().add(new ArrayBuffer(4)), /whole number/);
});
