import assert from "node:assert/strict";
import { test } from "node:test";
import { lengthText, roundLength } from "../../src/ui/scale_bar.ts";

test("round lengths that fit", () => {
  const cases: [number, number][] = [
    [1, 1],
    [1.99, 1],
    [2, 2],
    [4.99, 2],
    [5, 5],
    [9.9, 5],
    [10, 10],
    [120, 100],
    [0.3, 0.2],
    [0.06, 0.05],
    [7300, 5000],
  ];
  for (const [most, length] of cases) assert.ok(Math.abs(roundLength(most) - length) < 1e-12, `${most}`);
});

test("always the longest of 1, 2, 5 that fits", () => {
  for (let exponent = -3; exponent < 6; exponent += 0.013) {
    const most = 10 ** exponent;
    const length = roundLength(most);
    assert.ok(length <= most && length * 2.5 > most * (1 - 1e-12), `${most} gave ${length}`);
  }
});

test("no scale for no size", () => {
  for (const most of [0, -1, NaN, Infinity]) assert.equal(roundLength(most), 0);
});

test("lengths in the unit that a person would use", () => {
  assert.equal(lengthText(0.05), "5 cm");
  assert.equal(lengthText(0.2), "20 cm");
  assert.equal(lengthText(1), "1 m");
  assert.equal(lengthText(500), "500 m");
  assert.equal(lengthText(2000), "2 km");
});
