// The half-planes of velocities that keep a disc clear of walls: src/steer/wall_lines.c, where the geometry is explained.
// Here in double precision; tests/steer/wall_lines.inc holds both to the same results.
import type { Point } from "../types.ts";
import { add, det, dot, isSame, left, nearestOn, scale, sub, unit } from "./vector.ts";
import type { WallPiece } from "./wall_pieces.ts";

/** The velocities v with normal.v >= offset. */
export interface WallLine {
  normal: Point;
  offset: number;
}

/** A body's true outline, where its disc is not it. */
export interface Box {
  heading: Point; // unit vector
  halfLength: number;
  halfWidth: number;
}

export interface Walker {
  at: Point;
  radius: number;
  box?: Box;
  maxSpeed: number;
  /** The velocity that the lines are to leave as free as they can. */
  about: Point;
  horizon: number;
  step: number;
}

const MOST = 32;
const HERE: Point = [0, 0];

/** A piece as the disc sees it. */
interface Sight {
  a: Point; // ends, from the disc's centre
  b: Point;
  face: Point; // unit vector across the piece, towards the disc
  radius: number;
  perHorizon: number;
  rounding: number;
}

const leftOf = ({ a, b }: WallPiece): Point => left(sub(b, a));
const length2 = (a: Point): number => dot(a, a);
const depth = (s: Sight, n: Point): number => Math.max(dot(n, s.a), dot(n, s.b)) + s.radius;

/** From the piece to a point; exactly across it where the point lies beside it. */
function directionFrom(s: Sight, a: Point, b: Point, to: Point): Point {
  const along = sub(b, a);
  const t = dot(sub(to, a), along);
  if (t > 0 && t < length2(along)) return dot(sub(to, a), s.face) >= 0 ? s.face : scale(-1, s.face);
  return unit(sub(to, t > 0 ? b : a), s.face);
}

/** The normal of the leg that touches the disc about `end` on a side (1 left, -1 right of the way to it). */
function legNormal(end: Point, radius: number, side: number): Point {
  const d2 = length2(end);
  const leg = Math.sqrt(Math.max(d2 - radius * radius, 0));
  return sub(scale((side * leg) / d2, left(end)), scale(radius / d2, end));
}

function outerLeg(s: Sight, side: number): Point {
  const atA = legNormal(s.a, s.radius, side);
  const atB = legNormal(s.b, s.radius, side);
  const along = sub(s.b, s.a);
  return dot(atA, along) <= -dot(atB, along) ? atA : atB;
}

/** Whether the ray q lies between two rays, going counter-clockwise. */
function inSector(from: Point, to: Point, q: Point): boolean {
  if (det(from, to) > 0) return det(from, q) > 0 && det(q, to) > 0;
  return !(det(to, q) > 0 && det(q, from) > 0);
}

function piecesMeet(a: Point, b: Point, c: Point, d: Point, radius: number): boolean {
  const apart = (p: Point, q: Point, at: Point): number => length2(sub(at, nearestOn(p, q, at)));
  const crossing =
    det(sub(b, a), sub(c, a)) * det(sub(b, a), sub(d, a)) < 0 &&
    det(sub(d, c), sub(a, c)) * det(sub(d, c), sub(b, c)) < 0;
  return crossing || Math.min(apart(a, b, c), apart(a, b, d), apart(c, d, a), apart(c, d, b)) < radius * radius;
}

/** How the wall goes on at one end of a piece, on the disc's side. */
interface Corner {
  joined: boolean; // otherwise the wall ends here
  sector?: Sector; // undefined: others stand between
}

interface Sector {
  pocket: boolean; // less than half a turn
  next: Point; // from the joint to the far end of the next piece
  face: Point; // across this piece, into the sector
  nextFace: Point; // across the next piece, into the sector
}

function sectorOn(s: Sight, wall: WallPiece, atA: boolean, side: 0 | 1): Sector | undefined {
  const end = atA ? wall.a : wall.b;
  const own = sub(atA ? wall.b : wall.a, end);
  const next = sub((atA ? wall.afterA : wall.afterB)[side], end);
  const forwards = atA === (side === 0); // counter-clockwise from this piece to the next
  const [from, to] = forwards ? [own, next] : [next, own];
  if (!inSector(from, to, scale(-1, atA ? s.a : s.b))) return undefined;
  const leftFace = unit(leftOf(wall), s.face);
  const nextLeft = unit(left(next), s.face);
  return {
    pocket: det(from, to) > 0,
    next,
    face: side === 0 ? leftFace : scale(-1, leftFace),
    nextFace: forwards ? scale(-1, nextLeft) : nextLeft,
  };
}

function cornerAt(s: Sight, wall: WallPiece, atA: boolean): Corner {
  const joined = !isSame(atA ? wall.afterA[0] : wall.afterB[0], atA ? wall.a : wall.b);
  return joined ? { joined, sector: sectorOn(s, wall, atA, 0) ?? sectorOn(s, wall, atA, 1) } : { joined };
}

/** A line and how far on its allowed side the velocity is. */
interface Option extends WallLine {
  outside: number;
}

const NONE: Option = { normal: HERE, offset: 0, outside: -Infinity };

/** The best lines: of all, of those on the disc's side of the wall, and of those that fit its joints as well. */
class Choice {
  any = NONE;
  near = NONE;
  fitting = NONE;

  constructor(
    private readonly s: Sight,
    private readonly ends: [Corner, Corner],
    private readonly about: Point,
  ) {
    const a = scale(s.perHorizon, s.a);
    const b = scale(s.perHorizon, s.b);
    this.consider(outerLeg(s, 1));
    this.consider(outerLeg(s, -1));
    this.considerIfClear(directionFrom(s, a, b, about));
    this.considerIfClear(s.face);
    this.considerIfClear(unit(sub(about, a), s.face));
    this.considerIfClear(unit(sub(about, b), s.face));
    for (const { sector } of ends) if (sector && !sector.pocket) this.considerIfClear(sector.nextFace);
  }

