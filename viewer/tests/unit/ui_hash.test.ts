import assert from "node:assert/strict";
import { test } from "node:test";
import { readHash, type Shared, writeHash } from "../../src/ui/hash.ts";

test("what is written is read again", () => {
  const shared: Shared = {
    time: 12.345,
    camera: { mode: "perspective", centre: [-3.5, 1200.25], height: 40.125, turn: -0.5, tilt: 0.9 },
    colour: "time to goal",
    layers: ["goals", "trails", "grid"],
    level: 2,
    selected: { view: 1, id: 9007199254740991 },
    follow: true,
  };
  assert.deepEqual(readHash(writeHash(shared)), shared);
});

test("nothing chosen is nothing said", () => {
  assert.equal(writeHash({}), "#");
  assert.deepEqual(readHash(""), {});
  assert.deepEqual(readHash("#"), {});
});

test("no layers at all is not the same as no word about them", () => {
  assert.deepEqual(readHash(writeHash({ layers: [] })), { layers: [] });
});

test("what somebody typed wrongly is left out", () => {
  const wrong = [
    "t=NaN",
    "t=Infinity",
    "t=",
    "camera=top,1,2",
    "camera=top,1,2,0,0,0",
    "camera=top,1,2,-4,0,0",
    "camera=top,1,2,x,0,0",
    "camera=upside,1,2,3,0,0",
    "colour=__proto__",
    "agent=7",
    "agent=2:7",
    "agent=0:-7",
    "agent=0:99999999999999999999",
    "level=-1",
    "level=1.5",
    "follow=yes",
    "%",
    "%E0%A4%A",
  ];
  for (const text of wrong) assert.deepEqual(readHash(`#${text}`), {}, text);
  assert.deepEqual(readHash("#layers=goals,nonsense,%00&t=1"), { layers: ["goals"], time: 1 });
});
