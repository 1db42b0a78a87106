import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { build } from "esbuild";
import { chromium, type Browser, type Page } from "playwright-core";
import palette from "../../palette.json";
import { rgba } from "../../src/stage/colours.ts";
import type {} from "./stage_page.ts";

const CHROMIUM = process.env.WEND_CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const limits = { skip: existsSync(CHROMIUM) ? false : "no browser: chromium is not installed", timeout: 90000 };
const PAGE = "<style>body { margin: 0 } canvas { width: 400px; height: 400px; display: block }</style><canvas></canvas>";

let browser: Browser | undefined;
let script = "";
let page: Page;
let complaints: string[] = [];

before(async () => {
  if (limits.skip) return;
  const built = await build({ entryPoints: ["tests/e2e/stage_page.ts"], bundle: true, write: false, format: "iife", target: "es2022" });
  script = built.outputFiles[0].text;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
});

after(() => browser?.close());

beforeEach(async () => {
  if (!browser) return;
  page = await browser.newPage({ viewport: { width: 400, height: 400 } });
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.setContent(PAGE);
  await page.addScriptTag({ content: script });
});

function colourAt(x: number, y: number): Promise<number[]> {
  return page.evaluate(([u, v]) => window.bench.colourAt(u, v), [x, y]);
}

/** Colours as the palette has them, but for rounding. */
function assertColour(seen: number[], hex: string, what: string): void {
  const meant = rgba(hex).slice(0, 3).map((value) => value * 255);
  const away = Math.max(...seen.map((value, i) => Math.abs(value - meant[i])));
  assert.ok(away <= 3, `${what}: ${seen} instead of ${meant.map(Math.round)}`);
}

test("agents are where they are, in their shapes and colours", limits, async () => {
  assertColour(await colourAt(-4, 0), palette.categories[0], "the disc");
  assertColour(await colourAt(-4, 0.5), palette.light.floor, "beside the disc");
  assertColour(await colourAt(0, 0.1), palette.categories[1], "the box");
  assertColour(await colourAt(4, 0.22), palette.categories[2], "the ellipse, across");
  assertColour(await colourAt(4.3, 0), palette.light.floor, "the ellipse, along");
  assertColour(await colourAt(7, 7), palette.light.solid, "the solid");
  assert.deepEqual(complaints, []);
});

test("between two frames agents are on the way, and who has left is gone", limits, async () => {
  await page.evaluate(() => window.bench.show(0, 0.5));
  assertColour(await colourAt(4.5, 0), palette.categories[2], "halfway");
  assertColour(await colourAt(4.1, 0), palette.light.floor, "no longer at the start");
  await page.evaluate(() => window.bench.show(2, 0));
  assertColour(await colourAt(0, 0.1), palette.light.floor, "gone");
  assertColour(await colourAt(-4, 0), palette.categories[0], "still there");
});

test("speed goes along the ramp", limits, async () => {
  await page.evaluate(() => window.bench.stage.setColour("speed"));
  assertColour(await colourAt(-4, 0), palette.ramp[0], "standing");
  assertColour(await colourAt(0, 0.1), palette.ramp.at(-1)!, "as fast as it can");
});

test("the dark theme is dark", limits, async () => {
  await page.evaluate(() => window.bench.stage.setTheme("dark"));
  assertColour(await colourAt(-8, -8), palette.dark.floor, "the floor");
  assertColour(await colourAt(7, 7), palette.dark.solid, "the solid");
});

test("in perspective bodies stand on the floor", limits, async () => {
  const [feet, above, bare] = await page.evaluate(() => {
    const { bench } = window;
    Object.assign(bench.stage.camera, { mode: "perspective", tilt: 0.5 });
    bench.stage.draw();
    const [x, y] = bench.stage.toCanvas([-4, 0]);
    const metre = 400 / bench.stage.camera.height;
    return [bench.pixelAt(x, y - 0.2 * metre), bench.pixelAt(x, y - metre), bench.pixelAt(x, y - 3 * metre)];
  });
  for (const body of [feet, above]) {
    assert.ok(body[2] > body[0] + 40, `bluish: ${body}`);
  }
  assertColour(bare, palette.light.floor, "behind the agent");
  assert.deepEqual(complaints, []);
});

for (const mode of ["top", "perspective"] as const) {
  test(`agents are picked where they are shown (${mode})`, limits, async () => {
    const picked = await page.evaluate((seen) => {
      const { stage } = window.bench;
      stage.camera.mode = seen;
      window.bench.show(0, 0.5);
      stage.draw();
      const at = (x: number, y: number) => stage.pick(...stage.toCanvas([x, y]));
      return [at(-4, 0), at(0, 0.1), at(4.5, 0), at(-8, -8)];
    }, mode);
    assert.deepEqual(picked, [0, 1, 2, undefined]);
  });
}

