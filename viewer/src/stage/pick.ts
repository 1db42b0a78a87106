import type { Agents } from "../types.ts";
import type { View } from "./camera.ts";
import type { Moment } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

/** How near (pixels) one must point. */
const NEAR = 12;
const EYE_HEIGHT = 1.6;

/** The row of the agent at a pixel: the nearest whose body, or whose centre within a few pixels, is there; -1: none. */
export function pickRow(view: View, moment: Moment, agents: Agents, storeys: Storeys, x: number, y: number): number {
  const frame = moment.a;
  let best = -1;
  let least = Infinity;
  for (let row = 0; frame && row < frame.count; row++) {
    if (storeys.shows(frame, row)) {
      const agent = frame.agent[row];
      const half = agent < agents.count ? Math.max(agents.halfLength[agent], agents.halfWidth[agent]) : 0.25;
      const away = distance(view, moment.x(row), moment.y(row), storeys.heightOf(frame, row), half, x, y);
      if (away < least) {
        least = away;
        best = row;
      }
    }
  }
  return best;
}

/** Pixels from an agent's axis (standing up in perspective); Infinity if that is too far. */
function distance(view: View, ax: number, ay: number, az: number, half: number, x: number, y: number): number {
  const foot = view.toCanvas(ax, ay, az);
  const tall = view.camera.mode === "top" ? 0 : EYE_HEIGHT;
  const head = tall > 0 ? view.toCanvas(ax, ay, az + tall) : foot;
  if (!foot || !head) {
    return Infinity;
  }
  const [dx, dy] = [head[0] - foot[0], head[1] - foot[1]];
  const along = ((x - foot[0]) * dx + (y - foot[1]) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(Math.max(along, 0), 1);
  const away = Math.hypot(x - foot[0] - share * dx, y - foot[1] - share * dy);
  return away <= Math.max(NEAR, half / view.metresPerPixel) ? away : Infinity;
}
