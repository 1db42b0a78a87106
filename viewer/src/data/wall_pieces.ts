// Walls as the library sees them (src/sense/walls_read.c, walls_join.c, walls_link.c): straight pieces that know how the
// wall goes on at their ends.
import type { About, Point, Wall } from "../types.ts";
import { det, dot, isSame, sub } from "./vector.ts";

/** A piece of a polygon is solid: its open side is on the right of a to b. A line of wall has two. */
export interface WallPiece {
  a: Point;
  b: Point;
  solid: boolean;
  /** The far end of the next piece, for one who stands left and right of a to b; a or b itself where the wall ends. */
  afterA: [Point, Point];
  afterB: [Point, Point];
}

const STRAIGHT = 1e-4; // m that a wall may bend and still be straight

interface Piece {
  a: Point;
  b: Point;
  kind: Wall["kind"];
}

interface End {
  piece: Piece;
  isB: boolean;
}

const placeOf = ({ piece, isB }: End): Point => (isB ? piece.b : piece.a);
const farOf = ({ piece, isB }: End): Point => (isB ? piece.a : piece.b);
const keyOf = ([x, y]: Point): string => `${x} ${y}`;

const known = new WeakMap<About, Map<number, WallPiece[]>>();

/** The walls and closed doors of a level. A description that has changed is another object. */
export function wallPieces(about: About, level: number): WallPiece[] {
  const levels = known.get(about) ?? new Map<number, WallPiece[]>();
  known.set(about, levels);
  const pieces = levels.get(level) ?? makePieces(about, level);
  levels.set(level, pieces);
  return pieces;
}

function makePieces(about: About, level: number): WallPiece[] {
  const walls = about.walls.filter((wall) => wall.level === level);
  const pieces = linked(joined(withoutRepeats(walls.flatMap(piecesOf))));
  for (const { points, open, level: where } of about.doors) {
    // What a wall meets at its ends does not depend on who opens a door.
    if (!open && where === level) pieces.push(...chain(points, "wall").flatMap((piece) => linked([piece])));
  }
  return pieces;
}

function chain(points: Point[], kind: Wall["kind"]): Piece[] {
  const pieces: Piece[] = [];
  for (let i = 1; i < points.length; i++)
    if (!isSame(points[i - 1], points[i])) pieces.push({ a: points[i - 1], b: points[i], kind });
  return pieces;
}

function piecesOf({ kind, rings }: Wall): Piece[] {
  if (kind === "wall") return rings.flatMap((ring) => chain(ring, kind));
  // A hole of a room is a solid in it.
  return rings.flatMap((ring, i) => ringPieces(ring, kind === "room" && i === 0 ? "room" : "solid"));
}

/** Solids run counter-clockwise and rooms clockwise, so that the open side is on the right. */
function ringPieces(ring: Point[], kind: Wall["kind"]): Piece[] {
  const area = ring.reduce((sum, at, i) => sum + det(sub(at, ring[0]), sub(ring[(i + 1) % ring.length], ring[0])), 0);
  const turned = area > 0 === (kind === "solid") ? ring : [...ring].reverse();
  return chain([...turned, turned[0]], kind);
}

/** Lines of wall have no direction: the smaller end comes first, and a line given twice is one. */
function withoutRepeats(pieces: Piece[]): Piece[] {
  const seen = new Set<string>();
  return pieces.map(inOrder).filter(({ a, b, kind }) => {
    const key = `${keyOf(a)} ${keyOf(b)}`;
    if (kind !== "wall") return true;
    return !seen.has(key) && seen.add(key);
  });
}

function inOrder({ a, b, kind }: Piece): Piece {
  const turned = kind === "wall" && (a[0] - b[0] || a[1] - b[1]) > 0;
  return turned ? { a: b, b: a, kind } : { a, b, kind };
}

function endsByPlace(pieces: Iterable<Piece>): Map<string, End[]> {
  const ends = new Map<string, End[]>();
  for (const piece of pieces)
    for (const isB of [false, true]) {
      const end = { piece, isB };
      const key = keyOf(placeOf(end));
      ends.set(key, [...(ends.get(key) ?? []), end]);
    }
  return ends;
}

/** Where exactly two pieces meet and go straight on, they are one. */
function joined(pieces: Piece[]): Piece[] {
  const all = new Set(pieces);
  const ends = endsByPlace(all);
  for (const here of ends.values()) {
    if (here.length !== 2 || !joinable(here[0], here[1])) continue;
    const whole = join(here[0], here[1]);
    here.forEach(({ piece }) => all.delete(piece));
    all.add(whole);
    replaceEnds(ends, here, whole);
  }
  return [...all];
}

function joinable(e: End, f: End): boolean {
  if (e.piece === f.piece || e.piece.kind !== f.piece.kind) return false;
  if (e.piece.kind !== "wall" && e.isB === f.isB) return false; // solid ones keep their open side
  const into = sub(placeOf(e), farOf(e));
  const out = sub(farOf(f), placeOf(f));
  const whole = sub(farOf(f), farOf(e));
  return dot(into, out) > 0 && det(into, whole) ** 2 <= STRAIGHT ** 2 * dot(whole, whole);
}

function join(e: End, f: End): Piece {
  const [first, second] = e.isB ? [e, f] : [f, e];
  return inOrder({ a: farOf(first), b: farOf(second), kind: e.piece.kind });
}

function replaceEnds(ends: Map<string, End[]>, gone: End[], whole: Piece): void {
  for (const isB of [false, true]) {
    const key = keyOf(isB ? whole.b : whole.a);
    const others = (ends.get(key) ?? []).filter(({ piece }) => !gone.some((end) => end.piece === piece));
    const here = ends.get(key);
    here?.splice(0, here.length, ...others, { piece: whole, isB });
  }
}

function linked(pieces: Piece[]): WallPiece[] {
  const made = new Map<Piece, WallPiece>();
  for (const piece of pieces) {
    const { a, b, kind } = piece;
    made.set(piece, { a, b, solid: kind !== "wall", afterA: [a, a], afterB: [b, b] });
  }
  for (const here of endsByPlace(pieces).values()) linkPlace(here, made);
  return [...made.values()];
}

function bearing(end: End): number {
  const [x, y] = sub(farOf(end), placeOf(end));
  return Math.atan2(y, x);
}

/** Counter-clockwise of a piece that leaves a place comes what stands on its left; seen from a, that is the left of a to b. */
function linkPlace(here: End[], made: Map<Piece, WallPiece>): void {
  if (here.length === 1) return;
  const round = [...here].sort((e, f) => bearing(e) - bearing(f));
  round.forEach((end, i) => {
    const next = farOf(round[(i + 1) % round.length]);
    const previous = farOf(round[(i + round.length - 1) % round.length]);
    const wall = made.get(end.piece) as WallPiece;
    if (end.isB) wall.afterB = [previous, next];
    else wall.afterA = [next, previous];
  });
}
