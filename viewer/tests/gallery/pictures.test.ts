// Pictures for the documents, of scenes that come with Wend: made by shots.mjs, and not part of the usual tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type CameraState, type Shared, writeHash } from "../../src/ui/hash.ts";
import { browserForTests, limits, PAGES, shoot } from "../e2e/browser.ts";
import { lacksCommand, record, serve } from "../support/command.ts";

const browser = browserForTests();
const folder = mkdtempSync(join(tmpdir(), "wend-gallery-"));
after(() => rmSync(folder, { recursive: true }));
const needs = { ...limits, skip: limits.skip || lacksCommand("view") || lacksCommand("serve") };

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

interface Run {
  scenario: string;
  limit: number;
  name?: string;
  more?: string[];
}

async function withRuns(runs: Run[], options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const files = runs.map(({ scenario, limit, name = scenario, more = [] }) => {
    const file = join(folder, `${name}.h5`);
    record(scenario, file, "--limit", String(limit), ...more);
    return file;
  });
  const server = await serve(["view", ...files], PAGES);
  try {
    const { page } = await browser.open(server.address, options);
    await page.waitForFunction(() => window.wend.sources.every((source) => source.done));
    await use(page);
  } finally {
    await server.stop();
  }
}

/** Through the address, as a link that somebody was sent. */
async function show(page: Page, shown: Shared & { time: number }): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), writeHash(shown));
  await settle(page, shown.time);
}

/** Trails ask for frames of the past: the picture is whole when all those have come. */
async function settle(page: Page, time: number): Promise<void> {
  await page.evaluate(async (seconds) => {
    for (const source of window.wend.sources) {
      const last = Math.min(Math.round(seconds * source.about.fps) + 1, source.frames - 1);
      for (let i = Math.max(0, last - 20 * source.about.fps); i <= last; i += 5) await source.wait(Math.floor(i));
    }
    window.wend.seek(seconds);
    window.wend.seek(seconds);
  }, time);
  // The panel is drawn a few times a second.
  await page.waitForTimeout(400);
}

const OFFICE = { scenario: "office-1000", limit: 40 };
const withModel = (name: string): Run => ({ scenario: "antipodal-circle-100", limit: 40, name, more: ["--model", name] });

test("a crowd with trails, by speed", needs, () =>
  withRuns([OFFICE], { colorScheme: "light" }, async (page) => {
    await show(page, { time: 14, colour: "speed", layers: ["trails", "headings"] });
    await shoot(page, "viewer-crowd");
  }),
);

test("a circle in the dark", needs, () =>
  withRuns([{ scenario: "antipodal-circle-250", limit: 40 }], { colorScheme: "dark" }, async (page) => {
    const camera: CameraState = { mode: "top", centre: [0, 0], height: 30, turn: 0, tilt: 1 };
    await show(page, { time: 21, colour: "speed", layers: ["trails", "headings"], camera });
    await shoot(page, "viewer-dark");
  }),
);

test("in perspective", needs, () =>
  withRuns([{ scenario: "circle-walls", limit: 40 }], { colorScheme: "light" }, async (page) => {
    const camera: CameraState = { mode: "perspective", centre: [0, -1], height: 21, turn: 0.5, tilt: 0.7 };
    await show(page, { time: 27, colour: "speed", layers: ["trails", "headings"], camera });
    await shoot(page, "viewer-perspective");
  }),
);

test("one agent and its velocity space", needs, () =>
  withRuns([{ scenario: "four-way-crossing", limit: 30 }], { colorScheme: "light" }, async (page) => {
    const camera: CameraState = { mode: "top", centre: [0, 0], height: 12, turn: 0, tilt: 1 };
    await page.getByRole("tab", { name: "Agent" }).click();
    await show(page, { time: 6, colour: "group", layers: ["trails", "headings"], camera, selected: { view: 0, id: 4 } });
    await shoot(page, "viewer-agent");
  }),
);

test("two runs side by side", needs, () =>
  withRuns([withModel("orca"), withModel("rvo")], { colorScheme: "light" }, async (page) => {
    const camera: CameraState = { mode: "top", centre: [0, 0], height: 17, turn: 0, tilt: 1 };
    await show(page, { time: 14, colour: "speed", layers: ["trails", "headings"], camera });
    await shoot(page, "viewer-compare");
  }),
);

test("a live simulation with its panel", needs, async () => {
  const server = await serve(["serve", "circle-walls"], PAGES);
  try {
    const { page } = await browser.open(server.address, { colorScheme: "dark" });
    await page.evaluate(() => (location.hash = "colour=speed&layers=goals,trails,headings"));
    await page.waitForFunction(() => window.wend.clock.time > 18);
    await shoot(page, "viewer-live");
  } finally {
    await server.stop();
  }
});

test("on a phone", needs, () =>
  withRuns([{ scenario: "circle-walls", limit: 40 }], { ...PHONE, colorScheme: "light" }, async (page) => {
    const camera: CameraState = { mode: "top", centre: [0, 0], height: 30, turn: 0, tilt: 1 };
    await show(page, { time: 20, colour: "speed", layers: ["trails", "headings"], camera });
    await shoot(page, "viewer-phone");
  }),
);
