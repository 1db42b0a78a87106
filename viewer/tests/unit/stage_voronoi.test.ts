import assert from "node:assert/strict";
import { test } from "node:test";
import { voronoiCells } from "../../src/stage/voronoi.ts";
import { Random } from "../support/random.ts";

function gridPoints(side: number): Float64Array {
  const points: number[] = [];
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      points.push(x + 0.5, y + 0.5);
    }
  }
  return Float64Array.from(points);
}

test("agents a metre apart have a square metre each", () => {
  const cells = voronoiCells(gridPoints(8), [0, 0, 8, 8]);
  assert.equal(cells.length, 64);
  for (const { area } of cells) {
    assert.ok(Math.abs(area - 1) < 1e-9);
  }
});

test("cells share out the whole floor", () => {
  const seed = Date.now() % 100000;
  const random = new Random(seed);
  const points = Float64Array.from({ length: 400 }, () => random.between(0, 30));
  const cells = voronoiCells(points, [0, 0, 30, 30]);
  const whole = cells.reduce((sum, { area }) => sum + area, 0);
  assert.ok(Math.abs(whole - 900) < 1e-6, `seed ${seed}: ${whole}`);
});

test("nobody, somebody alone, and two in one place", () => {
  assert.deepEqual(voronoiCells(new Float64Array(), [0, 0, 2, 2]), []);
  assert.equal(voronoiCells(Float64Array.of(1, 1), [0, 0, 2, 2])[0].area, 4);
  const shared = voronoiCells(Float64Array.of(0.5, 1, 0.5, 1, 1.5, 1), [0, 0, 2, 2]);
  assert.ok(Math.abs(shared.reduce((sum, { area }) => sum + area, 0) - 4) < 1e-9);
});
