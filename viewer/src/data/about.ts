// The description of a run, checked: what is left out gets a harmless value, what is wrong an Error for a person.
import type { About, Door, Goal, MeasurementLine, Model, Parameter, Point, Profile, Signal, Wall } from "../types.ts";

const FORMAT = 1;
type Members = Record<string, unknown>;

function wrong(what: string): never {
  throw new Error(`the description of the run cannot be read: ${what}`);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function number<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function point(value: unknown, what: string): Point {
  return isPoint(value) ? [value[0], value[1]] : wrong(`${what} is not a pair of numbers`);
}

function points(value: unknown, what: string): Point[] {
  if (!Array.isArray(value)) return wrong(`${what} is not a list of points`);
  return value.map((each) => point(each, `a point of ${what}`));
}

function list<T>(value: unknown, what: string, read: (each: Members) => T): T[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return wrong(`${what} is not a list`);
  return value.map((each) => (isMembers(each) ? read(each) : wrong(`something in ${what} is not an object`)));
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function readWall(wall: Members): Wall {
  const kind = wall.kind;
  if (kind !== "room" && kind !== "solid" && kind !== "wall") return wrong(`a wall of kind ${JSON.stringify(kind)}`);
  if (!Array.isArray(wall.rings)) return wrong("a wall has no rings");
  return { level: number(wall.level, 0), kind, rings: wall.rings.map((ring) => points(ring, "a wall")) };
}

function readDoor(door: Members): Door {
  return {
    name: text(door.name) ?? "",
    level: number(door.level, 0),
    points: points(door.points, "a door"),
    barrier: number(door.barrier, 0),
    open: door.open === true,
    switches: Array.isArray(door.switches) ? door.switches.filter(Number.isFinite) : [],
  };
}

function readGoal(goal: Members): Goal {
  return {
    name: text(goal.name) ?? "",
    level: number(goal.level, 0),
    at: point(goal.at, "a goal"),
    half: goal.half === undefined ? [0, 0] : point(goal.half, "half the size of a goal"),
    radius: number(goal.radius, 0),
  };
}

function readLine(line: Members): MeasurementLine {
  const ends = points(line.points, "a line");
  if (ends.length !== 2) return wrong("a line does not have two ends");
  return { name: text(line.name) ?? "", points: [ends[0], ends[1]], level: number(line.level, undefined) };
}

function readSignal(signal: Members): Signal {
  const cycle = number(signal.cycle, 0);
  if (cycle <= 0) return wrong("the cycle of a signal must be a positive number of seconds");
  return {
    ...readLine(signal),
    level: number(signal.level, 0),
    cycle,
    green: number(signal.green, cycle),
    offset: number(signal.offset, 0),
  };
}

function readProfile(profile: Members): Profile {
  const { shape } = profile;
  const parameters = isMembers(profile.parameters) ? Object.entries(profile.parameters) : [];
  return {
    name: text(profile.name) ?? "",
    model: text(profile.model),
    preset: text(profile.preset),
    shape: shape === "disc" || shape === "ellipse" || shape === "box" ? shape : undefined,
    half_length: number(profile.half_length, undefined),
    half_width: number(profile.half_width, undefined),
    preferred_speed: number(profile.preferred_speed, undefined),
    max_speed: number(profile.max_speed, undefined),
    parameters: Object.fromEntries(parameters.filter((each): each is [string, number] => Number.isFinite(each[1]))),
  };
}

function readParameter(parameter: Members): Parameter {
  const min = number(parameter.min, 0);
  return {
    name: text(parameter.name) ?? wrong("a parameter has no name"),
    unit: text(parameter.unit) ?? "",
    meaning: text(parameter.meaning) ?? "",
    min,
    max: number(parameter.max, min),
    initial: number(parameter.initial, min),
    choices: parameter.choices === undefined ? undefined : names(parameter.choices),
  };
}

function readModel(model: Members): Model {
  return {
    name: text(model.name) ?? wrong("a model has no name"),
    summary: text(model.summary) ?? "",
    parameters: list(model.parameters, "the parameters of a model", readParameter),
  };
}

function readBounds(value: unknown, walls: Wall[]): About["bounds"] {
  if (Array.isArray(value) && value.length === 4 && value.every(Number.isFinite) && value[0] <= value[2])
    return value as About["bounds"];
  return boundsOf(walls.flatMap((wall) => wall.rings.flat()));
}

/** Around all points; a room of 20 m where there are none. */
export function boundsOf(all: Iterable<Point>): About["bounds"] {
  const bounds: About["bounds"] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of all) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds[0] <= bounds[2] ? bounds : [-10, -10, 10, 10];
}

export function readAbout(value: unknown): About {
  if (!isMembers(value)) return wrong("it is not an object");
  if (number(value.format, FORMAT) > FORMAT) return wrong("it was written for a newer viewer; update Wend");
  const fps = number(value.fps, 0);
  if (fps <= 0) return wrong("fps, the frames per second, must be a positive number");
  const walls = list(value.walls, "walls", readWall);
  const levels = list(value.levels, "levels", (level) => ({
    name: text(level.name) ?? "",
    height: number(level.height, 0),
  }));
  return {
    format: FORMAT,
    wend: text(value.wend),
    title: text(value.title),
    source: text(value.source),
    live: value.live === true,
    fps,
    origin: value.origin === undefined ? [0, 0] : point(value.origin, "origin"),
    bounds: readBounds(value.bounds, walls),
    levels: levels.length > 0 ? levels : [{ name: "", height: 0 }],
    walls,
    doors: list(value.doors, "doors", readDoor),
    goals: list(value.goals, "goals", readGoal),
    lines: list(value.lines, "lines", readLine),
    signals: list(value.signals, "signals", readSignal),
    groups: names(value.groups),
    states: value.states === undefined ? undefined : names(value.states),
    profiles: list(value.profiles, "profiles", readProfile),
    models: list(value.models, "models", readModel),
    seed: text(value.seed) ?? number(value.seed, undefined)?.toString(),
    whole: typeof value.whole === "boolean" ? value.whole : undefined,
    note: text(value.note),
    scenario: text(value.scenario),
  };
}

export function parseAbout(json: string): About {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return wrong("it is not JSON");
  }
  return readAbout(value);
}
