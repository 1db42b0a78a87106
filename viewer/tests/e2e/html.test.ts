// One page that holds everything, opened from disk: as `wend view --html` makes it, and as the protocol says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { COMMAND, lacksCommand, record } from "../support/command.ts";
import { agentsOf, blocksOf, indexOf, placeOf, synthetic, timelineOf, type Synthetic } from "../support/synthetic.ts";
import { browserForTests, colourAt, distance, limits, PAGES, shoot } from "./browser.ts";

const browser = browserForTests();
const folder = mkdtempSync(join(tmpdir(), "wend-html-"));
after(() => rmSync(folder, { recursive: true }));

const pageAddress = (name: string): string => pathToFileURL(join(folder, name)).href;

function element(part: string, bytes: ArrayBuffer | string, run: number): string {
  const packed = gzipSync(typeof bytes === "string" ? bytes : Buffer.from(bytes)).toString("base64");
  return `<script type="application/wend" data-run="${run}" ${part}>${packed}</script>\n`;
}

function elements(run: Synthetic, number: number): string {
  const parts: [string, ArrayBuffer | string][] = [
    ['data-part="about"', JSON.stringify(run.about)],
    ['data-part="index"', indexOf(run)],
    ['data-part="agents"', agentsOf(run)],
    ['data-part="timeline"', timelineOf(run)],
    ...blocksOf(run).map((bytes, block): [string, ArrayBuffer] => [`data-part="block" data-block="${block}"`, bytes]),
  ];
  return parts.map(([part, bytes]) => element(part, bytes, number)).join("");
}

/** The built viewer with its script and style inside. */
function wholePage(data: string): string {
  const read = (name: string): string => readFileSync(join(PAGES, name), "utf8");
  const script = read("viewer.js").replaceAll("</script", "<\\/script");
  return read("viewer.html")
    .replace('<link rel="stylesheet" href="viewer.css">', () => `<style>${read("viewer.css")}</style>`)
    .replace('<script src="viewer.js"></script>', () => `${data}<script>${script}</script>`);
}

test("a page with two runs inside opens from disk and asks for nothing", limits, async () => {
  writeFileSync(join(folder, "two.html"), wholePage(elements(synthetic(), 0) + elements(synthetic(12, 50, 5), 1)));
  const { page, complaints, strays } = await browser.open(pageAddress("two.html"), { offline: true });
  assert.equal(await page.evaluate(() => window.wend.sources.length), 2);
  const floor = await colourAt(page, 0, [2, 2]);
  assert.ok(distance(await colourAt(page, 3, placeOf(4, 12, 30, 8)), floor) > 40);
  assert.ok(distance(await colourAt(page, 3, placeOf(4, 12, 30, 5), 1), floor) > 40);
  await shoot(page, "html");
  assert.deepEqual(complaints, []);
  assert.deepEqual(strays, []);
});

test("while a run is read the page does not say that there is none", limits, async () => {
  const look = `<script>addEventListener("DOMContentLoaded", () => {
    window.saidEmpty = !document.querySelector(".empty").hidden;
  })</script>`;
  writeFileSync(join(folder, "read.html"), wholePage(elements(synthetic(), 0)) + look);
  const { page } = await browser.open(pageAddress("read.html"));
  assert.equal(await page.evaluate(() => (window as { saidEmpty?: boolean }).saidEmpty), false);
  assert.equal(await page.locator(".empty").isVisible(), false);
});

test("a page without a run says so", limits, async () => {
  writeFileSync(join(folder, "none.html"), wholePage(""));
  const { page } = await browser.open(pageAddress("none.html"));
  assert.equal(await page.locator(".empty").isVisible(), true);
});

test("a page that lost a part says so", limits, async () => {
  const broken = elements(synthetic(), 0).replace('data-part="agents"', 'data-part="lost"');
  writeFileSync(join(folder, "broken.html"), wholePage(broken));
  const { page } = await browser.open(pageAddress("broken.html"));
  await page.getByText(/not whole/).waitFor();
});

const skip = limits.skip || lacksCommand("view");
test("a page that the command made", { ...limits, skip }, async () => {
  const recording = join(folder, "run.h5");
  record("circle-walls", recording);
  execFileSync(COMMAND, ["view", recording, "--html", join(folder, "run.html"), "--quiet"], {
    env: { ...process.env, WEND_VIEWER_DIR: PAGES },
    stdio: "ignore",
  });
  const { page, complaints, strays } = await browser.open(pageAddress("run.html"), { offline: true });
  const seen = await page.evaluate(async () => {
    const [source] = window.wend.sources;
    const last = await source.wait(source.frames - 1);
    return { frames: source.frames, agents: source.agents.count, last: last.number };
  });
  assert.equal(seen.agents, 100);
  assert.ok(seen.frames > 100 && seen.last >= seen.frames - 1);
  await page.evaluate(() => window.wend.seek(20));
  await shoot(page, "html-command");
  assert.deepEqual(complaints, []);
  assert.deepEqual(strays, []);
});
