import assert from "node:assert/strict";
import { test } from "node:test";
import { readAbout } from "../../src/data/about.ts";
import { aboutAt, listed } from "../../src/data/doors.ts";
import { wallPieces } from "../../src/data/wall_pieces.ts";

const points = [[0, 0], [1, 0]];
const doors = [
  { name: "gate", points, open: false, switches: [10, 20] },
  { name: "van", points, barrier: 1, switches: [15] },
  { name: "van", points, barrier: 1, switches: [15] },
  { name: "fence", points, barrier: 2, open: true },
];
const about = readAbout({ fps: 10, doors });
const openAt = (frame: number) => aboutAt(about, frame).doors.map(({ open }) => open);

test("doors are as they were at the time that is shown", () => {
  assert.deepEqual(openAt(-5), [false, false, false, true]);
  assert.deepEqual(openAt(9), [false, false, false, true]);
  assert.deepEqual(openAt(10), [true, false, false, true]);
  assert.deepEqual(openAt(15), [true, true, true, true]);
  assert.deepEqual(openAt(1000), [false, true, true, true]);
});

test("what has not changed is the same object", () => {
  assert.equal(aboutAt(about, 11), aboutAt(about, 14));
  assert.notEqual(aboutAt(about, 11), aboutAt(about, 16));
  const plain = readAbout({ fps: 10, doors: [doors[3]] });
  assert.equal(aboutAt(plain, 50), plain);
});

test("only what stands is a wall to the velocity space", () => {
  assert.equal(wallPieces(aboutAt(about, 0), 0).length, 3);
  assert.equal(wallPieces(aboutAt(about, 16), 0).length, 0);
});

test("a barrier is listed once, however many sides it has", () => {
  assert.deepEqual(listed(about.doors), [0, 1, 3]);
});

test("switches that are no list, or hold no numbers, are passed over", () => {
  const odd = readAbout({ fps: 10, doors: [{ points, switches: 3 }, { points, switches: ["a", 4, null] }] });
  assert.deepEqual(odd.doors.map(({ switches }) => switches), [[], [4]]);
});
