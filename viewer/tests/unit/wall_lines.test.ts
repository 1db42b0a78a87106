import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readAbout } from "../../src/data/about.ts";
import { type WallLine, wallLines } from "../../src/data/wall_lines.ts";
import { wallPieces } from "../../src/data/wall_pieces.ts";
import type { About, Point } from "../../src/types.ts";

/** The tables that tests/steer/test_wall_lines.c compares the library with; it says what the columns are. */
function table(name: string): number[][] {
  const text = readFileSync(`../tests/steer/${name}.inc`, "utf8");
  return text.trim().split("\n").map((line) => JSON.parse(`[${line.replace(/[{}]|,$/g, "")}]`) as number[]);
}

const KINDS = ["wall", "solid", "room"];
const DOOR = 3;

function pointsOf([, , count, ...at]: number[]): Point[] {
  return Array.from({ length: count }, (_, i): Point => [at[2 * i], at[2 * i + 1]]);
}

function sceneryOf(number: number, parts: number[][]): About {
  const here = parts.filter(([scenery]) => scenery === number);
  const walls = here.filter(([, kind]) => kind !== DOOR);
  const doors = here.filter(([, kind]) => kind === DOOR);
  return readAbout({
    fps: 10,
    walls: walls.map((part) => ({ level: 0, kind: KINDS[part[1]], rings: [pointsOf(part)] })),
    doors: doors.map((part) => ({ name: "", level: 0, points: pointsOf(part), open: false })),
  });
}

function far(line: WallLine, [x, y, offset]: number[]): number {
  return Math.max(Math.abs(line.normal[0] - x), Math.abs(line.normal[1] - y), Math.abs(line.offset - offset));
}

test("half-planes of walls are those of the library", () => {
  const parts = table("wall_sceneries");
  const cases = table("wall_lines");
  const sceneries = [0, 1, 2, 3].map((number) => sceneryOf(number, parts));
  let lines = 0;
  cases.forEach(([scenery, x, y, radius, vx, vy, horizon, count, ...expected], i) => {
    const walker = { at: [x, y] as Point, radius, maxSpeed: 2, about: [vx, vy] as Point, horizon, step: 0.1 };
    const found = wallLines(wallPieces(sceneries[scenery], 0), walker);
    assert.equal(found.length, count, `line ${i + 1}: ${JSON.stringify(found)}`);
    for (let each = 0; each < count; each++) {
      const meant = expected.slice(3 * each, 3 * each + 3);
      // Walls that are equally far come in any order.
      const error = Math.min(...found.map((line) => far(line, meant)));
      assert.ok(error < 1e-4, `line ${i + 1}: no half-plane is ${meant}, but ${JSON.stringify(found)}`);
      lines++;
    }
  });
  assert.ok(lines > 200, `only ${lines} half-planes were compared`);
});

test("a box beside a wall that only its disc overlaps comes no nearer", () => {
  const wall = readAbout({ fps: 1, walls: [{ level: 0, kind: "wall", rings: [[[-8, 0], [8, 0]]] }] });
  const line = (y: number, heading: Point): WallLine =>
    wallLines(wallPieces(wall, 0), {
      at: [0, y],
      radius: Math.hypot(0.9, 0.1),
      box: { heading, halfLength: 0.9, halfWidth: 0.1 },
      maxSpeed: 2,
      about: [0, 0],
      horizon: 5,
      step: 0.1,
    })[0];
  assert.equal(far(line(0.2, [1, 0]), [0, 1, 0]), 0);
  assert.equal(far(line(0.2, [0, 1]), [0, 1, 1.8]), 0, "across the wall it gets out");
});

test("a wall cut into parts is the wall itself, and a T has a joint", () => {
  const whole = readAbout({ fps: 1, walls: [{ level: 0, kind: "wall", rings: [[[0, 0], [6, 0]]] }] });
  const cut = readAbout({
    fps: 1,
    walls: [[0, 1, 3.5], [3.5, 5, 6]].map((xs) => ({ level: 0, kind: "wall", rings: [xs.map((x) => [x, 0])] })),
  });
  assert.deepEqual(wallPieces(cut, 0), wallPieces(whole, 0));
  const tee = readAbout({
    fps: 1,
    walls: [
      { level: 0, kind: "wall", rings: [[[0, 0], [3, 0], [6, 0]]] },
      { level: 0, kind: "wall", rings: [[[3, 0], [3, 2]]] },
    ],
  });
  assert.equal(wallPieces(tee, 0).length, 3);
  assert.deepEqual(wallPieces(tee, 0)[0].afterB, [[3, 2], [6, 0]], "left of it stands the stem, right it goes on");
});

test("doors count while they are closed, walls on their own level", () => {
  const door = { name: "d", level: 1, points: [[0, 0], [1, 0]] };
  const room = { level: 0, kind: "room", rings: [[[0, 0], [4, 0], [4, 4], [0, 4]]] };
  const closed = readAbout({ fps: 1, walls: [room], doors: [{ ...door, open: false }] });
  const open = readAbout({ fps: 1, walls: [room], doors: [{ ...door, open: true }] });
  assert.deepEqual([wallPieces(closed, 0).length, wallPieces(closed, 1).length, wallPieces(open, 1).length], [4, 1, 0]);
});
