// What a click in the picture does.

import type { Door, Point } from "../types.ts";
import { SELECT } from "./state.ts";
import { watchTaps } from "./taps.ts";
import type { View } from "./view.ts";
import type { Viewer } from "./viewer.ts";

const DOOR_PX = 14;

export function watchPicture(viewer: Viewer): void {
  viewer.onRuns(() => {
    for (const view of viewer.views) {
      watchTaps(view.canvas, { tap: (at) => tap(viewer, view, at), hover: (at) => hover(viewer, view, at) });
    }
  });
}

function hover(viewer: Viewer, view: View, at: Point): void {
  if (viewer.state.now.tool.kind === "select") return;
  viewer.pointer = view.stage.toFloor(at[0], at[1]);
  viewer.applyLines();
}

function tap(viewer: Viewer, view: View, at: Point): void {
  const { tool } = viewer.state.now;
  const floor = view.stage.toFloor(at[0], at[1]);
  viewer.pointer = floor;
  if (tool.kind === "select") select(viewer, view, at);
  else if (floor && tool.kind === "line") drawLine(viewer, tool.from, floor);
  else if (floor && tool.kind === "add") addAgent(viewer, tool.profile, tool.at, floor);
}

function select(viewer: Viewer, view: View, at: Point): void {
  const agent = view.stage.pick(at[0], at[1]);
  if (agent === undefined && turnDoor(viewer, view, at)) return;
  const selected = agent === undefined ? undefined : { view: view.number, agent };
  // Whoever clicks while at the controls of a live run wants to do something with the agent.
  const stay = !selected || viewer.state.now.tab === "live";
  viewer.state.set(stay ? { selected } : { selected, tab: "agent" });
}

function drawLine(viewer: Viewer, from: Point | undefined, to: Point): void {
  if (!from) {
    viewer.state.set({ tool: { kind: "line", from: to } });
    return;
  }
  viewer.state.set({ tool: SELECT });
  viewer.measurements.draw(from, to, viewer.state.now.level);
}

function addAgent(viewer: Viewer, profile: number, at: Point | undefined, floor: Point): void {
  if (!at) {
    viewer.state.set({ tool: { kind: "add", profile, at: floor } });
    return;
  }
  viewer.live?.send({ do: "add", profile, level: viewer.state.now.level ?? 0, at, goal: floor });
  viewer.state.set({ tool: { kind: "add", profile } });
}

/** Doors of a live run are opened and closed by clicking them. */
function turnDoor(viewer: Viewer, view: View, at: Point): boolean {
  const { live } = viewer;
  if (!live || view.source !== live) return false;
  const door = live.about.doors.findIndex((each) => doorDistance(view, each, at) <= DOOR_PX);
  if (door < 0) return false;
  live.send({ do: "door", door, open: !live.about.doors[door].open });
  return true;
}

function doorDistance(view: View, door: Door, at: Point): number {
  const points = door.points.map((point) => view.stage.toCanvas(point));
  let nearest = Infinity;
  for (let i = 1; i < points.length; i++) nearest = Math.min(nearest, segmentDistance(at, points[i - 1], points[i]));
  return nearest;
}

export function segmentDistance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const share = length2 > 0 ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2 : 0;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}
