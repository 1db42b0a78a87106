// Builds the viewer into one folder: viewer.html, viewer.js, viewer.css, and h5.js, which is loaded only when somebody
// drops an HDF5 file on the page.
//   node build.mjs [--out DIR] [--dev]
import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// One style sheet: that of the charts first, so that ours has the last word.
const styles = `@import "./node_modules/uplot/dist/uPlot.min.css"; @import "./src/style.css";`;

function options() {
  const { values } = parseArgs({
    options: { out: { type: "string" }, dev: { type: "boolean" }, minify: { type: "boolean" } },
  });
  return {
    out: resolve(values.out ?? join(here, "..", "build", "viewer")),
    dev: values.dev ?? false,
    minify: values.minify ?? !values.dev,
  };
}

function bundle(set, extra) {
  return build({
    absWorkingDir: here,
    bundle: true,
    minify: set.minify,
    sourcemap: set.dev ? "linked" : false,
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
    ...extra,
  });
}

/** Builds into the folder set.out; with set.minify, small; with set.dev, with maps of the sources. */
export async function buildAll(set) {
  await mkdir(set.out, { recursive: true });
  const styleSheet = { contents: styles, loader: "css", resolveDir: here };
  await Promise.all([
    // A plain script, not a module: browsers load no modules from file://.
    bundle(set, { entryPoints: ["src/main.ts"], format: "iife", outfile: join(set.out, "viewer.js") }),
    bundle(set, { stdin: styleSheet, outfile: join(set.out, "viewer.css") }),
    bundle(set, { entryPoints: ["src/data/h5.ts"], format: "esm", outfile: join(set.out, "h5.js") }),
  ]);
  await copyFile(join(here, "src", "page.html"), join(set.out, "viewer.html"));
}

async function printSizes(folder) {
  for (const name of ["viewer.html", "viewer.js", "viewer.css", "h5.js"]) {
    const { size } = await stat(join(folder, name));
    console.log(`${name.padEnd(12)} ${(size / 1024).toFixed(0).padStart(6)} KiB`);
  }
}

async function main() {
  try {
    const set = options();
    await buildAll(set);
    await printSizes(set.out);
  } catch (error) {
    // What esbuild finds wrong it has printed already, with the place.
    if (!error.errors) console.error(`build.mjs: ${error.message}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
