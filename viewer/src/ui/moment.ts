// From time to frames and back. Frame numbers may leave gaps, so the index is searched for.

import type { Frame, Source } from "../types.ts";

export interface Moment {
  index: number;
  /** How far it is to the next frame, 0 to 1. */
  mix: number;
}

/** The last index whose number is at most `number`; 0 before the first. */
export function indexAt(numbers: Int32Array, count: number, number: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}

export function frameCount(source: Source): number {
  return Math.min(source.frames, source.timeline.count);
}

export function momentAt(source: Source, time: number): Moment {
  const { number } = source.timeline;
  const count = frameCount(source);
  const wanted = time * source.about.fps;
  // A hair of tolerance: time came from number / fps and must find its own frame again.
  const index = indexAt(number, count, wanted + 1e-6);
  if (index + 1 >= count) return { index, mix: 0 };
  const mix = (wanted - number[index]) / (number[index + 1] - number[index]);
  return { index, mix: Math.min(Math.max(mix, 0), 1) };
}

export function timeOf(source: Source, index: number): number {
  return source.timeline.number[index] / source.about.fps;
}

export function span(source: Source): [number, number] {
  const count = frameCount(source);
  const first = Math.min(source.oldest ?? 0, count - 1);
  return count === 0 ? [0, 0] : [timeOf(source, first), timeOf(source, count - 1)];
}

/** The row of an agent in a frame, or -1. */
export function rowOf(frame: Frame, agent: number): number {
  const row = frame.agent.indexOf(agent);
  return row < frame.count ? row : -1;
}
