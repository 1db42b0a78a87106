// Makes the pictures of the documents again: docs/images/viewer-*.png.
//   node shots.mjs [--copy]     --copy: those of the last time, as they are in build/viewer/shots
import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { smallPng } from "./small_png.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const SHOTS = join(here, "..", "build", "viewer", "shots");
const IMAGES = join(here, "..", "docs", "images");
const MOST_BYTES = 150e3; // nobody should wait for a manual

if (!process.argv.includes("--copy")) {
  const tests = spawnSync(process.execPath, ["test.mjs", "gallery"], { cwd: here, stdio: "inherit" });
  if (tests.status !== 0) process.exit(1);
}
for (const name of (await readdir(SHOTS)).filter((each) => /^viewer-.*\.png$/.test(each))) {
  const picture = smallPng(await readFile(join(SHOTS, name)));
  const note = picture.length > MOST_BYTES ? `  more than ${MOST_BYTES / 1e3} KB: show less in it` : "";
  if (note) process.exitCode = 1;
  else await writeFile(join(IMAGES, name), picture);
  console.log(`${name.padEnd(28)} ${(picture.length / 1e3).toFixed(0).padStart(5)} KB${note}`);
}
