// A telephone: small, upright, by touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeServer } from "../support/fake_server.ts";
import { placeOf, synthetic } from "../support/synthetic.ts";
import { browserForTests, limits, PAGES, pressAgent, shoot } from "./browser.ts";

const browser = browserForTests();
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

test("everything fits, and what is to be touched is large enough", limits, () =>
  FakeServer.with({ runs: [synthetic()], pages: PAGES }, async (server) => {
    const { page, complaints } = await browser.open(server.address, PHONE);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    for (const button of await page.locator("footer button:visible, header button:visible").all()) {
      const box = await button.boundingBox();
      const name = await button.getAttribute("aria-label");
      assert.ok(box!.width >= 36 && box!.height >= 36, `"${name}" has ${box!.width} x ${box!.height} px`);
      assert.ok(box!.x >= 0 && box!.x + box!.width <= 390, `"${name}" is off the screen`);
    }
    await shoot(page, "phone");
    assert.deepEqual(complaints, []);
  }),
);

test("an agent is selected by a tap", limits, () =>
  FakeServer.with({ runs: [synthetic()], pages: PAGES }, async (server) => {
    const { page } = await browser.open(server.address, PHONE);
    await page.evaluate(() => window.wend.seek(1));
    await pressAgent(page, 3, placeOf(3, 12, 10, 8), "tap");
    await page.getByText("Velocity space").waitFor({ state: "attached" });
    await shoot(page, "phone-selected");
  }),
);

test("two runs stand above each other", limits, () =>
  FakeServer.with({ runs: [synthetic(), synthetic(12, 50, 5)], pages: PAGES }, async (server) => {
    const { page } = await browser.open(server.address, PHONE);
    const [a, b] = await Promise.all((await page.locator(".view").all()).map((view) => view.boundingBox()));
    assert.ok(a!.y + a!.height <= b!.y + 1);
    await shoot(page, "phone-compare");
  }),
);
