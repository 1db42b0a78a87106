import assert from "node:assert/strict";
import { test } from "node:test";
import { ServedSource } from "../../src/data/served.ts";
import { FakeServer, type FakeOptions } from "../support/fake_server.ts";
import { synthetic, syntheticFrame, type Synthetic } from "../support/synthetic.ts";
import { until } from "../support/until.ts";

test("a recording that is whole: every frame, in any order", { timeout: 20000 }, () =>
  FakeServer.with({ runs: [synthetic()] }, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    assert.ok(source.done);
    assert.equal(source.frames, 50);
    assert.equal(source.timeline.count, 50);
    assert.equal(source.timeline.collisions[5], 1);
    assert.equal(source.agents.count, 12);
    for (const index of [49, 0, 20, 21, 8]) assert.equal((await source.wait(index)).number, index);
    await assert.rejects(source.wait(50), /has 50/);
    source.close();
  }),
);

test("frame() fetches and tells when it is there", { timeout: 20000 }, () =>
  FakeServer.with({ runs: [synthetic()] }, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    assert.equal(source.frame(17), undefined);
    await new Promise<void>((done) => source.onChange(done));
    await until(() => source.frame(17)?.number === 17);
    source.close();
  }),
);

test("a recording that is still being read grows", { timeout: 20000 }, async () => {
  const options: FakeOptions = { runs: [synthetic()], read: 1 };
  await FakeServer.with(options, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    assert.equal(source.frames, 8);
    assert.equal(source.done, false);
    const later = source.wait(30);
    options.read = 5;
    assert.equal((await later).number, 30);
    assert.equal(source.frames, 40);
    options.read = undefined;
    await until(() => source.done);
    assert.equal(source.frames, 50);
    source.close();
  });
});

/** In every frame somebody new comes. */
function arriving(frames: number): Synthetic {
  const run = synthetic(frames, frames);
  run.frames = run.frames.map((_, i) => syntheticFrame(i + 1, i, 8));
  run.agents = run.agents.map((agent, i) => ({ ...agent, first: i }));
  return run;
}

test("frames are there only with the agents they name, however fast the server reads on", { timeout: 20000 }, async (t) => {
  const options: FakeOptions = { runs: [arriving(80)], read: 1 };
  // Between any two questions another block is read.
  options.intercept = (path) => {
    if (/index|agents|timeline/.test(path)) options.read = Math.min((options.read ?? 0) + 1, 10);
    return false;
  };
  await FakeServer.with(options, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    t.after(() => source.close()); // also when it fails: a source that is read on keeps the process alive
    const isWhole = (): void => {
      const unknown = source.frames - source.agents.count;
      assert.ok(unknown <= 0, `the last of ${source.frames} frames names ${unknown} agents that are not in the table`);
      assert.ok(source.timeline.count >= source.frames);
    };
    source.onChange(isWhole);
    isWhole();
    await until(() => {
      isWhole();
      return source.done;
    });
    assert.equal(source.frames, 80);
  });
});

test("an answer that fails once is asked for again; one that stays wrong is told", { timeout: 20000 }, async () => {
  let failures = 1;
  const intercept: FakeOptions["intercept"] = (path, response) => {
    if (path === "/run/0/block/6") response.writeHead(404).end("block 6 has gone");
    else if (path === "/run/0/block/1" && failures-- > 0) response.writeHead(503).end("busy");
    else return false;
    return true;
  };
  await FakeServer.with({ runs: [synthetic()], intercept }, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    const told: string[] = [];
    source.onError((text) => told.push(text));
    assert.equal((await source.wait(8)).number, 8);
    source.frame(49);
    await until(() => told.length > 0);
    assert.deepEqual(told, ["block 6 has gone"]);
    source.close();
  });
});

test("closing ends waiting", { timeout: 20000 }, () =>
  FakeServer.with({ runs: [synthetic()], read: 1 }, async (server) => {
    const source = await ServedSource.open(`${server.address}run/0/`);
    const waiting = assert.rejects(source.wait(40), /no frame 40/);
    source.close();
    await waiting;
  }),
);

test("a description that makes no sense is refused in words", { timeout: 20000 }, async () => {
  const run = synthetic();
  run.about.fps = 0;
  await FakeServer.with({ runs: [run] }, async (server) => {
    await assert.rejects(ServedSource.open(`${server.address}run/0/`), /fps/);
  });
});
