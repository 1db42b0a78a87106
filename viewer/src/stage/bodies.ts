import { BufferGeometry, ExtrudeGeometry, Float32BufferAttribute, LatheGeometry, PlaneGeometry, Shape, Vector2 } from "three";

/** Above this share of its height a walker is head, which stays round whatever the shoulders are. */
export const NECK = 0.82;

/** A person's outline: how wide (share of the half size) at which height (share of the height). */
const OUTLINE: [number, number][] = [
  [0, 0], [0.5, 0], [0.58, 0.03], [0.62, 0.3], [0.78, 0.5], [0.92, 0.66], [0.9, 0.74], [0.68, 0.795], [0.3, 0.815],
  [0.3, 0.83], [0.42, 0.87], [0.46, 0.91], [0.41, 0.955], [0.24, 0.99], [0, 1],
];
const COARSE_OUTLINE: [number, number][] = [[0.5, 0], [0.62, 0.3], [0.92, 0.68], [0.3, 0.815], [0.45, 0.9], [0, 1]];

/** From -1 to 1 both ways. */
export function square(): BufferGeometry {
  return new PlaneGeometry(2, 2);
}

export function walker(coarse: boolean): BufferGeometry {
  const outline = coarse ? COARSE_OUTLINE : OUTLINE;
  const points = outline.map(([wide, high]) => new Vector2(wide, high));
  // A lathe turns about y; our bodies stand along z.
  return new LatheGeometry(points, coarse ? 6 : 14).rotateX(Math.PI / 2);
}

/** A vehicle or a crate: a box of half sizes 1 with softened edges, from z = 0 to 1. */
export function crate(): BufferGeometry {
  const edge = 0.08;
  const inner = 1 - edge;
  const shape = new Shape([
    new Vector2(-inner, -inner), new Vector2(inner, -inner), new Vector2(inner, inner), new Vector2(-inner, inner),
  ]);
  const bevel = { bevelSize: edge, bevelThickness: edge, bevelSegments: 2 };
  return new ExtrudeGeometry(shape, { depth: 1 - 2 * edge, ...bevel }).translate(0, 0, edge);
}

/** An arrow as a strip: x is 0 at its foot and 1 at its tip, y the side, z 1 where it belongs to the head. */
export function arrow(): BufferGeometry {
  const corners = [0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 1, 0, 1, -1, 1, 1, 1, 1, 1, 0, 1];
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  geometry.setIndex([0, 2, 1, 1, 2, 3, 4, 6, 5]);
  return geometry;
}
