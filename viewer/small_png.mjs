// Screenshots with 256 colours, which is as much as an eye sees in them, and a third of the bytes.
import { deflateSync, inflateSync } from "node:zlib";

const COLOURS = 256;

/** The parts of a PNG: their names and what is in them. */
function partsOf(png) {
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    parts.push({ name: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return parts;
}

function paeth(a, b, c) {
  const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return da <= db && da <= dc ? a : db <= dc ? b : c;
}

/** Takes the filters of the rows away, in place: each byte was written less what its neighbours let expect. */
function unfilter(bytes, stride, wide) {
  const guess = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, paeth];
  for (let start = 0; start < bytes.length; start += stride + 1) {
    const expected = guess[bytes[start]];
    for (let i = 1; i <= stride; i++) {
      const left = i > wide ? bytes[start + i - wide] : 0;
      const up = start > 0 ? bytes[start + i - stride - 1] : 0;
      const corner = start > 0 && i > wide ? bytes[start + i - wide - stride - 1] : 0;
      bytes[start + i] += expected(left, up, corner);
    }
  }
}

/** The colours of a PNG as browsers make it (8 bits, RGB or RGBA, opaque): one number for each pixel. */
function pixelsOf(png) {
  const parts = partsOf(png);
  const header = parts[0].data;
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  if (header[8] !== 8 || (kind !== 2 && kind !== 6) || header[12] !== 0) throw new Error("not a PNG as browsers make it");
  const wide = kind === 6 ? 4 : 3;
  const bytes = inflateSync(Buffer.concat(parts.filter(({ name }) => name === "IDAT").map(({ data }) => data)));
  unfilter(bytes, width * wide, wide);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const at = Math.floor(i / width) * (width * wide + 1) + 1 + (i % width) * wide;
    pixels[i] = bytes.readUIntBE(at, 3);
  }
  return { width, height, pixels };
}

const channel = (colour, i) => (colour >> (16 - 8 * i)) & 255;

/** The widest channel of a set of colours, and how wide it is. */
function spread(colours) {
  const widths = [0, 1, 2].map((i) => {
    const values = colours.map(([colour]) => channel(colour, i));
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
  });
  const width = Math.max(...widths);
  return { i: widths.indexOf(width), width };
}

/** Median cut: the box with the most to lose is halved until there are enough. */
function boxesOf(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const boxed = (colours) => ({ colours, ...spread(colours), weight: colours.reduce((sum, [, n]) => sum + Math.sqrt(n), 0) });
  const boxes = [boxed([...counts])];
  while (boxes.length < COLOURS) {
    const worth = ({ width, weight }) => width * width * weight;
    const at = boxes.reduce((best, box, i) => (worth(box) > worth(boxes[best]) ? i : best), 0);
    const { colours, i, width } = boxes[at];
    if (width === 0) break;
    colours.sort(([a], [b]) => channel(a, i) - channel(b, i));
    const middle = Math.ceil(colours.length / 2);
    boxes.splice(at, 1, boxed(colours.slice(0, middle)), boxed(colours.slice(middle)));
  }
  return boxes.map(({ colours }) => colours);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function part(name, data) {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function headerOf(width, height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits, of a palette
  return header;
}

/** Each box is shown by its most frequent colour: so floors and panels keep exactly theirs. */
export function smallPng(png) {
  const { width, height, pixels } = pixelsOf(png);
  const boxes = boxesOf(pixels);
  const palette = Buffer.alloc(3 * boxes.length);
  const index = new Map();
  boxes.forEach((colours, i) => {
    const [chosen] = colours.reduce((best, each) => (each[1] > best[1] ? each : best));
    palette.writeUIntBE(chosen, 3 * i, 3);
    for (const [colour] of colours) index.set(colour, i);
  });
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, i) => (rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index.get(colour)));
  const data = part("IDAT", deflateSync(rows, { level: 9, memLevel: 9 }));
  return Buffer.concat([png.subarray(0, 8), part("IHDR", headerOf(width, height)), part("PLTE", palette), data, part("IEND", Buffer.alloc(0))]);
}
