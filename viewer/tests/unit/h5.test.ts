import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { File, FS, ready } from "h5wasm";
import { withFile } from "../../src/data/h5_file.ts";
import { recordingOf } from "../../src/data/h5_recording.ts";
import { MemorySource } from "../../src/data/memory.ts";
import { velocitySpace } from "../../src/data/velocity_space.ts";
import type { Source } from "../../src/types.ts";
import { lacksCommand, record } from "../support/command.ts";
import { Random } from "../support/random.ts";

const folder = mkdtempSync(join(tmpdir(), "wend-h5-"));
after(() => rmSync(folder, { recursive: true }));

const ARCHIVE = "../../shared/data/bottleneck_0.8m/00_01a.h5";

async function open(bytes: Uint8Array, name: string): Promise<MemorySource> {
  await ready;
  FS!.writeFile(name, bytes);
  try {
    return new MemorySource(await withFile(name, (file) => recordingOf(file, name)));
  } finally {
    FS!.unlink(name);
  }
}

const noArchive = existsSync(ARCHIVE) ? false : "no data of the pedestrian archive here";
test("a file of the pedestrian data archive, whose rows are ordered by person", { skip: noArchive }, async () => {
  const source = await open(readFileSync(ARCHIVE), "archive.h5");
  assert.equal(source.about.fps, 25);
  assert.equal(source.about.walls[0].rings.length, 3);
  let rows = 0;
  for (let i = 0; i < source.frames; i++) rows += source.frame(i)!.count;
  assert.equal(rows, 30701);
  for (let i = 1; i < source.frames; i++) assert.ok(source.timeline.number[i] > source.timeline.number[i - 1]);
  const speeds = [...source.frame(200)!.vx!].map((vx, i) => Math.hypot(vx, source.frame(200)!.vy![i]));
  assert.ok(speeds.every((speed) => speed < 5), `walking speeds, not ${speeds}`);
});

const noCommand = lacksCommand();

function recorded(): Uint8Array {
  const path = join(folder, "run.h5");
  if (!existsSync(path)) record("circle-walls", path);
  return readFileSync(path);
}

test("a recording of ours", { skip: noCommand }, async () => {
  const source = await open(recorded(), "run.h5");
  assert.equal(source.about.fps, 10);
  assert.equal(source.agents.count, 100);
  assert.ok(source.about.walls.length >= 8);
  assert.equal(source.about.profiles[0].name, "walker");
  const first = source.frame(0)!;
  for (let row = 0; row < first.count; row++) assert.ok(Math.abs(Math.hypot(first.x[row], first.y[row]) - 32) < 0.5);
});

/** By how much (m/s) the velocity that everyone chose breaks the worst of their half-planes, for some frames. */
function breaches(source: Source): number[] {
  const found: number[] = [];
  for (let i = 50; i + 1 < source.frames && i < 400; i += 25) {
    const [frame, next] = [source.frame(i)!, source.frame(i + 1)!];
    for (let row = 0; row < frame.count; row++) {
      const space = velocitySpace(source.about, source.agents, frame, row, next);
      if (!space?.chosen) continue;
      const [vx, vy] = space.chosen;
      const each = space.obstacles.map(({ halfPlane: { point, normal } = { point: [0, 0], normal: [0, 0] } }) =>
        Math.max(0, normal[0] * (point[0] - vx) + normal[1] * (point[1] - vy)),
      );
      found.push(Math.max(0, ...each));
    }
  }
  return found;
}

test("velocities that the library chose meet the half-planes that we draw", { skip: noCommand }, async (t) => {
  const source = await open(recorded(), "run.h5");
  if (!source.about.profiles[0].model) return t.skip("the command records no plan");
  const all = breaches(source);
  // A recording is exact to a millimetre, so to 0.01 m/s between frames.
  const kept = all.filter((breach) => breach < 0.01).length;
  assert.ok(all.length > 1000);
  assert.ok(kept > 0.995 * all.length, `${all.length - kept} of ${all.length} break one`);
});

/** Files that h5wasm itself writes, as wrong as it lets us. */
async function written(make: (file: File) => void): Promise<Uint8Array> {
  await ready;
  const file = new File("made.h5", "w");
  make(file);
  file.close();
  const bytes = FS!.readFile("made.h5") as Uint8Array;
  FS!.unlink("made.h5");
  return bytes;
}

test("files without the table are refused in words", async () => {
  await assert.rejects(open(await written(() => {}), "empty.h5"), /no table "trajectory"/);
  const plain = await written((file) => file.create_dataset({ name: "trajectory", data: new Float64Array(4) }));
  await assert.rejects(open(plain, "plain.h5"), /no table "trajectory"/);
  const group = await written((file) => file.create_group("trajectory"));
  await assert.rejects(open(group, "group.h5"), /no table "trajectory"/);
});

test("files that are cut off or damaged do no worse than an Error", { skip: noArchive }, async () => {
  const whole = readFileSync(ARCHIVE);
  for (const share of [0.001, 0.01, 0.3, 0.9]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share));
    await assert.rejects(open(cut, "cut.h5"), /not an HDF5 file, or it is damaged/, `cut to ${share}`);
  }
  await assert.rejects(open(new TextEncoder().encode("id,frame,x,y\n"), "text.h5"), /not an HDF5 file/);
});

test("bytes changed anywhere do no worse than an Error", { skip: noCommand, timeout: 120000 }, async () => {
  const seed = 99;
  const random = new Random(seed);
  const whole = recorded();
  for (let round = 0; round < 60; round++) {
    const bad = Uint8Array.from(whole);
    // Most of what can go wrong is told in the first kilobytes.
    for (let i = 0; i < 8; i++) bad[random.below(random.next() < 0.7 ? 6000 : bad.length)] = random.below(256);
    try {
      await open(bad, "bad.h5");
    } catch (error) {
      assert.ok(error instanceof Error, `seed ${seed} round ${round}: ${String(error)}`);
    }
  }
});
