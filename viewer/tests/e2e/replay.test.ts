// A recording that `wend view` serves; without the command, one that a stand-in serves.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lacksCommand, record, serve } from "../support/command.ts";
import { FakeServer } from "../support/fake_server.ts";
import { placeOf, synthetic } from "../support/synthetic.ts";
import { browserForTests, colourAt, distance, limits, PAGES, pressAgent, shoot } from "./browser.ts";

const browser = browserForTests();
const withSynthetic = (use: (server: FakeServer) => Promise<void>): Promise<void> =>
  FakeServer.with({ runs: [synthetic()], pages: PAGES }, use);

test("agents are drawn where they are, at any time", limits, () =>
  withSynthetic(async (server) => {
    const { page, complaints, strays } = await browser.open(server.address);
    const floor = await colourAt(page, 0, [3, 3]);
    for (const seconds of [0, 2, 4.5])
      for (const agent of [0, 4, 9]) {
        const colour = await colourAt(page, seconds, placeOf(agent, 12, seconds * 10, 8));
        assert.ok(distance(colour, floor) > 40, `agent ${agent} at ${seconds} s: ${colour} on ${floor}`);
      }
    assert.ok(distance(await colourAt(page, 2, placeOf(4, 12, 0, 8)), floor) < 40, "it has left where it was");
    await shoot(page, "replay");
    assert.deepEqual(complaints, []);
    assert.deepEqual(strays, []);
  }),
);

test("a barrier is drawn while it stands", limits, () => {
  const run = synthetic();
  const van = { name: "van", level: 0, points: [[-3, 5], [3, 5]], barrier: 1, switches: [20, 40], open: false };
  run.about.doors = [van];
  return FakeServer.with({ runs: [run], pages: PAGES }, async (server) => {
    const { page, complaints } = await browser.open(server.address);
    const floor = await colourAt(page, 0, [3, 3]);
    for (const seconds of [0, 1.9, 2, 3.9, 4, 1, 3]) {
      const stands = seconds < 2 || seconds >= 4;
      const colour = await colourAt(page, seconds, [0, 5]);
      assert.equal(distance(colour, floor) > 40, stands, `at ${seconds} s: ${colour} on ${floor}`);
    }
    assert.deepEqual(complaints, []);
  });
});

test("play, pause, step and the ends by keyboard", limits, () =>
  withSynthetic(async (server) => {
    const { page } = await browser.open(server.address);
    const time = (): Promise<number> => page.evaluate(() => window.wend.clock.time);
    await page.keyboard.press("Home");
    assert.equal(await time(), 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.ok(Math.abs((await time()) - 0.2) < 1e-6, `${await time()} s after two steps`);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.wend.clock.time > 0.5);
    await page.keyboard.press("Space");
    const paused = await time();
    await page.waitForTimeout(300);
    assert.equal(await time(), paused);
    await page.keyboard.press("End");
    assert.ok(Math.abs((await time()) - 4.9) < 1e-6);
  }),
);

test("an agent is selected by a click, and its velocity space appears", limits, () =>
  withSynthetic(async (server) => {
    const { page, complaints } = await browser.open(server.address);
    await page.evaluate(() => window.wend.seek(1));
    await pressAgent(page, 3, placeOf(3, 12, 10, 8), "click");
    await page.getByText("Velocity space").waitFor();
    await shoot(page, "selected");
    assert.deepEqual(complaints, []);
  }),
);

test("dark, perspective and every layer: nothing complains", limits, () =>
  withSynthetic(async (server) => {
    const { page, complaints } = await browser.open(server.address, { colorScheme: "dark" });
    for (const key of "123456789tc") {
      await page.keyboard.press(key);
      await page.evaluate(() => window.wend.seek(2));
    }
    await shoot(page, "dark");
    assert.deepEqual(complaints, []);
  }),
);

test("a page without runs explains itself; a file dropped on it is shown", limits, async (t) => {
  const archive = "../../shared/data/bottleneck_0.8m/00_01a.h5";
  await FakeServer.with({ runs: [], pages: PAGES }, async (server) => {
    const { page, complaints } = await browser.open(server.address);
    await shoot(page, "empty");
    if (!existsSync(archive)) return t.skip("no data of the pedestrian archive here");
    await page.locator("input[type=file]").setInputFiles(archive);
    await page.waitForFunction(() => window.wend.sources.length === 1);
    assert.equal(await page.evaluate(() => window.wend.sources[0].about.fps), 25);
    await page.evaluate(() => window.wend.seek(20));
    await shoot(page, "dropped");
    assert.deepEqual(complaints, []);
  });
});

test("a file that is no recording is refused in words", limits, () =>
  FakeServer.with({ runs: [], pages: PAGES }, async (server) => {
    const { page } = await browser.open(server.address);
    const nonsense = { name: "bad.h5", mimeType: "application/x-hdf5", buffer: Buffer.from("nonsense") };
    await page.locator("input[type=file]").setInputFiles(nonsense);
    await page.getByText(/bad\.h5: this is not an HDF5 file/).waitFor();
  }),
);

const skip = limits.skip || lacksCommand("view");
test("a recording of our own, served by the command", { ...limits, skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "wend-e2e-"));
  const path = join(folder, "run.h5");
  record("circle-walls", path);
  const server = await serve(["view", path], PAGES);
  try {
    const { page, complaints, strays } = await browser.open(server.address);
    await page.waitForFunction(() => window.wend.sources[0].done);
    assert.equal(await page.evaluate(() => window.wend.sources[0].agents.count), 100);
    const first = await page.evaluate(async () => {
      const frame = await window.wend.sources[0].wait(0);
      return [frame.x[0], frame.y[0]] as [number, number];
    });
    const floor = await colourAt(page, 0, [5, 5]);
    assert.ok(distance(await colourAt(page, 0, first), floor) > 40);
    await page.evaluate(() => window.wend.seek(20));
    await shoot(page, "command");
    assert.deepEqual(complaints, []);
    assert.deepEqual(strays, []);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
