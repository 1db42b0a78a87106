// Watching a simulation as it runs: the picture stays one frame behind the newest, so that there is always
// something to move towards.

export interface Edge {
  end: number;
  /** Seconds between frames. */
  interval: number;
  /** Simulated seconds in a real one. */
  speed: number;
  running: boolean;
}

const FARTHEST_S = 0.5;
const PULL_PER_S = 4;

export function chase(time: number, { end, interval, speed, running }: Edge, elapsed: number): number {
  if (!running) return end;
  const target = end - interval;
  const guess = time + elapsed * speed;
  const error = target - guess;
  if (Math.abs(error) > FARTHEST_S * Math.max(1, speed) + interval) return target;
  return Math.min(guess + error * Math.min(1, elapsed * PULL_PER_S), end);
}
