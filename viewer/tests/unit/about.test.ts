import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAbout, readAbout } from "../../src/data/about.ts";
import { synthetic } from "../support/synthetic.ts";

test("what is given stays, what is left out is harmless", () => {
  const about = readAbout(synthetic().about);
  assert.equal(about.title, "Circle of 8 m");
  assert.deepEqual(about.doors[0].points, [[12, -1], [12, 1]]);
  assert.equal(about.profiles[0].parameters?.horizon, 2);
  const least = readAbout({ fps: 10 });
  assert.deepEqual(least.walls, []);
  assert.equal(least.levels.length, 1);
  assert.ok(least.bounds[0] < least.bounds[2]);
});

test("signals are read, with harmless values for what they leave out", () => {
  const points = [[0, 0], [3, 0]];
  const full = { name: "north", level: 1, points, cycle: 60, green: 25, offset: 10 };
  assert.deepEqual(readAbout({ fps: 1, signals: [full] }).signals, [full]);
  const least = readAbout({ fps: 1, signals: [{ points, cycle: 60 }] }).signals[0];
  assert.deepEqual([least.level, least.green, least.offset], [0, 60, 0]);
  assert.throws(() => readAbout({ fps: 1, signals: [{ points }] }), /cycle of a signal/);
  assert.throws(() => readAbout({ fps: 1, signals: [{ points: [[0, 0]], cycle: 1 }] }), /two ends/);
});

test("bounds that are missing or empty come from the walls", () => {
  const walls = [{ level: 0, kind: "wall", rings: [[[1, 2], [5, -3]]] }];
  assert.deepEqual(readAbout({ fps: 1, walls, bounds: [1, 1, 0, 0] }).bounds, [1, -3, 5, 2]);
});

test("what is wrong is named", () => {
  const wrong: [unknown, RegExp][] = [
    [null, /not an object/],
    [[], /not an object/],
    [{}, /fps/],
    [{ fps: -1 }, /fps/],
    [{ fps: "10" }, /fps/],
    [{ fps: 10, format: 2 }, /newer/],
    [{ fps: 10, walls: 3 }, /walls/],
    [{ fps: 10, walls: [{ kind: "hedge", rings: [] }] }, /hedge/],
    [{ fps: 10, walls: [{ kind: "wall" }] }, /rings/],
    [{ fps: 10, walls: [{ kind: "wall", rings: [[[1, null]]] }] }, /point of a wall/],
    [{ fps: 10, goals: [{ at: [1] }] }, /goal/],
    [{ fps: 10, lines: [{ points: [[0, 0]] }] }, /two ends/],
    [{ fps: 10, origin: "here" }, /origin/],
    [{ fps: 10, profiles: [7] }, /profiles/],
  ];
  for (const [value, text] of wrong) assert.throws(() => readAbout(value), text, JSON.stringify(value));
  assert.throws(() => parseAbout("{"), /not JSON/);
});
