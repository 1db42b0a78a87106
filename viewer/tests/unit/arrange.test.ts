import assert from "node:assert/strict";
import { test } from "node:test";
import { readAbout } from "../../src/data/about.ts";
import { arrange } from "../../src/data/arrange.ts";
import { MemorySource } from "../../src/data/memory.ts";
import { readRows, type Member, type RowTable } from "../../src/data/rows.ts";
import { Random } from "../support/random.ts";

type Row = Record<string, number>;

const TYPES: Record<string, [Member["kind"], number]> = {
  id: ["integer", 8],
  frame: ["integer", 8],
  profile: ["integer", 4],
  group: ["integer", 2],
};

function tableOf(rows: Row[], names: string[], littleEndian = true): RowTable {
  let rowBytes = 3; // odd on purpose: members need no alignment
  const members = names.map((name): Member => {
    const [kind, size] = TYPES[name] ?? ["float", 8];
    rowBytes += size;
    return { name, offset: rowBytes - size, size, kind, signed: true, littleEndian };
  });
  const bytes = new Uint8Array(rows.length * rowBytes);
  const view = new DataView(bytes.buffer);
  rows.forEach((row, i) => {
    for (const { name, offset, size, kind } of members) {
      const at = i * rowBytes + offset;
      if (kind === "float") view.setFloat64(at, row[name], littleEndian);
      else if (size === 8) view.setBigInt64(at, BigInt(row[name]), littleEndian);
      else if (size === 4) view.setInt32(at, row[name], littleEndian);
      else view.setInt16(at, row[name], littleEndian);
    }
  });
  const read = (from: number, count: number): Uint8Array => bytes.slice(from * rowBytes, (from + count) * rowBytes);
  return { rows: rows.length, rowBytes, members, read };
}

function shuffled<T>(all: T[], random: Random): T[] {
  const copy = [...all];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

/** Agents 10, 20, ... start one frame after the other and walk along x at their number / 10 m/s. */
function walkers(): Row[] {
  const rows: Row[] = [];
  for (let who = 1; who <= 5; who++)
    for (let frame = who; frame < who + 8; frame++) rows.push({ id: 10 * who, frame, x: (who * (frame - who)) / 100, y: who });
  return rows;
}

test("rows in any order and of either byte order become the same frames", () => {
  const seed = 5;
  const random = new Random(seed);
  const names = ["id", "frame", "x", "y"];
  const sorted = [...walkers()].sort((a, b) => a.frame - b.frame || a.id - b.id);
  for (const rows of [sorted, walkers(), shuffled(walkers(), random)]) {
    const read = readRows(tableOf(rows, names, rows !== sorted)).rows;
    const source = new MemorySource(arrange(read, readAbout({ fps: 10 })));
    assert.equal(source.frames, 12, `seed ${seed}`);
    assert.deepEqual([...source.timeline.agents], [1, 2, 3, 4, 5, 5, 5, 5, 4, 3, 2, 1]);
    assert.deepEqual([...source.agents.id], [10, 20, 30, 40, 50]);
    assert.deepEqual([...source.agents.first], [1, 2, 3, 4, 5]);
    assert.deepEqual([...source.agents.last], [8, 9, 10, 11, 12]);
    for (let i = 0; i < source.frames; i++) {
      const frame = source.frame(i)!;
      assert.equal(frame.number, i + 1);
      for (let row = 0; row < frame.count; row++) {
        const who = source.agents.id[frame.agent[row]] / 10;
        assert.equal(frame.y[row], who);
        assert.ok(Math.abs(frame.vx![row] - who / 10) < 1e-5, `${frame.vx![row]} m/s of ${who} at ${i}`);
      }
    }
    assert.equal(source.frame(12), undefined);
    assert.equal(source.frame(-1), undefined);
  }
});

test("what the file knows of an agent is used, else its profile, else the usual", () => {
  const about = readAbout({ fps: 10, profiles: [{ name: "bike", shape: "ellipse", half_length: 0.9, half_width: 0.3 }] });
  const rows = [
    { id: 1, frame: 0, x: 0, y: 0, profile: 0, group: 3, half_length: NaN, half_width: NaN },
    { id: 2, frame: 0, x: 1, y: 0, profile: -1, group: -1, half_length: 0.4, half_width: 0.2 },
    { id: 3, frame: 0, x: 2, y: 0, profile: -1, group: -1, half_length: NaN, half_width: NaN },
  ];
  const names = ["id", "frame", "x", "y", "profile", "group", "half_length", "half_width"];
  const { agents } = arrange(readRows(tableOf(rows, names)).rows, about);
  assert.deepEqual([...agents.halfLength].map(Math.fround), [0.9, 0.4, 0.25].map(Math.fround));
  assert.deepEqual([...agents.halfWidth].map(Math.fround), [0.3, 0.2, 0.25].map(Math.fround));
  assert.deepEqual([...agents.profile], [0, 65535, 65535]);
  assert.deepEqual([...agents.group], [3, 65535, 65535]);
  assert.deepEqual([...agents.shape], [1, 0, 0]);
});

test("heights choose levels; coordinates of maps keep their digits", () => {
  const about = readAbout({ fps: 10, levels: [{ name: "a", height: 0 }, { name: "b", height: 4 }] });
  const rows = [0.1, 3.5].map((z, i) => ({ id: i, frame: 0, x: 500000.25 + i, y: 5200000.5, z }));
  const { rows: read, origin } = readRows(tableOf(rows, ["id", "frame", "x", "y", "z"]));
  const recording = arrange(read, about);
  assert.deepEqual([...recording.level!], [0, 1]);
  assert.deepEqual(origin, [500000, 5200001]);
  assert.deepEqual([...recording.x], [0.25, 1.25]);
});

test("someone who was away for long has no velocity over the gap", () => {
  const rows = [0, 1, 50, 51].map((frame) => ({ id: 1, frame, x: frame, y: 0 }));
  const recording = arrange(readRows(tableOf(rows, ["id", "frame", "x", "y"])).rows, readAbout({ fps: 10 }));
  assert.deepEqual([...recording.vx], [10, 10, 10, 10]);
  assert.deepEqual([...recording.number], [0, 1, 50, 51]);
});

test("tables that cannot be shown are refused in words", () => {
  const row = { id: 1, frame: 0, x: 0, y: 0 };
  assert.throws(() => readRows(tableOf([row], ["id", "frame", "x"])), /no column "y"/);
  assert.throws(() => readRows(tableOf([{ ...row, frame: 2 ** 40 }], ["id", "frame", "x", "y"])), /no number of a frame/);
  assert.throws(() => readRows({ ...tableOf([row], ["id", "frame", "x", "y"]), rows: 30e6 }), /wend view/);
  const odd = tableOf([row], ["id", "frame", "x", "y"]);
  odd.members[2].size = 3;
  assert.throws(() => readRows(odd), /column "x" has a type/);
});
