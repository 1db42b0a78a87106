// Doors that open and close, and barriers that come and go, during a recording.
import type { About, Door } from "../types.ts";

const known = new WeakMap<About, Map<string, About>>();

function isOpenAt({ open, switches }: Door, frame: number): boolean {
  const turned = switches.filter((each) => each <= frame).length % 2 === 1;
  return open !== turned;
}

/** The description with doors as they are in a frame: the same object as long as they are the same. */
export function aboutAt(about: About, frame: number): About {
  if (about.doors.every(({ switches }) => switches.length === 0)) return about;
  const open = about.doors.map((door) => isOpenAt(door, frame));
  const states = known.get(about) ?? new Map<string, About>();
  known.set(about, states);
  const key = open.map(Number).join("");
  const then = states.get(key) ?? { ...about, doors: about.doors.map((door, i) => ({ ...door, open: open[i] })) };
  states.set(key, then);
  return then;
}

/** The doors and barriers by index, each barrier once. */
export function listed(doors: Door[]): number[] {
  return doors.flatMap(({ barrier }, i) => (barrier !== 0 && doors[i - 1]?.barrier === barrier ? [] : [i]));
}
