import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readAbout } from "../../src/data/about.ts";
import { discObstacle, nearestFace, velocitySpace, type VelocitySpace } from "../../src/data/velocity_space.ts";
import { decodeFrame } from "../../src/data/decode.ts";
import { AgentTable } from "../../src/data/tables.ts";
import type { Point } from "../../src/types.ts";
import { encodeAgents, encodeFrame } from "../support/encode.ts";
import { Random } from "../support/random.ts";

/** The table that tests/steer/test_half_planes.c compares the library with. */
function libraryCases(): number[][] {
  const text = readFileSync("../tests/steer/half_planes.inc", "utf8");
  return text.trim().split("\n").map((line) => JSON.parse(`[${line.replace(/[{}]|,$/g, "")}]`) as number[]);
}

test("half-planes are those of the library", () => {
  const cases = libraryCases();
  assert.ok(cases.length >= 64);
  cases.forEach(([px, py, reach, horizon, wx, wy, nx, ny, distance], i) => {
    const face = nearestFace(discObstacle([px, py], reach, horizon, 0.1), [wx, wy]);
    const error = Math.max(Math.abs(face.normal[0] - nx), Math.abs(face.normal[1] - ny));
    assert.ok(error < 1e-5, `line ${i + 1}: normal ${face.normal}, expected ${nx}, ${ny}`);
    assert.ok(Math.abs(face.distance - distance) < 1e-4, `line ${i + 1}: ${face.distance}, expected ${distance}`);
  });
});

interface Body {
  at: Point;
  velocity: Point;
  radius: number;
}

function spaceOf(bodies: Body[], parameters: Record<string, number> = {}, model = "orca"): VelocitySpace | undefined {
  const about = readAbout({ fps: 10, profiles: [{ name: "p", model, max_speed: 2, parameters }] });
  const agents = new AgentTable();
  const common = { first: 0, last: 0, profile: 0, group: 0, shape: 0 };
  agents.add(encodeAgents(0, bodies.map((b, i) => ({ id: i, ...common, halfLength: b.radius, halfWidth: b.radius }))));
  const frame = decodeFrame(
    encodeFrame({
      number: 0,
      agent: bodies.map((_, i) => i),
      x: bodies.map((b) => b.at[0]),
      y: bodies.map((b) => b.at[1]),
      vx: bodies.map((b) => b.velocity[0]),
      vy: bodies.map((b) => b.velocity[1]),
      preferredX: bodies.map(() => 1),
      preferredY: bodies.map(() => 0),
    }),
  ).frame;
  return velocitySpace(about, agents, frame, 0, frame);
}

function randomBody(random: Random): Body {
  return {
    at: [random.between(-4, 4), random.between(-4, 4)],
    velocity: [random.between(-1.5, 1.5), random.between(-1.5, 1.5)],
    radius: random.between(0.1, 0.4),
  };
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];

/** The least distance of two centres within a time. */
function closest(from: Point, velocity: Point, seconds: number): number {
  const speed2 = dot(velocity, velocity);
  const t = speed2 > 0 ? Math.min(Math.max(-dot(from, velocity) / speed2, 0), seconds) : 0;
  return Math.hypot(from[0] + t * velocity[0], from[1] + t * velocity[1]);
}

test("velocities that both half-planes allow never lead to a collision within the horizon", () => {
  const seed = 31;
  const random = new Random(seed);
  let checked = 0;
  for (let round = 0; round < 3000; round++) {
    const [a, b] = [randomBody(random), randomBody(random)];
    const horizon = random.between(0.5, 4);
    const mine = spaceOf([a, b], { horizon, neighbour_distance: 50 })!.obstacles[0];
    const theirs = spaceOf([b, a], { horizon, neighbour_distance: 50 })!.obstacles[0];
    if (!mine.legs) continue; // they overlap
    const va: Point = [random.between(-2, 2), random.between(-2, 2)];
    const vb: Point = [random.between(-2, 2), random.between(-2, 2)];
    if (dot(sub(va, mine.halfPlane!.point), mine.halfPlane!.normal) < 0) continue;
    if (dot(sub(vb, theirs.halfPlane!.point), theirs.halfPlane!.normal) < 0) continue;
    checked++;
    const gap = closest(sub(a.at, b.at), sub(va, vb), horizon) - a.radius - b.radius;
    assert.ok(gap > -1e-5, `seed ${seed} round ${round}: they overlap by ${-gap}`);
  }
  assert.ok(checked > 300, `only ${checked} pairs were tried`);
});

