// The words the parts of the viewer share. Their layout in bytes is docs/replay-protocol.md.

export type Point = [number, number];

export interface Parameter {
  name: string;
  unit: string;
  meaning: string;
  min: number;
  max: number;
  initial: number;
  choices?: string[];
}

export interface Model {
  name: string;
  summary: string;
  parameters: Parameter[];
}

export interface Profile {
  name: string;
  model?: string;
  preset?: string;
  shape?: "disc" | "ellipse" | "box";
  half_length?: number;
  half_width?: number;
  preferred_speed?: number;
  max_speed?: number;
  parameters?: Record<string, number>;
}

export interface Wall {
  level: number;
  kind: "room" | "solid" | "wall";
  rings: Point[][];
}

export interface Door {
  name: string;
  level: number;
  points: Point[];
  /** The number of the barrier of which this is a side; 0: it is a door. Sides of one follow each other. */
  barrier: number;
  /** At the start of a recording, and now in a live run. A barrier that is open is gone. */
  open: boolean;
  /** Frames from which on it is the other way. */
  switches: number[];
}

export interface Goal {
  name: string;
  level: number;
  at: Point;
  half: Point;
  radius: number;
}

export interface MeasurementLine {
  name: string;
  points: [Point, Point];
  /** Counts only on this level; undefined: on all. */
  level?: number;
}

/** Green from 0 to `green` (s) of each cycle; while it is red, nobody steps over its line from right to left. */
export interface Signal {
  name: string;
  level: number;
  points: [Point, Point];
  cycle: number;
  green: number;
  /** Where the cycle stands at time 0 (s). */
  offset: number;
}

export interface About {
  format: number;
  wend?: string;
  title?: string;
  source?: string;
  live: boolean;
  fps: number;
  origin: Point;
  bounds: [number, number, number, number];
  levels: { name: string; height: number }[];
  walls: Wall[];
  doors: Door[];
  goals: Goal[];
  lines: MeasurementLine[];
  signals: Signal[];
  groups: string[];
  states?: string[];
  profiles: Profile[];
  models: Model[];
  seed?: string;
  whole?: boolean;
  note?: string;
  scenario?: string;
}

/** All agents at one time. Columns that the source does not know are undefined. */
export interface Frame {
  number: number;
  count: number;
  agent: Uint32Array;
  x: Float32Array;
  y: Float32Array;
  vx?: Float32Array;
  vy?: Float32Array;
  heading?: Float32Array;
  preferredX?: Float32Array;
  preferredY?: Float32Array;
  level?: Uint16Array;
  state?: Uint16Array;
  stress?: Float32Array;
  /** Rows of the frame that overlap, and how deep (m). */
  pairs?: { a: Uint32Array; b: Uint32Array; depth: Float32Array };
}

/** The table of agents, in the order in which they appeared. Columns may be longer than count. */
export interface Agents {
  count: number;
  /** Another number after every change; undefined: there are none. */
  version?: number;
  id: Float64Array;
  first: Int32Array;
  last: Int32Array; // -1: not known yet
  profile: Uint16Array; // NONE: unknown
  group: Uint16Array;
  shape: Uint8Array; // SHAPE_...
  halfLength: Float32Array;
  halfWidth: Float32Array;
}

export const NONE = 65535;
export const SHAPE_DISC = 0;
export const SHAPE_ELLIPSE = 1;
export const SHAPE_BOX = 2;

/** What is known of every frame without loading it. Columns may be longer than count. */
export interface Timeline {
  count: number;
  number: Int32Array;
  agents: Uint32Array;
  collisions: Uint32Array; // overlaps that began
}

/** A run, wherever it comes from. Frames have an index from 0 and a number; time is number / fps. */
export interface Source {
  readonly about: About;
  readonly agents: Agents;
  readonly timeline: Timeline;
  /** How many frames there are so far; grows while a file is read or a simulation runs. */
  readonly frames: number;
  /** No more frames will come. */
  readonly done: boolean;
  /** Frames before this one are no longer kept (a live run keeps the last minute); undefined: all are. */
  readonly oldest?: number;
  /** The frame if it is at hand, without waiting; otherwise it is fetched, and `changed` is called when it is there. */
  frame(index: number): Frame | undefined;
  /** The frame, when it has come. */
  wait(index: number): Promise<Frame>;
  /** Called when frames, agents, description or status have changed. Returns what ends it. */
  onChange(changed: () => void): () => void;
  close(): void;
}

