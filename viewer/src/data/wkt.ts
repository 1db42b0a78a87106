// Well-known text of geometry: enough of it for floor plans. Heights and measures are passed over.
import type { Point, Wall } from "../types.ts";

const DEEPEST = 32;

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  private fail(expected: string): never {
    const found = this.text.slice(this.at, this.at + 20) || "the end";
    throw new Error(`the geometry (WKT) cannot be read: ${expected} expected at character ${this.at}, found "${found}"`);
  }

  private space(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  private match(pattern: RegExp): string | undefined {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private take(mark: string): boolean {
    this.space();
    if (this.text.charAt(this.at) !== mark) return false;
    this.at++;
    return true;
  }

  private number(): number | undefined {
    const found = this.match(/[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/iy);
    return found === undefined ? undefined : Number(found);
  }

  private point(): Point {
    const x = this.number() ?? this.fail("a number");
    const y = this.number() ?? this.fail("a number");
    while (this.number() !== undefined);
    if (!Number.isFinite(x) || !Number.isFinite(y)) this.fail("a number of ordinary size");
    return [x, y];
  }

  /** What is in parentheses and divided by commas. */
  private list<T>(each: () => T): T[] {
    if (this.match(/empty\b/iy)) return [];
    if (!this.take("(")) this.fail('"("');
    const all: T[] = [];
    do all.push(each());
    while (this.take(","));
    if (!this.take(")")) this.fail('")"');
    return all;
  }

  private readonly ring = (): Point[] => this.list(() => this.point());
  private readonly rings = (): Point[][] => this.list(this.ring);

  private geometry(depth: number): Wall[] {
    if (depth > DEEPEST) this.fail("less nesting");
    const kind = this.match(/[a-z]+/iy)?.toUpperCase();
    this.match(/(zm|z|m)\b/iy);
    switch (kind) {
      case "POLYGON":
        return roomOf(this.rings());
      case "MULTIPOLYGON":
        return this.list(this.rings).flatMap(roomOf);
      case "LINESTRING":
      case "LINEARRING":
        return lineOf(this.ring());
      case "MULTILINESTRING":
        return this.rings().flatMap(lineOf);
      case "GEOMETRYCOLLECTION":
        return this.list(() => this.geometry(depth + 1)).flat();
      case "POINT":
        this.ring();
        return [];
      default:
        return this.fail("POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING or GEOMETRYCOLLECTION");
    }
  }

  whole(): Wall[] {
    this.match(/srid\s*=\s*\d+\s*;/iy);
    const walls = this.geometry(0);
    this.space();
    if (this.at < this.text.length) this.fail("nothing more");
    return walls;
  }
}

function roomOf(rings: Point[][]): Wall[] {
  return rings.length > 0 ? [{ level: 0, kind: "room", rings: rings.map(withoutRepeat) }] : [];
}

function lineOf(points: Point[]): Wall[] {
  return points.length > 1 ? [{ level: 0, kind: "wall", rings: [points] }] : [];
}

/** WKT closes a ring by repeating its first point; our rings close by themselves. */
function withoutRepeat(ring: Point[]): Point[] {
  const first = ring[0];
  const last = ring[ring.length - 1];
  const repeats = ring.length > 1 && first[0] === last[0] && first[1] === last[1];
  return repeats ? ring.slice(0, -1) : ring;
}

/** Polygons are rooms that nobody leaves, with holes that nobody enters; lines are walls. */
export function readWkt(text: string): Wall[] {
  return new Reader(text).whole();
}