test("a velocity is inside the obstacle drawn if and only if it collides", () => {
  const seed = 32;
  const random = new Random(seed);
  for (let round = 0; round < 3000; round++) {
    const [a, b] = [randomBody(random), randomBody(random)];
    const horizon = random.between(0.5, 4);
    const { legs, centre, radius } = spaceOf([a, b], { horizon, neighbour_distance: 50 }, "vo")!.obstacles[0];
    if (!legs) continue;
    const v: Point = [random.between(-3, 3), random.between(-3, 3)];
    const gap = closest(sub(a.at, b.at), sub(v, b.velocity), horizon) - a.radius - b.radius;
    if (Math.abs(gap) < 1e-3) continue;
    const fromCentre = sub(v, centre);
    const betweenLegs = legs.every((leg) => dot(sub(v, leg.from), leg.normal) < 0);
    const beyondFront = legs.every((leg) => dot(sub(v, leg.from), leg.direction) > 0);
    const inside = Math.hypot(...fromCentre) < radius || (betweenLegs && (beyondFront || pastFront(v, legs, centre)));
    assert.equal(inside, gap < 0, `seed ${seed} round ${round}`);
  }
});

/** Beyond the chord between the feet of the legs, on the side away from the apex. */
function pastFront(v: Point, legs: NonNullable<VelocitySpace["obstacles"][0]["legs"]>, centre: Point): boolean {
  const middle: Point = [(legs[0].from[0] + legs[1].from[0]) / 2, (legs[0].from[1] + legs[1].from[1]) / 2];
  return dot(sub(v, middle), sub(centre, middle)) > 0;
}

test("neighbours: the nearest, within the distance, as many as the profile says", () => {
  const bodies = [0, 3, 1, 2, 9].map((x): Body => ({ at: [x, 0], velocity: [0, 0], radius: 0.2 }));
  assert.deepEqual(spaceOf(bodies)!.obstacles.map((o) => o.row), [2, 3, 1]);
  assert.deepEqual(spaceOf(bodies, { max_neighbours: 2 })!.obstacles.map((o) => o.row), [2, 3]);
  assert.deepEqual(spaceOf(bodies, { neighbour_distance: 1.5 })!.obstacles.map((o) => o.row), [2]);
});

test("overlapping bodies have no legs, and part within a step", () => {
  const bodies: Body[] = [
    { at: [0, 0], velocity: [0, 0], radius: 0.5 },
    { at: [0.9, 0], velocity: [0, 0], radius: 0.5 },
  ];
  const [obstacle] = spaceOf(bodies)!.obstacles;
  assert.equal(obstacle.legs, undefined);
  assert.ok(Math.abs(obstacle.radius - 10) < 1e-9);
  assert.ok(Math.abs(obstacle.halfPlane!.point[0] + 0.5) < 1e-5, "half of the 0.1 m in 0.1 s, backwards");
});

test("models without velocity obstacles have no velocity space", () => {
  const bodies: Body[] = [{ at: [0, 0], velocity: [0, 0], radius: 0.5 }];
  assert.equal(spaceOf(bodies, {}, "straight"), undefined);
  const rvo = spaceOf([bodies[0], { at: [2, 0], velocity: [-1, 0], radius: 0.5 }], {}, "rvo")!;
  assert.deepEqual(rvo.obstacles[0].apex, [-0.5, 0]);
  assert.equal(rvo.obstacles[0].halfPlane, undefined);
  assert.deepEqual(rvo.preferred, [1, 0]);
  assert.deepEqual(rvo.chosen, [0, 0]);
});
