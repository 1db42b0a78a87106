import assert from "node:assert/strict";
import { test } from "node:test";
import { readWkt } from "../../src/data/wkt.ts";

test("a polygon is a room, its holes further rings, without the repeated point", () => {
  const [room] = readWkt("POLYGON ((0 0, 4 0, 4 3, 0 0), (1 1, 2 1, 2 2, 1 1))");
  assert.equal(room.kind, "room");
  assert.deepEqual(room.rings, [[[0, 0], [4, 0], [4, 3]], [[1, 1], [2, 1], [2, 2]]]);
});

test("collections, many polygons, lines, heights and small letters", () => {
  const walls = readWkt(
    "SRID=4326; geometrycollection z(linestring Z(0 0 1, 1 -1.5e1 1), MULTIPOLYGON(((0 0,1 0,0 1,0 0)),((5 5,6 5,5 6,5 5)))," +
      "MULTILINESTRING((0 0,1 1),(2 2,3 3)), POINT(1 1), POLYGON EMPTY, GEOMETRYCOLLECTION(LINESTRING(.5 +2, 3. 4)))",
  );
  assert.deepEqual(walls.map((wall) => wall.kind), ["wall", "room", "room", "wall", "wall", "wall"]);
  assert.deepEqual(walls[0].rings, [[[0, 0], [1, -15]]]);
  assert.deepEqual(walls[5].rings, [[[0.5, 2], [3, 4]]]);
});

test("what is wrong is shown with its place", () => {
  for (const text of [
    "",
    "CIRCLE (0 0)",
    "POLYGON",
    "POLYGON (",
    "POLYGON ((0 0, 1 0",
    "POLYGON ((0 0, 1))",
    "POLYGON ((0 0, a b))",
    "LINESTRING (0 0, 1 1) and more",
    "LINESTRING (0 0, 1e999 1)",
    "GEOMETRYCOLLECTION (".repeat(1000),
  ])
    assert.throws(() => readWkt(text), /WKT.*at character/, text.slice(0, 40));
});
