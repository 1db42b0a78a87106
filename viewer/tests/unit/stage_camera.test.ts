import assert from "node:assert/strict";
import { test } from "node:test";
import { FloorCamera, View, glide } from "../../src/stage/camera.ts";
import { drag, zoomAt } from "../../src/stage/controls.ts";
import { Random } from "../support/random.ts";

function randomView(random: Random): View {
  const camera = new FloorCamera();
  camera.mode = random.next() < 0.5 ? "top" : "perspective";
  camera.centre = [random.next() * 200 - 100, random.next() * 200 - 100];
  camera.height = 2 + random.next() * 100;
  camera.turn = random.next() * 7 - 3.5;
  camera.tilt = 0.3 + random.next() * 1.2;
  const view = new View(camera);
  view.width = 300 + Math.floor(random.next() * 1000);
  view.height = 200 + Math.floor(random.next() * 800);
  view.floor = random.next() * 10;
  view.update();
  return view;
}

test("a point of the floor is found again through the canvas", () => {
  const seed = Date.now() % 100000;
  const random = new Random(seed);
  for (let i = 0; i < 500; i++) {
    const view = randomView(random);
    const { centre, height } = view.camera;
    const [x, y] = [centre[0] + (random.next() - 0.5) * height, centre[1] + (random.next() - 0.5) * height];
    const pixel = view.toCanvas(x, y, view.floor);
    assert.ok(pixel, `seed ${seed}, case ${i}: in front of the camera`);
    const found = view.toFloor(...pixel);
    assert.ok(found, `seed ${seed}, case ${i}: on the floor`);
    const error = Math.hypot(found[0] - x, found[1] - y);
    assert.ok(error < 1e-3 * height, `seed ${seed}, case ${i}: ${error} m away`);
  }
});

test("from above a metre has as many pixels as the height says, x to the right and y up", () => {
  const view = new View(new FloorCamera());
  Object.assign(view, { width: 800, height: 400 });
  Object.assign(view.camera, { centre: [5, 7], height: 20 });
  view.update();
  assert.deepEqual(view.toCanvas(5, 7, 0)?.map(Math.round), [400, 200]);
  assert.deepEqual(view.toCanvas(6, 7, 0)?.map(Math.round), [420, 200]);
  assert.deepEqual(view.toCanvas(5, 9, 0)?.map(Math.round), [400, 160]);
});

test("above the horizon there is no floor", () => {
  const view = new View(new FloorCamera());
  Object.assign(view, { width: 800, height: 800 });
  Object.assign(view.camera, { mode: "perspective", tilt: 0.15 });
  view.update();
  assert.equal(view.toFloor(400, 1), undefined);
  assert.ok(view.toFloor(400, 400));
});

test("dragging and zooming keep the floor under the pointer", () => {
  const seed = Date.now() % 100000;
  const random = new Random(seed);
  for (let i = 0; i < 200; i++) {
    const view = randomView(random);
    const at = { x: view.width * (0.3 + 0.4 * random.next()), y: view.height * (0.4 + 0.4 * random.next()) };
    const before = view.toFloor(at.x, at.y);
    assert.ok(before, `seed ${seed}, case ${i}`);
    const to = { x: at.x + 20, y: at.y + 10 };
    drag(view, at, to);
    zoomAt(view, to, 0.8);
    view.update();
    const after = view.toFloor(to.x, to.y);
    const error = after ? Math.hypot(after[0] - before[0], after[1] - before[1]) : Infinity;
    assert.ok(error < 1e-3 * view.camera.height, `seed ${seed}, case ${i}: ${error} m away`);
  }
});

test("fit shows everything of all stages that share a camera, and only the first of them leads", () => {
  const camera = new FloorCamera();
  const [left, right] = [{}, {}];
  camera.cover(left, [0, 0, 10, 10], 2);
  camera.cover(right, [0, 0, 40, 10], 1);
  camera.fit();
  assert.deepEqual(camera.centre, [20, 5]);
  assert.ok(camera.height >= 40 && camera.height < 50);
  assert.ok(camera.leads(left) && !camera.leads(right));
  camera.leave(left);
  assert.ok(camera.leads(right));
});

test("following closes in on an agent without jumping", () => {
  const camera = new FloorCamera();
  glide(camera, 10, 0, 1 / 60);
  assert.ok(camera.centre[0] > 0.5 && camera.centre[0] < 3);
  for (let i = 0; i < 120; i++) {
    glide(camera, 10, 0, 1 / 60);
  }
  assert.ok(Math.abs(camera.centre[0] - 10) < 0.01);
});
