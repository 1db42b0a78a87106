// How much the page costs: opens synthetic recordings in a headless browser, plays them, and prints the milliseconds of
// JavaScript for each picture and the pictures a second. There is no GPU: software draws.
//   node bench.mjs [AGENTS...]     10000 100000
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildAll } from "./build.mjs";

const CHROMIUM = process.env.WEND_CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const FPS = 10;
const FRAMES = 60;
const SECONDS = 6;
const VELOCITY = 1; // the column
const LAYERS = [["usual", "goals,collisions,headings"], ["trails", "goals,collisions,headings,trails"]];

/** Agents on a square grid, each going round its own small circle. */
function frameOf(number, count) {
  const side = Math.ceil(Math.sqrt(count));
  const bytes = new ArrayBuffer(16 + 20 * count);
  new Uint32Array(bytes, 0, 4).set([bytes.byteLength, number, count, VELOCITY]);
  const agent = new Uint32Array(bytes, 16, count);
  const [x, y, vx, vy] = [1, 2, 3, 4].map((i) => new Float32Array(bytes, 16 + 4 * count * i, count));
  for (let i = 0; i < count; i++) {
    const angle = number / FPS + i;
    agent[i] = i;
    x[i] = (i % side) + 0.3 * Math.cos(angle);
    y[i] = Math.floor(i / side) + 0.3 * Math.sin(angle);
    vx[i] = -0.3 * Math.sin(angle);
    vy[i] = 0.3 * Math.cos(angle);
  }
  return Buffer.from(bytes);
}

const filled = (Type, count, value) => Buffer.from(new Type(count).fill(value).buffer);
const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

function agentsOf(count) {
  const ids = Buffer.from(Float64Array.from({ length: count }, (_, i) => i + 1).buffer);
  const columns = [
    ids,
    filled(Int32Array, count, 0),
    filled(Int32Array, count, FRAMES - 1),
    filled(Uint16Array, count, 0),
    filled(Uint16Array, count, 0),
    filled(Uint8Array, count, 0),
    filled(Float32Array, count, 0.25),
    filled(Float32Array, count, 0.25),
  ];
  return Buffer.concat([Buffer.from(Uint32Array.of(0, count).buffer), ...columns.map(padded)]);
}

function aboutOf(count) {
  const side = Math.ceil(Math.sqrt(count));
  const profiles = [{ name: "walker", model: "orca", max_speed: 2 }];
  return JSON.stringify({ format: 1, title: `${count} agents`, fps: FPS, bounds: [-1, -1, side, side], profiles, groups: ["all"] });
}

/** What `wend view` would answer; each frame is a block. */
function answersOf(count) {
  const numbers = Array.from({ length: FRAMES }, (_, i) => i);
  const progress = { frames: FRAMES, blocks: FRAMES, agents: count, done: true, error: "" };
  const answers = new Map([
    ["/runs.json", JSON.stringify({ live: false, runs: ["bench"] })],
    ["/run/0/about.json", aboutOf(count)],
    ["/run/0/progress.json", JSON.stringify(progress)],
    ["/run/0/index", Buffer.from(Uint32Array.from(numbers.flatMap((i) => [i, 1])).buffer)],
    ["/run/0/agents", agentsOf(count)],
    ["/run/0/timeline", Buffer.from(Int32Array.from(numbers.flatMap((i) => [i, count, 0])).buffer)],
  ]);
  for (const i of numbers) answers.set(`/run/0/block/${i}`, frameOf(i, count));
  return answers;
}

async function serve(answers, pages) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css" };
  const server = createServer(async (request, response) => {
    const path = request.url.replace(/[?#].*/, "");
    const file = path === "/" ? "viewer.html" : path.slice(1);
    const body = answers.get(path) ?? (await readFile(join(pages, file)).catch(() => undefined));
    response.writeHead(body ? 200 : 404, { "Content-Type": types[file.split(".").pop()] ?? "application/octet-stream" });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

async function scriptSeconds(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration").value;
}

/** Everything is loaded before the clock starts: what is measured is showing, not reading. */
async function measure(browser, address, layers) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}#layers=${layers}`);
  await page.evaluate(async () => {
    await window.wend.ready;
    const [source] = window.wend.sources;
    for (let i = 0; i < source.frames; i++) await source.wait(i);
    window.wend.clock.loop = true;
    window.wend.clock.play();
  });
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await scriptSeconds(session);
  const pictures = await page.evaluate((seconds) => {
    const end = performance.now() + 1000 * seconds;
    return new Promise((done) => {
      let count = 0;
      const next = (now) => (count++, now < end ? requestAnimationFrame(next) : done(count));
      requestAnimationFrame(next);
    });
  }, SECONDS);
  const spent = (await scriptSeconds(session)) - before;
  await page.close();
  return { milliseconds: (1000 * spent) / pictures, perSecond: pictures / SECONDS };
}

const pages = await mkdtemp(join(tmpdir(), "wend-bench-"));
await buildAll({ out: pages, minify: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const counts = process.argv.slice(2).map(Number);
console.log("agents   layers   ms a picture   pictures a second");
for (const count of counts.length > 0 ? counts : [10000, 100000]) {
  const server = await serve(answersOf(count), pages);
  for (const [name, layers] of LAYERS) {
    const { milliseconds, perSecond } = await measure(browser, `http://127.0.0.1:${server.address().port}/`, layers);
    const columns = [String(count).padEnd(8), name.padEnd(8), milliseconds.toFixed(1).padStart(12), perSecond.toFixed(1).padStart(19)];
    console.log(columns.join(" "));
  }
  server.closeAllConnections();
  server.close();
}
await browser.close();
await rm(pages, { recursive: true });
