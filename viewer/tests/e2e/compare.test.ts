// Two runs side by side: one clock, one camera.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeServer } from "../support/fake_server.ts";
import { placeOf, synthetic } from "../support/synthetic.ts";
import { browserForTests, colourAt, distance, limits, PAGES, shoot } from "./browser.ts";

const browser = browserForTests();

test("two runs side by side show the same time and the same place", limits, () =>
  FakeServer.with({ runs: [synthetic(12, 50, 8), synthetic(12, 30, 5)], pages: PAGES }, async (server) => {
    const { page, complaints, strays } = await browser.open(server.address);
    assert.equal(await page.evaluate(() => window.wend.stages.length), 2);
    const [left, right] = await page.locator(".view").all();
    const [a, b] = [await left.boundingBox(), await right.boundingBox()];
    assert.ok(a!.x + a!.width <= b!.x + 1, "one beside the other");
    const floor = await colourAt(page, 0, [2, 2], 0);
    for (const [run, radius] of [[0, 8], [1, 5]]) {
      const colour = await colourAt(page, 1.5, placeOf(4, 12, 15, radius), run);
      assert.ok(distance(colour, floor) > 40, `run ${run}: ${colour} on ${floor}`);
    }
    const zoomed = await page.evaluate(() => {
      window.wend.stages[0].camera.centre = [1, 2];
      window.wend.stages[0].camera.height = 9;
      window.wend.seek(1);
      return window.wend.stages.map((stage) => [...stage.camera.centre, stage.camera.height]);
    });
    assert.deepEqual(zoomed[0], zoomed[1]);
    await shoot(page, "compare");
    assert.deepEqual(complaints, []);
    assert.deepEqual(strays, []);
  }),
);

test("the shorter run stays at its end while the longer goes on", limits, () =>
  FakeServer.with({ runs: [synthetic(12, 50, 8), synthetic(12, 30, 5)], pages: PAGES }, async (server) => {
    const { page } = await browser.open(server.address);
    const floor = await colourAt(page, 0, [2, 2], 1);
    const atEnd = await colourAt(page, 4.5, placeOf(4, 12, 29, 5), 1);
    assert.ok(distance(atEnd, floor) > 40, `${atEnd} on ${floor}`);
  }),
);
