/** What lies over what, from the floor up. Each is lifted by a hair, so that depth agrees with the order of drawing. */
const ORDER = ["floor", "grid", "density", "voronoi", "goals", "lines", "shadows", "trails", "walls", "agents", "rings", "arrows", "labels"] as const;

const HAIR = 0.006;

export type Place = (typeof ORDER)[number];

export function orderOf(place: Place): number {
  return ORDER.indexOf(place);
}

/** Metres above the level's floor. */
export function liftOf(place: Place): number {
  return ORDER.indexOf(place) * HAIR;
}
