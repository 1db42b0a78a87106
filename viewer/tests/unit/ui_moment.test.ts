import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "../../src/types.ts";
import { chase } from "../../src/ui/edge.ts";
import { clockText } from "../../src/ui/format.ts";
import { indexAt, momentAt, span } from "../../src/ui/moment.ts";
import { fromSlider, SLIDER_STEPS, toSlider } from "../../src/ui/slider_scale.ts";
import { squeeze } from "../../src/ui/timeline_columns.ts";
import { wish } from "../../src/ui/wish.ts";

function sourceOf(numbers: number[], fps: number, oldest?: number): Source {
  const count = numbers.length;
  const timeline = { count, number: Int32Array.from(numbers), agents: new Uint32Array(count), collisions: new Uint32Array(count) };
  return { about: { fps }, timeline, frames: count, oldest } as unknown as Source;
}

test("the index is that of a plain search", () => {
  const numbers = Int32Array.from([-4, 0, 1, 2, 7, 8, 100]);
  for (let number = -10; number < 110; number++) {
    const slow = Math.max(numbers.filter((each) => each <= number).length - 1, 0);
    assert.equal(indexAt(numbers, numbers.length, number), slow, String(number));
  }
  assert.equal(indexAt(numbers, 0, 5), 0);
});

test("between frames, over gaps, before and after", () => {
  const source = sourceOf([10, 11, 15], 10);
  assert.deepEqual(momentAt(source, 0), { index: 0, mix: 0 });
  assert.ok(Math.abs(momentAt(source, 1.3).mix - 0.5) < 1e-9);
  assert.equal(momentAt(source, 1.3).index, 1);
  assert.deepEqual(momentAt(source, 99), { index: 2, mix: 0 });
});

test("every frame's time finds that frame", () => {
  for (const fps of [3, 7, 10, 25, 29.97, 30, 60]) {
    const source = sourceOf(Array.from({ length: 2000 }, (_, i) => i), fps);
    for (let i = 0; i < 2000; i++) assert.equal(momentAt(source, i / fps).index, i, `${i} at ${fps}`);
  }
});

test("a live run begins at the oldest frame that is kept", () => {
  assert.deepEqual(span(sourceOf([0, 10, 20, 30], 10, 2)), [2, 3]);
  assert.deepEqual(span(sourceOf([], 10)), [0, 0]);
});

test("the picture of a live run keeps one frame behind the newest", () => {
  let time = 0;
  for (let i = 0; i < 600; i++) {
    const end = Math.floor((5 + i / 60) * 10) / 10;
    const next = chase(time, { end, interval: 0.1, speed: 1, running: true }, 1 / 60);
    assert.ok(next <= end && (i === 0 || next > time - 0.02), `step ${i}: ${time} to ${next}`);
    time = next;
  }
  assert.ok(Math.abs(time - 14.9) < 0.12, String(time));
  assert.equal(chase(3, { end: 9, interval: 0.1, speed: 1, running: false }, 0.1), 9);
});

test("times as a person reads them", () => {
  assert.equal(clockText(0), "0:00.0");
  assert.equal(clockText(59.96), "1:00.0");
  assert.equal(clockText(3725.04), "1:02:05.0");
  assert.equal(clockText(-1.5), "-0:01.5");
});

test("squeezing keeps the peak and every collision", () => {
  const count = 10000;
  const timeline = {
    count,
    number: Int32Array.from({ length: count }, (_, i) => i),
    agents: Uint32Array.from({ length: count }, (_, i) => (i === 7777 ? 99 : 3)),
    collisions: Uint32Array.from({ length: count }, (_, i) => (i % 1000 === 0 ? 2 : 0)),
  };
  const columns = squeeze(timeline, count, 0, count - 1, 300);
  assert.equal(columns.most, 99);
  assert.equal(Math.max(...columns.agents), 99);
  assert.equal(columns.collisions.reduce((sum, each) => sum + each, 0), 20);
});

test("few frames on a wide strip leave no holes", () => {
  const timeline = { count: 2, number: Int32Array.of(0, 4), agents: Uint32Array.of(5, 7), collisions: new Uint32Array(2) };
  const columns = squeeze(timeline, 2, 0, 4, 9);
  assert.deepEqual([...columns.agents], [5, 5, 5, 5, 5, 5, 5, 5, 7]);
});

test("sliders lead back to the value they show", () => {
  for (const [min, max, initial] of [[0, 1, 0.5], [0.05, 30, 2], [-3, 3, 0], [0, 1e30, 4]]) {
    const parameter = { name: "", unit: "", meaning: "", min, max, initial };
    for (let position = 0; position <= SLIDER_STEPS; position += 50) {
      const value = fromSlider(parameter, position);
      assert.ok(value >= min && value <= max, `${value}`);
      assert.ok(Math.abs(toSlider(parameter, value) - position) <= 6, `${position} of ${min} to ${max}`);
    }
  }
});

test("the slider of a count gives whole numbers, and all of them", () => {
  const parameter = { name: "", unit: "count", meaning: "", min: 1, max: 100, initial: 10 };
  const given = Array.from({ length: SLIDER_STEPS + 1 }, (_, position) => fromSlider(parameter, position));
  assert.ok(given.every(Number.isInteger));
  assert.equal(new Set(given).size, 100);
});

test("an avatar's wish is no longer than 1 and turns with the camera", () => {
  assert.deepEqual(wish([], 0), [0, 0]);
  const [x, y] = wish([[0, 1], [1, 0]], 0);
  assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-12 && Math.abs(x - y) < 1e-12);
  const [west, north] = wish([[0, 1]], Math.PI / 2);
  assert.ok(Math.abs(west + 1) < 1e-12 && Math.abs(north) < 1e-12);
});
