// A recording out of an HDF5 file: ours, or one of the pedestrian data archive.
import type { File } from "h5wasm";
import type { About, Point, Profile, Wall } from "../types.ts";
import { boundsOf, readAbout } from "./about.ts";
import { arrange, type Recording } from "./arrange.ts";
import { attribute, rowTable, trajectoryOf, type Attribute } from "./h5_file.ts";
import { readRows } from "./rows.ts";
import { readWkt } from "./wkt.ts";

type Get = (name: string) => Attribute;

/** The plan's members, which are those of the description; undefined where the file has none. */
function planOf(get: Get): Record<string, unknown> | undefined {
  const plan = get("plan");
  if (typeof plan !== "string" || plan.trim() === "") return undefined;
  try {
    return JSON.parse(plan) as Record<string, unknown>;
  } catch {
    throw new Error("the plan in the file is not JSON");
  }
}

function moved(walls: Wall[], origin: Point): Wall[] {
  const move = ([x, y]: Point): Point => [x - origin[0], y - origin[1]];
  return walls.map((wall) => ({ ...wall, rings: wall.rings.map((ring) => ring.map(move)) }));
}

function wallsOf(get: Get, origin: Point): Wall[] {
  const wkt = get("wkt_geometry");
  return typeof wkt === "string" && wkt.trim() !== "" ? moved(readWkt(wkt), origin) : [];
}

function profilesOf(get: Get): Profile[] {
  const names = get("profiles");
  const radii = get("profile_radius");
  if (!Array.isArray(names)) return [];
  return names.map((name, i) => {
    const radius = Array.isArray(radii) ? Number(radii[i]) : undefined;
    return { name: String(name), shape: "disc", half_length: radius, half_width: radius };
  });
}

function framesPerSecond(get: Get): number {
  const fps = Number(get("fps"));
  if (!(fps > 0)) throw new Error('the file does not say how many frames a second has: attribute "fps" of "trajectory"');
  return fps;
}

function text(value: Attribute): string | undefined {
  return value === undefined || Array.isArray(value) ? undefined : String(value);
}

function describe(get: Get, plan: Record<string, unknown> | undefined, origin: Point, name: string): About {
  const known = plan ?? { walls: wallsOf(get, origin), profiles: profilesOf(get) };
  const about = readAbout({ ...known, fps: framesPerSecond(get), origin, source: name, live: false });
  return {
    ...about,
    title: about.title ?? text(get("experiment_title")) ?? name,
    wend: text(get("wend_version")),
    seed: text(get("seed")),
    whole: get("whole") === undefined ? undefined : Number(get("whole")) !== 0,
    scenario: text(get("scenario")),
  };
}

export function recordingOf(file: File, name: string): Recording {
  const table = trajectoryOf(file);
  const get: Get = (attributeName) => attribute(file, table, attributeName);
  const plan = planOf(get);
  const planned = plan ? readAbout({ ...plan, fps: 1 }).origin : undefined;
  const { rows, origin } = readRows(rowTable(table), planned);
  if (rows.count === 0) throw new Error("nobody is in this recording: its table has no rows");
  const about = describe(get, plan, origin, name);
  if (about.walls.length === 0) about.bounds = boundsOf([[rows.x[0], rows.y[0]]]);
  return arrange(rows, about);
}
