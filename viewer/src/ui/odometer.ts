import type { Point } from "../types.ts";

/** A jump in time of more than this is a person's scrubbing, not the agent's walking. */
const LONGEST_STEP_S = 1;

/** How far an agent has walked while somebody watched. */
export class Odometer {
  metres = 0;
  private at: Point | undefined;
  private time = 0;

  watch(time: number, at: Point | undefined): void {
    const elapsed = time - this.time;
    if (at && this.at && elapsed > 0 && elapsed <= LONGEST_STEP_S) {
      this.metres += Math.hypot(at[0] - this.at[0], at[1] - this.at[1]);
    }
    this.at = at;
    this.time = time;
  }
}
