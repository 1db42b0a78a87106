import type { Point } from "../types.ts";

/** The sum of the directions held, no longer than 1, turned by the camera. */
export function wish(directions: Point[], turn: number): Point {
  const x = directions.reduce((sum, each) => sum + each[0], 0);
  const y = directions.reduce((sum, each) => sum + each[1], 0);
  const length = Math.max(1, Math.hypot(x, y));
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [(c * x - s * y) / length, (s * x + c * y) / length];
}
