import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Point } from "../types.ts";
import { orderOf } from "./layering.ts";
import type { Place } from "./layering.ts";

/** Pairs of points in space, one after the other. */
export type Segments = number[];

export function addChain(segments: Segments, points: Point[], z: number, closed: boolean): void {
  const last = closed ? points.length : points.length - 1;
  for (let i = 0; i < last; i++) {
    const from = points[i];
    const to = points[(i + 1) % points.length];
    segments.push(from[0], from[1], z, to[0], to[1], z);
  }
}

/** Lines of a constant width on the screen (pixels), however near. */
export function crispLines(segments: Segments, colour: string, width: number, place: Place): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(segments);
  const lines = new LineSegments2(geometry, new LineMaterial({ color: colour, linewidth: width }));
  lines.renderOrder = orderOf(place);
  lines.frustumCulled = false;
  return lines;
}
