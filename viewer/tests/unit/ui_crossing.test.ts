import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame, Point } from "../../src/types.ts";
import { CrossingCounter } from "../../src/ui/crossing.ts";

type Places = Record<number, Point>;

function frameOf(number: number, places: Places): Frame {
  const agents = Object.keys(places).map(Number);
  return {
    number,
    count: agents.length,
    agent: Uint32Array.from(agents),
    x: Float32Array.from(agents, (agent) => places[agent][0]),
    y: Float32Array.from(agents, (agent) => places[agent][1]),
  };
}

// The line goes up from (0, 0) to (0, 2): its left is x < 0, so forward is towards positive x.
function counterFed(frames: Frame[], points: [Point, Point] = [[0, 0], [0, 2]]): CrossingCounter {
  const counter = new CrossingCounter({ name: "door", points }, 10);
  for (const frame of frames) counter.feed(frame);
  return counter;
}

test("a case counted by hand", () => {
  const counter = counterFed([
    frameOf(0, { 0: [-1, 1], 1: [1, 1], 2: [-1, 3], 3: [-1, 0.5] }),
    frameOf(1, { 0: [1, 1], 1: [-1, 1], 2: [1, 3], 3: [-0.5, 0.5] }), // 0 forward, 1 backward, 2 passes outside
    frameOf(2, { 0: [-1, 1], 1: [-2, 1], 3: [0.5, 0.5] }), // 0 comes back, 3 forward
    frameOf(5, { 0: [-2, 1], 1: [2, 1], 3: [0.6, 0.5] }), // after a gap of numbers: 1 forward
  ]);
  assert.deepEqual(
    counter.crossings.map(({ frame, agent, forward }) => [frame, agent, forward]),
    [
      [1, 0, true],
      [1, 1, false],
      [2, 0, false],
      [2, 3, true],
      [5, 1, true],
    ],
  );
  assert.deepEqual(counter.countAt(0.05), { forward: 0, backward: 0 });
  assert.deepEqual(counter.countAt(0.1), { forward: 1, backward: 1 });
  assert.deepEqual(counter.countAt(9), { forward: 3, backward: 2 });
  assert.equal(counter.flowAt(0.5, 0.4), 3 / 0.4); // those of 0.2 and 0.5 s
});

test("standing on the line counts once, on leaving to the right", () => {
  const walk = [-1, 0, 0, 1].map((x, i) => frameOf(i, { 0: [x, 1] }));
  const counter = counterFed(walk);
  assert.deepEqual(counter.crossings.map(({ frame, forward }) => [frame, forward]), [[3, true]]);
  const turnsBack = counterFed([-1, 0, -1].map((x, i) => frameOf(i, { 0: [x, 1] })));
  assert.equal(turnsBack.crossings.length, 0);
});

test("who was away for a frame is not drawn across the floor", () => {
  const counter = counterFed([
    frameOf(0, { 0: [-1, 1] }),
    frameOf(1, { 1: [5, 5] }),
    frameOf(2, { 0: [1, 1], 1: [5, 5] }),
  ]);
  assert.equal(counter.crossings.length, 0);
});

test("a frame that comes twice, or late, counts nothing", () => {
  const frames = [frameOf(0, { 0: [-1, 1] }), frameOf(1, { 0: [1, 1] })];
  const counter = counterFed([...frames, ...frames]);
  assert.equal(counter.crossings.length, 1);
});

test("a line with a level counts only there, one without everywhere", () => {
  const onLevels = (number: number, x: number, levels: number[]): Frame => {
    const places = Object.fromEntries(levels.map((_, agent) => [agent, [x, 1]])) as Places;
    return { ...frameOf(number, places), level: Uint16Array.from(levels) };
  };
  // 0 stays below, 1 stays above, 2 comes up just as it crosses.
  const frames = [onLevels(0, -1, [0, 1, 0]), onLevels(1, 1, [0, 1, 1])];
  const countedBy = (level?: number): number[] => {
    const counter = new CrossingCounter({ name: "", points: [[0, 0], [0, 2]], level }, 10);
    for (const frame of frames) counter.feed(frame);
    return counter.crossings.map(({ agent }) => agent);
  };
  assert.deepEqual([countedBy(0), countedBy(1), countedBy()], [[0], [1], [0, 1, 2]]);
  const ofOneLevel = [frameOf(0, { 0: [-1, 1] }), frameOf(1, { 0: [1, 1] })];
  const counter = new CrossingCounter({ name: "", points: [[0, 0], [0, 2]], level: 0 }, 10);
  for (const frame of ofOneLevel) counter.feed(frame);
  assert.equal(counter.crossings.length, 1, "where levels are not recorded, all is level 0");
});

test("two lines end to end count everybody once", () => {
  const seed = 20240611;
  const random = generator(seed);
  for (let i = 0; i < 500; i++) {
    const from: Point = [-random() - 0.01, random() * 4 - 1];
    const to: Point = [random() + 0.01, random() * 4 - 1];
    const frames = [frameOf(0, { 0: from }), frameOf(1, { 0: to })];
    const y = from[1] + ((0 - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
    if (Math.abs(y) < 1e-4 || Math.abs(y - 2) < 1e-4) continue;
    const lower = counterFed(frames, [[0, 0], [0, 0.7]]).crossings.length;
    const upper = counterFed(frames, [[0, 0.7], [0, 2]]).crossings.length;
    assert.equal(lower + upper, y > 0 && y < 2 ? 1 : 0, `seed ${seed}, case ${i}`);
  }
});

test("the table of agents may grow at any time", () => {
  const counter = counterFed([frameOf(0, { 100000: [-1, 1] }), frameOf(1, { 5: [0, 0], 100000: [1, 1] })]);
  assert.deepEqual(counter.crossings.map(({ agent }) => agent), [100000]);
});

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
