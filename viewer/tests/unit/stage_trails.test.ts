import assert from "node:assert/strict";
import { test } from "node:test";
import { Moment, RowFinder, jumped } from "../../src/stage/moment.ts";
import { gridSpacing } from "../../src/stage/signs.ts";
import { planTrail, trailSteps } from "../../src/stage/trails.ts";
import { frameOf } from "../e2e/stage_source.ts";

test("a trail reaches back as far as it should", () => {
  for (const [seconds, fps, agents] of [[3, 10, 100], [5, 25, 10000], [10, 16, 100000], [0.01, 10, 1]]) {
    const plan = planTrail(seconds, fps, agents);
    const { first, last } = trailSteps(plan, 1000);
    assert.ok(last * plan.stride <= 1000 && (last + 1) * plan.stride > 1000, "the last step holds the present");
    assert.ok(first * plan.stride <= 1000 - seconds * fps + 1, "the first is old enough");
    assert.ok(plan.count * agents <= 600_000 + 2 * agents, "and there are not too many");
  }
});

test("at the beginning there is little behind", () => {
  const plan = planTrail(3, 10, 10);
  assert.deepEqual(trailSteps(plan, 0), { first: 0, last: 0 });
  assert.deepEqual(trailSteps(plan, 4), { first: 0, last: 4 });
});

test("steps of one trail never share a slot", () => {
  const plan = planTrail(4, 10, 50000);
  const { first, last } = trailSteps(plan, 777);
  assert.ok(last - first < plan.count);
});

test("rows are found whatever their order, and forgotten with their frame", () => {
  const finder = new RowFinder();
  finder.index(frameOf(0, [[], [], []], { agent: Uint32Array.of(7, 3, 5000) }));
  assert.deepEqual([7, 3, 5000, 0, 9999].map((agent) => finder.row(agent)), [0, 1, 2, -1, -1]);
  finder.index(frameOf(1, [[]], { agent: Uint32Array.of(3) }));
  assert.deepEqual([7, 3, 5000].map((agent) => finder.row(agent)), [-1, 0, -1]);
});

test("between frames agents are on the way, unless they left or jumped", () => {
  const moment = new Moment();
  const a = frameOf(0, [[0, 0], [5, 5], [1, 1]], { agent: Uint32Array.of(1, 2, 3), vx: undefined, vy: undefined });
  const b = frameOf(1, [[90, 5], [1, 0]], { agent: Uint32Array.of(2, 1) });
  assert.ok(moment.set(a, b, 0.5, 10));
  assert.deepEqual([0, 1, 2].map((row) => moment.x(row)), [0.5, 5, 1]);
  assert.ok(Math.abs(moment.vx(0) - 10) < 1e-6);
  assert.ok(Number.isNaN(moment.vx(2)));
  assert.equal(moment.set(a, b, 0.75, 10), false);
  assert.equal(moment.x(0), 0.75);
  assert.equal(moment.rowOf(3), 2);
  assert.ok(!jumped(3, 0, 0.1) && jumped(30, 0, 0.1));
});

test("grid lines are a round number of metres apart", () => {
  assert.deepEqual([20, 120, 200, 1000, 5e6].map(gridSpacing), [1, 1, 2, 10, 50000]);
});
