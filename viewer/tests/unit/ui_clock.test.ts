import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, SPEEDS } from "../../src/ui/clock.ts";

function clockOf(start: number, end: number, growing = false): Clock {
  const clock = new Clock();
  clock.setRange(start, end, growing);
  clock.seek(start);
  return clock;
}

test("a clock that is paused stands still", () => {
  const clock = clockOf(0, 10);
  clock.advance(1);
  assert.equal(clock.time, 0);
});

test("time goes on by the speed", () => {
  const clock = clockOf(2, 10);
  clock.speed = 4;
  clock.play();
  clock.advance(0.5);
  assert.equal(clock.time, 4);
});

test("a recording stops at its end and begins again when played from there", () => {
  const clock = clockOf(1, 3);
  clock.play();
  clock.advance(5);
  assert.equal(clock.time, 3);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.time, 1);
});

test("a loop keeps what is left over at the end", () => {
  const clock = clockOf(1, 3);
  clock.loop = true;
  clock.play();
  clock.advance(2.5);
  assert.ok(Math.abs(clock.time - 1.5) < 1e-12);
  clock.advance(1000 * 2);
  assert.ok(Math.abs(clock.time - 1.5) < 1e-9);
  assert.equal(clock.playing, true);
});

test("a recording that is still read is waited for", () => {
  const clock = clockOf(0, 1, true);
  clock.play();
  clock.advance(5);
  assert.equal(clock.time, 1);
  assert.equal(clock.playing, true);
  clock.setRange(0, 9, true);
  clock.advance(2);
  assert.equal(clock.time, 3);
});

test("a recording of one frame plays without harm", () => {
  const clock = clockOf(4, 4);
  clock.loop = true;
  clock.play();
  clock.advance(1);
  assert.equal(clock.time, 4);
});

test("seeking stays inside", () => {
  const clock = clockOf(1, 3);
  clock.seek(-5);
  assert.equal(clock.time, 1);
  clock.seek(99);
  assert.equal(clock.time, 3);
});

test("speeds go through the list and stop at its ends", () => {
  const clock = clockOf(0, 1);
  const seen = SPEEDS.map(() => (clock.faster(1), clock.speed));
  assert.deepEqual(seen.slice(0, 5), [2, 4, 8, 16, 32]);
  assert.equal(clock.speed, 32);
  for (let i = 0; i < 20; i++) clock.faster(-1);
  assert.equal(clock.speed, 0.1);
});

test("a speed that is not in the list steps from the nearest one", () => {
  const clock = clockOf(0, 1);
  clock.speed = 3.5;
  clock.faster(1);
  assert.equal(clock.speed, 8);
});