test("layers draw what they say, and say what they drew", limits, async () => {
  const seen = await page.evaluate(() => {
    const { bench } = window;
    const beside = () => bench.colourAt(-4, 0.45);
    const colours: Record<string, number[]> = {};
    for (const layer of ["density", "voronoi"] as const) {
      bench.stage.setLayer(layer, true);
      colours[layer] = beside();
      bench.stage.setLayer(layer, false);
    }
    bench.stage.setLayer("trails", true);
    bench.show(1, 0);
    colours.trails = bench.colourAt(4.5, 0);
    bench.stage.setLayer("density", true);
    const legend = bench.stage.legend();
    return { colours, layers: bench.stage.layers(), legends: legend.layers?.map((one) => one.title) };
  });
  for (const [layer, colour] of Object.entries(seen.colours)) {
    assert.notDeepEqual(colour, [255, 255, 255], layer);
  }
  assert.ok(seen.layers.includes("density") && !seen.layers.includes("voronoi"));
  assert.deepEqual(seen.legends, ["Density"]);
  assert.deepEqual(complaints, []);
});

test("rings mark the selected and those that overlap", limits, async () => {
  const reds = await page.evaluate(() => {
    const { bench } = window;
    const around = () => {
      const [x, y] = bench.stage.toCanvas([-4, 0]);
      const found = [];
      for (let far = 5; far < 16; far++) found.push(bench.pixelAt(x, y - far).join());
      return found;
    };
    const bare = around();
    bench.stage.setLayer("collisions", true);
    const overlapping = around();
    bench.stage.setLayer("collisions", false);
    bench.stage.select(0);
    return { bare, overlapping, selected: around() };
  });
  assert.notDeepEqual(reds.overlapping, reds.bare);
  assert.notDeepEqual(reds.selected, reds.bare);
  assert.notDeepEqual(reds.selected, reds.overlapping);
});

test("signals are green and red in their time", limits, async () => {
  const [early, late, hidden] = await page.evaluate(() => {
    const { bench } = window;
    const times = { cycle: 0.3, green: 0.15, offset: 0 };
    bench.stage.setAbout({ ...bench.about, signals: [{ name: "", level: 0, points: [[-8, 5], [-2, 5]], ...times }] });
    const green = bench.colourAt(-5, 5);
    bench.show(2, 0);
    const red = bench.colourAt(-5, 5);
    bench.stage.setLevel(1);
    return [green, red, bench.colourAt(-5, 5)];
  });
  assertColour(early, palette.light.goal, "at 0 s");
  assertColour(late, palette.light.collision, "at 0.2 s");
  assert.notDeepEqual(hidden, late, "on another level");
});

test("the floor follows the pointer, and the wheel zooms", limits, async () => {
  const floorAt = (x: number, y: number) => page.evaluate(([u, v]) => window.bench.stage.toFloor(u, v), [x, y]);
  const before = await floorAt(150, 150);
  await page.mouse.move(150, 150);
  await page.mouse.down();
  await page.mouse.move(220, 180, { steps: 4 });
  await page.mouse.up();
  const after = await floorAt(220, 180);
  assert.ok(Math.hypot(after![0] - before![0], after![1] - before![1]) < 0.01);
  const height = await page.evaluate(() => window.bench.stage.camera.height);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((was) => window.bench.stage.camera.height < was, height);
  const still = await floorAt(220, 180);
  assert.ok(Math.hypot(still![0] - after![0], still![1] - after![1]) < 0.01);
});

test("a run of nothing but agents has ground to stand on", limits, async () => {
  const [agent, ground] = await page.evaluate(() => {
    const { bench } = window;
    const nothing = { walls: [], doors: [], goals: [], lines: [], levels: [], profiles: [], groups: [] };
    const about = { format: 1, live: false, fps: 10, origin: [0, 0], bounds: [-10, -10, 10, 10], signals: [], models: [], ...nothing };
    bench.stage.setAbout(about as unknown as Parameters<typeof bench.stage.setAbout>[0]);
    bench.stage.camera.mode = "perspective";
    bench.stage.draw();
    bench.stage.camera.mode = "top";
    return [bench.colourAt(-4, 0), bench.colourAt(-8, -8)];
  });
  assertColour(agent, palette.categories[0], "the disc");
  assertColour(ground, palette.light.floor, "the ground");
  assert.deepEqual(complaints, []);
});

test("a lost context comes back with its picture", limits, async () => {
  await page.evaluate(async () => {
    const { canvas, stage } = window.bench;
    stage.draw();
    const loss = canvas.getContext("webgl2")!.getExtension("WEBGL_lose_context")!;
    const heard = (name: string) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const lost = heard("webglcontextlost");
    loss.loseContext();
    await lost;
    stage.draw();
    // Only after the event has been through all who listen may the context be asked back.
    await new Promise((later) => setTimeout(later, 0));
    const restored = heard("webglcontextrestored");
    loss.restoreContext();
    await restored;
  });
  assertColour(await colourAt(-4, 0), palette.categories[0], "the disc");
  assertColour(await colourAt(7, 7), palette.light.solid, "the solid");
});

test("closing frees the GPU's memory of it, and the pointer", limits, async () => {
  const centre = await page.evaluate(() => {
    window.bench.stage.draw();
    window.bench.stage.close();
    return window.bench.stage.camera.centre;
  });
  await page.mouse.move(100, 100);
  await page.mouse.down();
  await page.mouse.move(200, 200);
  assert.deepEqual(await page.evaluate(() => window.bench.stage.camera.centre), centre);
  assert.deepEqual(complaints, []);
});
