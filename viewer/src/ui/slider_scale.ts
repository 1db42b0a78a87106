// Where a parameter's value lies on its slider. Ranges over several powers of ten get a logarithmic one, or the
// useful values would all be in the first few pixels.

import type { Parameter } from "../types.ts";

export const SLIDER_STEPS = 1000;
const WIDE = 50;

function isWide({ min, max }: Parameter): boolean {
  return min > 0 && max / min > WIDE;
}

/** Counts take whole numbers only. */
export function isCount({ unit }: Parameter): boolean {
  return unit === "count";
}

/** A range that is open at one end is shown up to several times the usual value. */
export function shownRange({ min, max, initial }: Parameter): [number, number] {
  const reach = Math.max(Math.abs(initial) * 10, 10);
  return [min > -1e6 ? min : -reach, max < 1e6 ? max : reach];
}

export function toSlider(parameter: Parameter, value: number): number {
  const [min, max] = shownRange(parameter);
  if (max <= min) return 0;
  const share = isWide(parameter) ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Math.round(Math.min(Math.max(share, 0), 1) * SLIDER_STEPS);
}

export function fromSlider(parameter: Parameter, position: number): number {
  const [min, max] = shownRange(parameter);
  const share = position / SLIDER_STEPS;
  const value = isWide(parameter) ? min * (max / min) ** share : min + share * (max - min);
  const digits = isCount(parameter) ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(Math.max(digits, min), max);
}
