import palette from "../../palette.json";
import { NONE } from "../types.ts";
import type { About, Agents, ColourBy, Frame, Legend, Theme } from "../types.ts";

export type ThemeColours = (typeof palette)["light"];
export type Rgba = [number, number, number, number];

/** Colours that the shaders look up: a value is a texel of this strip, below 0 it is unknown. */
export const STRIP = 256;
export const UNKNOWN = -1;

export function themeColours(theme: Theme): ThemeColours {
  return palette[theme];
}

/** "#rrggbb" or "#rrggbbaa" as numbers from 0 to 1. */
export function rgba(hex: string): Rgba {
  const at = (start: number) => parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5), hex.length > 7 ? at(7) : 1];
}

export function category(index: number): string {
  return palette.categories[index % palette.categories.length];
}

export function isRamp(by: ColourBy): boolean {
  return by === "speed" || by === "stress" || by === "time to goal";
}

/** The colours between which `at` (0 to 1) lies, mixed by how much of each is seen: nothing has no colour to mix in. */
export function rampColour(colours: string[], at: number): Rgba {
  const place = Math.min(Math.max(at, 0), 1) * (colours.length - 1);
  const low = Math.min(Math.floor(place), colours.length - 2);
  const from = rgba(colours[low]);
  const to = rgba(colours[low + 1]);
  const share = place - low;
  const alpha = from[3] * (1 - share) + to[3] * share;
  const weight = alpha > 0 ? (to[3] * share) / alpha : 1;
  const mixed = (i: number) => from[i] * (1 - weight) + to[i] * weight;
  return [mixed(0), mixed(1), mixed(2), alpha];
}

export function rampStrip(colours: string[]): Uint8Array<ArrayBuffer> {
  return strip((texel) => rampColour(colours, texel / (STRIP - 1)));
}

export const heatColours: string[] = palette.heat;

/** The strip for agents coloured `by`. */
export function agentStrip(by: ColourBy): Uint8Array<ArrayBuffer> {
  return isRamp(by) ? rampStrip(palette.ramp) : strip((texel) => rgba(category(texel)));
}

function strip(colour: (texel: number) => Rgba): Uint8Array<ArrayBuffer> {
  const texels = new Uint8Array(STRIP * 4);
  for (let texel = 0; texel < STRIP; texel++) {
    texels.set(colour(texel).map((value) => Math.round(value * 255)), texel * 4);
  }
  return texels;
}

/** Where an agent is in the strip: a category, or a place in the ramp. The speed (m/s) may be NaN. */
export type ColourValue = (frame: Frame, row: number, speed: number) => number;

/** How agents are coloured now; categories are not mixed between frames, for halfway between two of them is neither. */
export interface Colouring {
  value: ColourValue;
  mixed: boolean;
}

export interface Population {
  about: About;
  agents: Agents;
}

/** Speeds that nobody gave are taken for a walker's. */
const USUAL_MAX_SPEED = 2;

export function colouring(by: ColourBy, people: Population): Colouring {
  return { value: colourValue(by, people), mixed: isRamp(by) };
}

function colourValue(by: ColourBy, people: Population): ColourValue {
  switch (by) {
    case "model":
      return modelValue(people);
    case "profile":
      return columnValue(people.agents, people.agents.profile);
    case "group":
      return columnValue(people.agents, people.agents.group);
    case "state":
      return (frame, row) => (frame.state ? wrapped(frame.state[row]) : UNKNOWN);
    case "stress":
      return (frame, row) => (frame.stress ? placed(frame.stress[row]) : UNKNOWN);
    case "speed":
      return speedValue(people);
    case "time to goal":
      return remainingValue(people);
    case "plain":
      return () => 0;
  }
}

function wrapped(index: number): number {
  return index === NONE ? UNKNOWN : index % palette.categories.length;
}

function placed(share: number): number {
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) * (STRIP - 1) : UNKNOWN;
}

function columnValue(agents: Agents, column: Uint16Array): ColourValue {
  return (frame, row) => {
    const agent = frame.agent[row];
    return agent < agents.count ? wrapped(column[agent]) : UNKNOWN;
  };
}

function modelNames(about: About): string[] {
  return [...new Set(about.profiles.flatMap((profile) => profile.model ?? []))];
}

function modelValue({ about, agents }: Population): ColourValue {
  const names = modelNames(about);
  const ofProfile = about.profiles.map((profile) =>
    profile.model === undefined ? UNKNOWN : wrapped(names.indexOf(profile.model)),
  );
  return (frame, row) => {
    const agent = frame.agent[row];
    return agent < agents.count ? (ofProfile[agents.profile[agent]] ?? UNKNOWN) : UNKNOWN;
  };
}

function maxSpeeds(about: About): number[] {
  return about.profiles.map((profile) => profile.max_speed || USUAL_MAX_SPEED);
}

function speedValue({ about, agents }: Population): ColourValue {
  const max = maxSpeeds(about);
  return (frame, row, speed) => {
    const agent = frame.agent[row];
    const profile = agent < agents.count ? agents.profile[agent] : NONE;
    return placed(speed / (max[profile] ?? USUAL_MAX_SPEED));
  };
}

/** The longest anybody is there, in frame numbers: the far end of the ramp. */
function longestStay(agents: Agents): number {
  let longest = 1;
  for (let agent = 0; agent < agents.count; agent++) {
    longest = Math.max(longest, agents.last[agent] - agents.first[agent]);
  }
  return longest;
}

function remainingValue({ agents }: Population): ColourValue {
  const longest = longestStay(agents);
  return (frame, row) => {
    const last = frame.agent[row] < agents.count ? agents.last[frame.agent[row]] : -1;
    return last < 0 ? UNKNOWN : placed((last - frame.number) / longest);
  };
}

export function colourLegend(by: ColourBy, people: Population): Legend {
  const title = by[0].toUpperCase() + by.slice(1);
  if (isRamp(by)) {
    return { title, ramp: { colours: palette.ramp, ...rampEnds(by, people) } };
  }
  const names = categoryNames(by, people.about);
  return { title, entries: names.map((name, index) => ({ name, colour: category(index) })) };
}

function categoryNames(by: ColourBy, about: About): string[] {
  switch (by) {
    case "model":
      return modelNames(about);
    case "profile":
      return about.profiles.map((profile) => profile.name);
    case "group":
      return about.groups;
    case "state":
      return about.states ?? [];
    default:
      return ["agents"];
  }
}

function rampEnds(by: ColourBy, { about, agents }: Population): { from: string; to: string } {
  if (by === "speed") {
    const max = new Set(maxSpeeds(about));
    return { from: "0 m/s", to: max.size > 1 ? "each one's maximum" : `${[...max][0] ?? USUAL_MAX_SPEED} m/s` };
  }
  if (by === "stress") {
    return { from: "0", to: "1" };
  }
  return { from: "0 s", to: `${Math.round(longestStay(agents) / about.fps)} s` };
}
