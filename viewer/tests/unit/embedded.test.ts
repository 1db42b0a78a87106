import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { EmbeddedSource, unpack, type Packed } from "../../src/data/embedded.ts";
import { agentsOf, blocksOf, indexOf, synthetic, timelineOf } from "../support/synthetic.ts";

const pack = (bytes: ArrayBuffer | string): string =>
  gzipSync(typeof bytes === "string" ? bytes : Buffer.from(bytes)).toString("base64");

function packed(): Packed & { opened: number[] } {
  const run = synthetic();
  const blocks = blocksOf(run).map(pack);
  const opened: number[] = [];
  return {
    about: pack(JSON.stringify(run.about)),
    index: pack(indexOf(run)),
    agents: pack(agentsOf(run)),
    timeline: pack(timelineOf(run)),
    block: (block) => {
      opened.push(block);
      return blocks[block];
    },
    opened,
  };
}

test("a run inside a page: frames in any order, blocks unpacked only when needed", async () => {
  const run = packed();
  const source = await EmbeddedSource.open(run);
  assert.deepEqual(run.opened, []);
  assert.equal(source.about.title, "Circle of 8 m");
  assert.equal(source.frames, 50);
  assert.equal((await source.wait(33)).number, 33);
  assert.deepEqual(run.opened, [4]);
  await assert.rejects(source.wait(50), /has 50/);
});

test("an empty recording opens", async () => {
  const run = { ...synthetic(), frames: [], agents: [] };
  const source = await EmbeddedSource.open({
    about: pack(JSON.stringify(run.about)),
    index: pack(indexOf(run)),
    agents: pack(agentsOf(run)),
    timeline: pack(timelineOf(run)),
    block: () => "",
  });
  assert.equal(source.frames, 0);
  assert.equal(source.frame(0), undefined);
});

test("damaged data gets words", async () => {
  await assert.rejects(unpack("%%%"), /not base64/);
  await assert.rejects(unpack(pack("hello").slice(0, 16)), /decompressed/);
  await assert.rejects(unpack(Buffer.from("not gzip at all").toString("base64")), /decompressed/);
  const run = packed();
  await assert.rejects(EmbeddedSource.open({ ...run, about: pack("{") }), /not JSON/);
});
