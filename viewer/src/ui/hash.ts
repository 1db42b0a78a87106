// The state of the page in its address, so that a link shows another person the same picture.

import type { ColourBy, Layer, Point } from "../types.ts";
import { COLOURS, LAYERS } from "./state.ts";

export interface CameraState {
  mode: "top" | "perspective";
  centre: Point;
  height: number;
  turn: number;
  tilt: number;
}

export interface Shared {
  time?: number;
  camera?: CameraState;
  colour?: ColourBy;
  layers?: Layer[];
  level?: number;
  /** The run shown and the serial of the agent in it. */
  selected?: { view: number; id: number };
  follow?: boolean;
}

export function writeHash(shared: Shared): string {
  const parts: string[] = [];
  if (shared.time !== undefined) parts.push(`t=${rounded(shared.time)}`);
  if (shared.camera) parts.push(`camera=${cameraText(shared.camera)}`);
  if (shared.colour) parts.push(`colour=${encodeURIComponent(shared.colour)}`);
  if (shared.layers) parts.push(`layers=${shared.layers.join(",")}`);
  if (shared.level !== undefined) parts.push(`level=${shared.level}`);
  if (shared.selected) parts.push(`agent=${shared.selected.view}:${shared.selected.id}`);
  if (shared.follow) parts.push("follow=1");
  return `#${parts.join("&")}`;
}

/** What a hash says; what it says wrongly is left out, since anybody can have typed it. */
export function readHash(hash: string): Shared {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const shared: Shared = {};
  const time = numberOf(given.get("t"));
  if (time !== undefined) shared.time = time;
  const camera = readCamera(given.get("camera"));
  if (camera) shared.camera = camera;
  const colour = COLOURS.find((by) => by === given.get("colour"));
  if (colour) shared.colour = colour;
  if (given.has("layers")) shared.layers = readLayers(given.get("layers") ?? "");
  const level = numberOf(given.get("level"));
  if (level !== undefined && Number.isInteger(level) && level >= 0) shared.level = level;
  const selected = readSelected(given.get("agent"));
  if (selected) shared.selected = selected;
  if (given.get("follow") === "1") shared.follow = true;
  return shared;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function cameraText({ mode, centre, height, turn, tilt }: CameraState): string {
  return [mode, ...[centre[0], centre[1], height, turn, tilt].map(rounded)].join(",");
}

function readCamera(text: string | null): CameraState | undefined {
  const [mode, ...rest] = (text ?? "").split(",");
  const numbers = rest.map(numberOf);
  if ((mode !== "top" && mode !== "perspective") || numbers.length !== 5) return undefined;
  if (numbers.includes(undefined)) return undefined;
  const [x, y, height, turn, tilt] = numbers as number[];
  return height > 0 ? { mode, centre: [x, y], height, turn, tilt } : undefined;
}

function readLayers(text: string): Layer[] {
  const names = new Set(text.split(","));
  return LAYERS.map(({ layer }) => layer).filter((layer) => names.has(layer));
}

function readSelected(text: string | null): Shared["selected"] {
  const match = /^([01]):(\d{1,16})$/.exec(text ?? "");
  return match ? { view: Number(match[1]), id: Number(match[2]) } : undefined;
}

function numberOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