export interface LiveStatus {
  running: boolean;
  /** Times real time: what was asked for, and what the machine reaches (undefined: the server does not say). */
  speed: number;
  actual?: number;
  time: number;
  tick: number;
  agents: number;
  seed: string;
  end: string;
}

export type Command =
  | { do: "play" }
  | { do: "pause" }
  | { do: "step"; count: number }
  | { do: "speed"; value: number }
  | { do: "reset"; seed?: string }
  | { do: "set"; profile: number; parameter: string; value: number }
  | { do: "door"; door: number; open: boolean }
  | { do: "add"; profile: number; level: number; at: Point; goal?: Point }
  | { do: "remove"; id: number }
  | { do: "take"; id: number }
  | { do: "release" }
  | { do: "drive"; velocity: Point };

/** A simulation that is running now. It keeps the last frames, so that one can look back a little. */
export interface LiveSource extends Source {
  readonly status: LiveStatus;
  readonly connected: boolean;
  /** The id of the agent that this client drives; 0: none. */
  readonly avatar: number;
  /** The id of the agent that it has asked to drive, until the server answers; 0: none. */
  readonly asked: number;
  send(command: Command): void;
  /** Called with what the server wants a person to read. */
  onError(show: (text: string) => void): () => void;
}

export function isLive(source: Source): source is LiveSource {
  return source.about.live;
}

/** What agents are coloured by. */
export type ColourBy = "model" | "profile" | "group" | "speed" | "state" | "stress" | "time to goal" | "plain";

/** What can be shown or hidden. */
export type Layer =
  | "goals"
  | "trails"
  | "velocity"
  | "preferred"
  | "density"
  | "voronoi"
  | "collisions"
  | "headings"
  | "grid";

export type Theme = "light" | "dark";

/** The picture: one run in one canvas. Positions are relative to the run's origin, angles in radians. */
export interface Stage {
  /** The camera: what it sees is the same for two stages that are given the same one. */
  readonly camera: StageCamera;
  /** The run's walls, goals, doors; call again when they change. */
  setAbout(about: About): void;
  setAgents(agents: Agents): void;
  setTheme(theme: Theme): void;
  setColour(by: ColourBy): void;
  setLayer(layer: Layer, on: boolean): void;
  layers(): Layer[];
  /** Only this level; undefined: all, at their heights. */
  setLevel(level: number | undefined): void;
  /** Seconds of trail behind each agent. */
  setTrail(seconds: number): void;
  /** Lines that a person has drawn, besides the run's own. */
  setLines(lines: MeasurementLine[]): void;
  /** The selected agent (index into the table of agents). */
  select(agent: number | undefined): void;
  /** Shows what is between frames index and index + 1 (mix 0 to 1) of a source; `source` for looking back (trails). */
  show(source: Source, index: number, mix: number): void;
  /** Draws. Returns the milliseconds the processor spent. */
  draw(): number;
  /** The agent at a point of the canvas (CSS pixels from its corner). */
  pick(x: number, y: number): number | undefined;
  /** The point of the floor under a point of the canvas, and the other way round. */
  toFloor(x: number, y: number): Point | undefined;
  toCanvas(point: Point): Point;
  /** What the colours mean now. */
  legend(): Legend;
  resize(): void;
  close(): void;
}

export interface StageCamera {
  mode: "top" | "perspective";
  /** Follow this agent (index); undefined: none. */
  follow: number | undefined;
  centre: Point;
  /** Metres across the height of the canvas. */
  height: number;
  /** Round the vertical axis, and above the floor (perspective). */
  turn: number;
  tilt: number;
  /** Looks at everything. */
  fit(): void;
}

export interface Legend {
  title: string;
  /** Named colours, or a ramp from `from` to `to`. */
  entries?: { name: string; colour: string }[];
  ramp?: { colours: string[]; from: string; to: string };
  /** What a person should know besides, for example why a layer is not drawn. */
  note?: string;
  /** The legends of layers with colours of their own (density, Voronoi cells). */
  layers?: Legend[];
}

/** A source that may have to tell a person something while it is read. */
export interface Telling {
  onError(show: (text: string) => void): () => void;
}

export function tells(source: Source): source is Source & Telling {
  return "onError" in source;
}
