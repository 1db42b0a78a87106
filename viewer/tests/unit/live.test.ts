import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveRun } from "../../src/data/live.ts";
import { encodeAgents, encodeFrame, Writer, type PlainFrame } from "../support/encode.ts";
import { FakeSocket, installFakeSocket } from "../support/fake_socket.ts";
import { synthetic, syntheticFrame } from "../support/synthetic.ts";
import { until } from "../support/until.ts";

const about = { ...synthetic().about, live: true };
const frameMessage = (frame: PlainFrame): ArrayBuffer => new Writer().u32(1).raw(encodeFrame(frame)).done();

async function open(): Promise<{ run: LiveRun; socket: FakeSocket; told: string[] }> {
  installFakeSocket();
  const opening = LiveRun.open("ws://here/live");
  FakeSocket.last.say({ say: "about", about });
  const run = await opening;
  const told: string[] = [];
  run.onError((text) => told.push(text));
  return { run, socket: FakeSocket.last, told };
}

test("description, agents, frames and status arrive", async () => {
  const { run, socket } = await open();
  assert.equal(socket.protocol, "wend-1");
  assert.ok(run.connected);
  let changes = 0;
  run.onChange(() => changes++);
  socket.give(new Writer().u32(2).raw(encodeAgents(0, synthetic(3).agents)).done());
  socket.give(frameMessage(syntheticFrame(3, 0, 8)));
  socket.give(frameMessage(syntheticFrame(3, 1, 8)));
  socket.say({ say: "status", running: true, speed: 2, actual: 1.3, time: 0.1, tick: 1, agents: 3, seed: "7", end: "" });
  assert.equal(changes, 4);
  assert.equal(run.agents.count, 3);
  assert.equal(run.frames, 2);
  assert.equal(run.frame(1)?.number, 1);
  assert.equal((await run.wait(0)).count, 3);
  assert.equal(run.status.speed, 2);
  assert.equal(run.status.actual, 1.3);
  run.close();
});

test("the last minute is kept, and indexes keep their meaning", async () => {
  const { run, socket } = await open();
  for (let i = 0; i <= 1000; i++) socket.give(frameMessage(syntheticFrame(2, i, 8)));
  assert.equal(run.frames, 1001);
  assert.equal(run.oldest, 400);
  assert.equal(run.frame(399), undefined);
  assert.equal(run.frame(400)?.number, 400);
  assert.equal(run.frame(1000)?.number, 1000);
  await assert.rejects(run.wait(3), /gone/);
  run.close();
});

test("overlaps are counted when they begin", async () => {
  const { run, socket } = await open();
  const pairs: PlainFrame["pairs"][] = [[], [[0, 1, 0.1]], [[1, 0, 0.1], [1, 2, 0.1]], [], [[0, 1, 0.1]]];
  pairs.forEach((each, i) => socket.give(frameMessage({ ...syntheticFrame(3, i, 8), pairs: each })));
  assert.deepEqual([...run.timeline.collisions.subarray(0, 5)], [0, 1, 1, 0, 1]);
  run.close();
});

test("the same frame again replaces it; time that runs back starts anew", async () => {
  const { run, socket } = await open();
  for (const i of [0, 1, 2]) socket.give(frameMessage(syntheticFrame(3, i, 8)));
  socket.give(frameMessage(syntheticFrame(4, 2, 8)));
  assert.equal(run.frames, 3);
  assert.equal(run.frame(2)?.count, 4);
  socket.give(frameMessage(syntheticFrame(5, 0, 8)));
  assert.equal(run.frames, 1);
  assert.equal(run.timeline.count, 1);
  run.close();
});

test("a reset voids everything", async () => {
  const { run, socket } = await open();
  socket.give(frameMessage(syntheticFrame(3, 9, 8)));
  socket.say({ say: "avatar", id: 3 });
  assert.equal(run.avatar, 3);
  socket.say({ say: "reset" });
  assert.deepEqual([run.frames, run.agents.count, run.timeline.count, run.avatar], [0, 0, 0, 0]);
  run.close();
});

test("who asks for an agent is known to wait, until the server answers one way or the other", async () => {
  const { run, socket } = await open();
  run.send({ do: "take", id: 3 });
  assert.deepEqual([run.asked, run.avatar], [3, 0]);
  socket.say({ say: "status", running: true });
  assert.equal(run.asked, 3);
  socket.say({ say: "avatar", id: 3 });
  assert.deepEqual([run.asked, run.avatar], [0, 3]);
  run.send({ do: "take", id: 4 });
  socket.say({ say: "error", text: "somebody else drives agent 4" });
  assert.equal(run.asked, 0);
  run.send({ do: "take", id: 4 });
  socket.drop();
  assert.equal(run.asked, 0);
  run.close();
});

test("a change of the table of agents shows in its version, also where nobody came", async () => {
  const { run, socket } = await open();
  const agents = synthetic(3).agents;
  const versions = [run.agents.version];
  for (const last of [-1, 7]) {
    const piece = encodeAgents(0, agents.map((agent) => ({ ...agent, last })));
    socket.give(new Writer().u32(2).raw(piece).done());
    versions.push(run.agents.version);
  }
  socket.say({ say: "reset" });
  versions.push(run.agents.version);
  assert.equal(new Set(versions).size, 4, `${versions}`);
  run.close();
});

test("sliders and doors that others move show in the description", async () => {
  const { run, socket } = await open();
  const before = run.about;
  socket.say({ say: "set", profile: 0, parameter: "horizon", value: 3 });
  socket.say({ say: "door", door: 0, open: true });
  assert.equal(run.about.profiles[0].parameters?.horizon, 3);
  assert.equal(run.about.doors[0].open, true);
  assert.notEqual(run.about, before);
  socket.say({ say: "set", profile: 9, parameter: "horizon", value: 3 });
  socket.say({ say: "door", door: 9, open: true });
  run.close();
});

test("a lost connection is told, tried again, and takes no orders meanwhile", { timeout: 20000 }, async () => {
  const { run, socket, told } = await open();
  run.send({ do: "play" });
  assert.deepEqual(socket.sent, ['{"do":"play"}']);
  socket.drop();
  assert.equal(run.connected, false);
  run.send({ do: "pause" });
  assert.equal(told.length, 2);
  assert.match(told[0], /lost/);
  assert.match(told[1], /not done/);
  await until(() => FakeSocket.all.length === 2);
  FakeSocket.last.say({ say: "about", about });
  assert.ok(run.connected);
  assert.deepEqual(FakeSocket.last.sent, [], "nothing was kept for later");
  run.close();
});

test("what a broken server sends is told and does no harm", async () => {
  const { run, socket, told } = await open();
  socket.say("{");
  socket.say("7");
  socket.give(new ArrayBuffer(2));
  socket.give(new Writer().u32(1).u32(99).done());
  socket.give(new Writer().u32(2).u32(5).u32(1).done());
  socket.give(new Writer().u32(77).u32(5).done());
  socket.say({ say: "weather", rain: true });
  assert.equal(told.length, 4);
  assert.equal(run.frames, 0);
  socket.say({ say: "error", text: "there is no agent 12" });
  assert.equal(told.at(-1), "there is no agent 12");
  run.close();
});
