import assert from "node:assert/strict";
import { test } from "node:test";
import { STRIP, UNKNOWN, agentStrip, category, colourLegend, colouring, rampColour, rgba } from "../../src/stage/colours.ts";
import { NONE } from "../../src/types.ts";
import type { ColourBy } from "../../src/types.ts";
import { aboutOf, agentsOf, frameOf } from "../e2e/stage_source.ts";

const about = aboutOf({
  groups: ["north", "south"],
  states: ["walking", "waiting"],
  profiles: [
    { name: "child", model: "orca", max_speed: 1 },
    { name: "adult", model: "forces", max_speed: 2 },
    { name: "elder", model: "orca", max_speed: 1 },
  ],
});
const agents = agentsOf([
  { profile: 0, group: 1, last: 50 },
  { profile: 1, group: 0, last: 100 },
  { profile: 2, group: 0, last: -1 },
  { profile: NONE, group: NONE, last: 10 },
]);
const frame = frameOf(50, [[], [], [], []], {
  state: Uint16Array.of(1, 0, 1, NONE),
  stress: Float32Array.of(0, 0.5, 1, NaN),
});

function valuesBy(by: ColourBy, speed = 0): number[] {
  const { value } = colouring(by, { about, agents });
  return [0, 1, 2, 3].map((row) => value(frame, row, speed));
}

test("categories are the places of names, and who has none is unknown", () => {
  assert.deepEqual(valuesBy("profile"), [0, 1, 2, UNKNOWN]);
  assert.deepEqual(valuesBy("model"), [0, 1, 0, UNKNOWN]);
  assert.deepEqual(valuesBy("group"), [1, 0, 0, UNKNOWN]);
  assert.deepEqual(valuesBy("state"), [1, 0, 1, UNKNOWN]);
  assert.deepEqual(valuesBy("plain"), [0, 0, 0, 0]);
});

test("ramps go from nothing to each one's most, and no further", () => {
  const end = STRIP - 1;
  assert.deepEqual(valuesBy("speed", 1), [end, end / 2, end, end / 2]);
  assert.deepEqual(valuesBy("speed", 9), [end, end, end, end]);
  assert.deepEqual(valuesBy("speed", NaN), [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]);
  assert.deepEqual(valuesBy("stress"), [0, end / 2, end, UNKNOWN]);
  assert.deepEqual(valuesBy("time to goal"), [0, end / 2, UNKNOWN, 0]);
});

test("an agent that the table does not know yet has no colour", () => {
  const nobody = agentsOf([]);
  for (const by of ["profile", "model", "group", "time to goal"] as const) {
    assert.equal(colouring(by, { about, agents: nobody }).value(frame, 0, 1), UNKNOWN);
  }
});

test("a legend names what the strip shows", () => {
  for (const by of ["model", "profile", "group", "state", "plain"] as const) {
    const strip = agentStrip(by);
    const { entries } = colourLegend(by, { about, agents });
    assert.ok(entries && entries.length > 0, by);
    entries.forEach(({ colour }, i) => {
      const texel = [...strip.slice(i * 4, i * 4 + 4)].map((value) => value / 255);
      assert.deepEqual(texel, rgba(colour), `${by} ${i}`);
    });
  }
  assert.deepEqual(colourLegend("model", { about, agents }).entries?.map((entry) => entry.name), ["orca", "forces"]);
  assert.equal(colourLegend("time to goal", { about, agents }).ramp?.to, "10 s");
  assert.equal(colourLegend("speed", { about, agents }).ramp?.to, "each one's maximum");
});

test("colours mix, repeat and do not darken towards nothing", () => {
  assert.deepEqual(rampColour(["#000000", "#ffffff"], 0.5), [0.5, 0.5, 0.5, 1]);
  assert.deepEqual(rampColour(["#00000000", "#ff0000ff"], 0.5), [1, 0, 0, 0.5]);
  assert.deepEqual(rampColour(["#000000", "#ffffff"], 7), [1, 1, 1, 1]);
  assert.equal(category(0), category(10));
});
