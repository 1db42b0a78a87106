import assert from "node:assert/strict";
import { test } from "node:test";
import { isGreen } from "../../src/stage/signals.ts";
import type { Signal } from "../../src/types.ts";

const signal = (part: Partial<Signal>): Signal => ({
  name: "",
  level: 0,
  points: [[0, 0], [1, 0]],
  cycle: 60,
  green: 25,
  offset: 0,
  ...part,
});

test("a signal is green from the start of each cycle on", () => {
  const at = [-36, -35, -0.5, 0, 24.9, 25, 59.9, 60, 84.9, 85];
  assert.deepEqual(at.map((time) => isGreen(signal({}), time)), [true, false, false, true, true, false, false, true, true, false]);
});

test("the offset says where the cycle stands at time 0", () => {
  assert.deepEqual([0, 4.9, 5, 39.9, 40].map((time) => isGreen(signal({ offset: 20 }), time)), [true, true, false, false, true]);
  assert.deepEqual([0, 19.9, 20].map((time) => isGreen(signal({ offset: -20 }), time)), [false, false, true]);
});

test("a signal may be green or red for ever", () => {
  assert.ok([0, 59.99, 1e6].every((time) => isGreen(signal({ green: 60 }), time)));
  assert.ok([0, 59.99, 1e6].every((time) => !isGreen(signal({ green: 0 }), time)));
});
