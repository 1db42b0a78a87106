// Runs the tests: those without a browser first, then those that drive one.
//   node test.mjs [WORD...]     only files whose path holds one of the words: unit, e2e, decode, ...
// The word "gallery" makes the pictures for the documents; nothing else does (see shots.mjs).
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildAll } from "./build.mjs";

const here = dirname(fileURLToPath(import.meta.url));
// Below node_modules, so that what is not bundled is found from there.
const bundled = join(here, "node_modules", ".cache", `wend-tests-${process.pid}`);

async function testFiles(kind, words) {
  const folder = join("tests", kind);
  const names = await readdir(join(here, folder)).catch(() => []);
  return names
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort();
}

async function bundle(files) {
  await mkdir(bundled, { recursive: true });
  await build({
    absWorkingDir: here,
    entryPoints: files,
    outdir: bundled,
    outbase: "tests",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    sourcemap: "inline",
    outExtension: { ".js": ".mjs" },
    external: ["playwright-core", "esbuild", "h5wasm"],
    logLevel: "warning",
  });
  return files.map((file) => join(bundled, file.slice("tests/".length).replace(/\.ts$/, ".mjs")));
}

/** What is tested in a browser is what the sources are now, not what was built some time ago. */
async function buildPages() {
  const pages = join(bundled, "pages");
  await buildAll({ out: pages, minify: true });
  process.env.WEND_VIEWER_DIR = pages;
}

function runFiles(files, concurrency, count) {
  return new Promise((done) => {
    const events = run({ files, concurrency });
    events.on("test:pass", (event) => {
      if (event.details.type === "suite") return;
      count[event.skip !== undefined || event.todo !== undefined ? "skipped" : "passed"]++;
    });
    events.on("test:fail", (event) => {
      if (event.details.type !== "suite") count.failed++;
    });
    events.on("end", done);
    events.compose(new spec()).pipe(process.stdout, { end: false });
  });
}

const words = process.argv.slice(2);
const count = { passed: 0, failed: 0, skipped: 0 };
process.chdir(here);
try {
  for (const [kind, concurrency] of [["unit", true], ["e2e", 1], ["gallery", 1]]) {
    const files = kind === "gallery" && !words.includes(kind) ? [] : await testFiles(kind, words);
    if (files.length === 0) continue;
    if (kind !== "unit") await buildPages();
    await runFiles(await bundle(files), concurrency, count);
  }
} catch (error) {
  if (!error.errors) console.error(`test.mjs: ${error.message}`);
  count.failed++;
} finally {
  await rm(bundled, { recursive: true, force: true });
}
console.log(`viewer: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 || count.passed + count.skipped === 0 ? 1 : 0;
