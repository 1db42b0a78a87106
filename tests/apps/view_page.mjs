// Reads a page of `wend view --html` as docs/replay-protocol.md describes it, with node's own gunzip and base64.
//   node view_page.mjs compare PAGE RUN CSV   every row of the CSV is in the frames of the run, and no other
//   node view_page.mjs script PAGE            prints what the page's script says
//   node view_page.mjs numbers PAGE RUN       prints the numbers of the frames
//   node view_page.mjs about PAGE RUN         prints the description
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [what, pagePath, run, csvPath] = process.argv.slice(2);
const page = readFileSync(pagePath, "latin1");

function fail(text) {
  console.error(text);
  process.exit(1);
}

function parts() {
  const found = new Map();
  const element = /<script type="application\/wend" data-run="(\d+)" data-part="(\w+)"(?: data-block="(\d+)")?>([^<]*)<\/script>/g;
  for (const [, ofRun, part, block, text] of page.matchAll(element))
    if (ofRun === run) found.set(block === undefined ? part : `${part} ${block}`, gunzipSync(Buffer.from(text, "base64")));
  return found;
}

function agentIds(bytes) {
  if (bytes.readUInt32LE(0) !== 0) fail("the table of agents does not begin at 0");
  return Array.from({ length: bytes.readUInt32LE(4) }, (_, i) => bytes.readDoubleLE(8 + 8 * i));
}

function* framesOf(all) {
  const index = all.get("index");
  let count = 0;
  for (let block = 0; 8 * block < index.length; block++) {
    const bytes = all.get(`block ${block}`) ?? fail(`no block ${block}`);
    if (index.readUInt32LE(8 * block) !== count) fail(`block ${block} does not begin with frame ${count}`);
    let at = 0;
    for (; at < bytes.length; at += bytes.readUInt32LE(at), count++) yield bytes.subarray(at, at + bytes.readUInt32LE(at));
    if (index.readUInt32LE(8 * block) + index.readUInt32LE(8 * block + 4) !== count) fail(`block ${block}: wrong count`);
  }
  if (all.get("timeline").length !== 12 * count) fail("the timeline has another number of frames");
}

function compare() {
  const all = parts();
  const about = JSON.parse(all.get("about").toString());
  const ids = agentIds(all.get("agents"));
  const wanted = new Map();
  const [head, ...lines] = readFileSync(csvPath, "utf8").trim().split("\n");
  const column = (name) => head.split(",").indexOf(name);
  for (const line of lines) {
    const words = line.split(",");
    wanted.set(`${words[column("id")]} ${words[column("frame")]}`, [Number(words[column("x")]), Number(words[column("y")])]);
  }
  let rows = 0;
  for (const frame of framesOf(all)) {
    const count = frame.readUInt32LE(8);
    for (let row = 0; row < count; row++, rows++) {
      const key = `${ids[frame.readUInt32LE(16 + 4 * row)]} ${frame.readInt32LE(4)}`;
      const at = wanted.get(key) ?? fail(`nobody is expected at ${key}`);
      for (const axis of [0, 1]) {
        const got = frame.readFloatLE(16 + 4 * ((1 + axis) * count + row)) + about.origin[axis];
        if (!(Math.abs(got - at[axis]) < 0.002)) fail(`${key}: ${got} instead of ${at[axis]}`);
      }
    }
  }
  if (rows !== wanted.size) fail(`${rows} rows instead of ${wanted.size}`);
}

// As browsers end a script: at the first "</script", unless a "<!--" came before.
function script() {
  const [, text] = /<script>(.*?)<\/script/s.exec(page) ?? fail("the page has no script of its own");
  if (text.includes("<!--")) fail("the script hides its end");
  console.log(new Function(`${text}; return said;`)());
}

if (what === "compare") compare();
else if (what === "script") script();
else if (what === "numbers") console.log([...framesOf(parts())].map((frame) => frame.readInt32LE(4)).join(" "));
else if (what === "about") console.log(parts().get("about").toString());
else fail(`what is '${what}'?`);