  /** The line for the piece; undefined where the next piece has a better one. */
  best(): WallLine | undefined {
    // A line along the face touches both ends: there the corner counts that is a pocket, of two pockets that of a.
    const along = isSame(this.any.normal, this.s.face);
    const atA = along ? this.ends[0].sector?.pocket === true : touchesA(this.s, this.any.normal);
    const touched = this.ends[atA ? 0 : 1].sector;
    let best = this.fitting;
    if (best.outside < this.any.outside) {
      if (touched?.pocket) best = this.inPocket(atA, touched.next);
      else if (this.any.outside >= 0) return undefined;
    }
    return best.outside > -Infinity ? best : undefined;
  }

  /** The piece acts as if it went on, unless the velocity leads clear of it past the next one. */
  private inPocket(atA: boolean, next: Point): Option {
    const joint = atA ? this.s.a : this.s.b;
    const path = scale(1 / this.s.perHorizon, this.about);
    const clear = this.any.outside >= 0 && !piecesMeet(HERE, path, joint, add(joint, next), this.s.radius);
    if (clear && this.fitting.outside < 0) return this.any;
    return this.fitting.outside > -Infinity ? this.fitting : this.near;
  }

  private consider(normal: Point): void {
    const offset = Math.min(depth(this.s, normal), 0) * this.s.perHorizon;
    const option = { normal, offset, outside: dot(normal, this.about) - offset };
    if (option.outside > this.any.outside) this.any = option;
    if (!this.isOnThisSide(normal)) return;
    if (option.outside > this.near.outside) this.near = option;
    if (option.outside > this.fitting.outside && this.fitsJoint(normal)) this.fitting = option;
  }

  private considerIfClear(normal: Point): void {
    if (depth(this.s, normal) <= this.s.rounding) this.consider(normal);
  }

  private isOnThisSide(normal: Point): boolean {
    return this.ends.every(({ joined, sector }) => !joined || (sector && dot(normal, sector.face) >= -1e-5));
  }

  private fitsJoint(normal: Point): boolean {
    if (isSame(normal, this.s.face)) return true;
    const { joined, sector } = this.ends[touchesA(this.s, normal) ? 0 : 1];
    return !joined || !sector || dot(normal, sector.next) <= 1e-5 * Math.hypot(...sector.next);
  }
}

const touchesA = (s: Sight, n: Point): boolean => dot(n, s.a) > dot(n, s.b);

/** The disc overlaps the wall: straight out, within a step if it can. */
function wayOut(s: Sight, { step, maxSpeed }: Walker): WallLine {
  const needed = (s.radius - Math.hypot(...nearestOn(s.a, s.b, HERE))) / step;
  return { normal: directionFrom(s, s.a, s.b, HERE), offset: Math.min(needed, 0.9 * maxSpeed) };
}

/** Whether the piece lies beside the box, so that only the disc overlaps it. */
function isBeside(s: Sight, { heading, halfLength, halfWidth }: Box): boolean {
  return [heading, left(heading), s.face].some((n) => {
    const reach = halfLength * Math.abs(dot(n, heading)) + halfWidth * Math.abs(det(n, heading));
    const [near, far] = [dot(n, s.a), dot(n, s.b)].sort((one, other) => one - other);
    return near > reach || far < -reach;
  });
}

const noNearer = (s: Sight): WallLine => ({ normal: directionFrom(s, s.a, s.b, HERE), offset: 0 });

/** The line that keeps clear of the piece during the coming step at least, whatever goes on at its ends. */
function lineForNow(s: Sight, { about, step }: Walker): WallLine {
  const soon = { ...s, perHorizon: 1 / step };
  return new Choice(soon, [{ joined: false }, { joined: false }], about).any;
}

function sightOf(wall: WallPiece, { at, radius, horizon, step }: Walker, isLeft: boolean): Sight {
  const a = sub(wall.a, at);
  const b = sub(wall.b, at);
  const face = unit(scale(isLeft ? 1 : -1, leftOf(wall)), [1, 0]);
  const rounding = 1e-6 * (radius + Math.hypot(...a) + Math.hypot(...b));
  return { a, b, face, radius, perHorizon: 1 / Math.max(horizon, step), rounding };
}

function lineOf(wall: WallPiece, walker: Walker, distance: number): WallLine | undefined {
  const isLeft = det(sub(wall.b, wall.a), sub(walker.at, wall.a)) > 0;
  if (wall.solid && isLeft) return undefined;
  const s = sightOf(wall, walker, isLeft);
  if (distance < walker.radius) return walker.box && isBeside(s, walker.box) ? noNearer(s) : wayOut(s, walker);
  const best = new Choice(s, [cornerAt(s, wall, true), cornerAt(s, wall, false)], walker.about).best();
  if (best) return best;
  return distance < walker.radius + walker.step * walker.maxSpeed ? lineForNow(s, walker) : undefined;
}

/** One half-plane for each piece that the disc may meet within the horizon, nearest first. */
export function wallLines(pieces: WallPiece[], walker: Walker): WallLine[] {
  const reach = Math.max(walker.horizon, walker.step) * walker.maxSpeed + walker.radius;
  return pieces
    .map((wall) => ({ wall, distance: Math.hypot(...sub(nearestOn(wall.a, wall.b, walker.at), walker.at)) }))
    .filter(({ distance }) => distance < reach)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST)
    .flatMap(({ wall, distance }) => lineOf(wall, walker, distance) ?? []);
}
