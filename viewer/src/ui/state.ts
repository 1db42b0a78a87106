// What a person has chosen. Everything on the page is drawn from this, the clock and the runs.

import type { ColourBy, Layer, Point, Theme } from "../types.ts";
import { Observed } from "./observed.ts";

export const COLOURS: ColourBy[] = [
  "model",
  "profile",
  "group",
  "speed",
  "state",
  "stress",
  "time to goal",
  "plain",
];

export const LAYERS: { layer: Layer; name: string }[] = [
  { layer: "goals", name: "Goals" },
  { layer: "trails", name: "Trails" },
  { layer: "velocity", name: "Velocities" },
  { layer: "preferred", name: "Preferred velocities" },
  { layer: "density", name: "Density" },
  { layer: "voronoi", name: "Voronoi cells" },
  { layer: "collisions", name: "Collisions" },
  { layer: "headings", name: "Headings" },
  { layer: "grid", name: "Grid" },
];

/** An agent of one of the runs shown (index into its table of agents). */
export interface Selected {
  view: number;
  agent: number;
}

/** What the next click in the picture does. */
export type Tool =
  | { kind: "select" }
  | { kind: "line"; from?: Point }
  | { kind: "add"; profile: number; at?: Point };

export interface Choices {
  theme: Theme;
  colour: ColourBy;
  layers: ReadonlySet<Layer>;
  trail: number;
  level: number | undefined;
  selected: Selected | undefined;
  tool: Tool;
  panel: boolean;
  tab: string;
}

export type State = Observed<Choices>;

export const SELECT: Tool = { kind: "select" };

export function makeState(theme: Theme, panel: boolean): State {
  return new Observed<Choices>({
    theme,
    colour: "profile",
    layers: new Set<Layer>(["goals", "collisions", "headings"]),
    trail: 3,
    level: undefined,
    selected: undefined,
    tool: SELECT,
    panel,
    tab: "view",
  });
}

export function toggleLayer(state: State, layer: Layer): void {
  const layers = new Set(state.now.layers);
  if (!layers.delete(layer)) layers.add(layer);
  state.set({ layers });
}

export function nextColour(state: State): void {
  const at = COLOURS.indexOf(state.now.colour);
  state.set({ colour: COLOURS[(at + 1) % COLOURS.length] });
}
