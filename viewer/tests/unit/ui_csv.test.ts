import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText } from "../../src/ui/csv.ts";

test("a plain table", () => {
  assert.equal(csvText(["a", "b"], [[1, 2.5], ["x", "y"]]), "a,b\r\n1,2.5\r\nx,y\r\n");
});

test("names that need quotes", () => {
  const names = ['say "hi"', "a,b", "two\nlines"];
  assert.equal(csvText(["name"], names.map((name) => [name])), 'name\r\n"say ""hi"""\r\n"a,b"\r\n"two\nlines"\r\n');
});

test("an empty table has its head", () => {
  assert.equal(csvText(["run", "line"], []), "run,line\r\n");
});
