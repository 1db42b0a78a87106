import type { Point } from "../types.ts";

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const scale = (s: number, a: Point): Point => [s * a[0], s * a[1]];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const det = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
export const left = (a: Point): Point => [-a[1], a[0]];
export const right = (a: Point): Point => [a[1], -a[0]];
export const isSame = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

export function unit(a: Point, otherwise: Point): Point {
  const length = Math.hypot(a[0], a[1]);
  return length > 1e-15 ? scale(1 / length, a) : otherwise;
}

/** The point of the piece from a to b that is nearest to another one. */
export function nearestOn(a: Point, b: Point, to: Point): Point {
  const along = sub(b, a);
  const share = dot(sub(to, a), along) / dot(along, along);
  return add(a, scale(Math.min(Math.max(share, 0), 1), along));
}
