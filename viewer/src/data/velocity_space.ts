// The velocity space of one agent: which velocities the others and the walls forbid it. The formulas are those of the library
// (src/steer/velocity_obstacle.h and orca_wide.c, docs/velocity-obstacles.md); what a recording does not tell is taken
// as it usually is: everyone gives way by half, and velocities are known exactly.
import { SHAPE_BOX, type About, type Agents, type Frame, type Point, type Profile } from "../types.ts";
import { aboutAt } from "./doors.ts";
import { add, dot, left, right, scale, sub, unit } from "./vector.ts";
import { type Box, wallLines } from "./wall_lines.ts";
import { wallPieces } from "./wall_pieces.ts";

/** A ray that bounds an obstacle, with the unit normal that points out of it. */
export interface Leg {
  from: Point;
  direction: Point;
  normal: Point;
}

/** The velocities v with normal.(v - point) >= 0. */
export interface HalfPlane {
  point: Point;
  normal: Point;
}

/** The truncated velocity obstacle of one neighbour, in the agent's own velocities (m/s). */
export interface Obstacle {
  row: number;
  apex: Point;
  centre: Point; // of the front arc
  radius: number;
  legs?: [Leg, Leg]; // left and right; bodies that overlap have none
  halfPlane?: HalfPlane; // orca only
}

export interface VelocitySpace {
  model: string;
  horizon: number;
  maxSpeed: number;
  velocity: Point;
  preferred?: Point;
  chosen?: Point; // the velocity in the next frame
  obstacles: Obstacle[]; // nearest first
  walls: HalfPlane[]; // orca only, nearest first
}

/** The relative velocities that lead to contact of discs, `place` apart, within a time. */
export interface DiscObstacle {
  place: Point;
  reach: number; // sum of the radii
  time: number;
  overlap: boolean;
}

const MODELS = ["vo", "rvo", "orca"];
const ABOUT_PREFERRED = 1;
const ABOUT_ZERO = 2;
const SHARE = 0.5;

/** Discs that overlap are to part within a step, whatever the horizon. */
export function discObstacle(place: Point, reach: number, horizon: number, step: number): DiscObstacle {
  const distance2 = dot(place, place);
  const overlap = distance2 < reach * reach || distance2 === 0;
  return { place, reach, time: overlap ? step : horizon, overlap };
}

/** The directions of the two tangents from the origin to the disc. */
function tangents({ place, reach }: DiscObstacle): [Point, Point] {
  const distance2 = dot(place, place);
  const along = scale(Math.sqrt(distance2 - reach * reach) / distance2, place);
  const across = scale(reach / distance2, left(place));
  return [add(along, across), sub(along, across)];
}

/** The outward normal at the boundary point nearest to w, and how far outside w lies (negative: inside). */
export function nearestFace(obstacle: DiscObstacle, w: Point): { normal: Point; distance: number } {
  const { place, reach, time, overlap } = obstacle;
  const fromCentre = sub(w, scale(1 / time, place));
  const behind = dot(fromCentre, place);
  const isFront = overlap || (behind < 0 && behind * behind > reach * reach * dot(fromCentre, fromCentre));
  if (isFront) {
    const normal = unit(fromCentre, unit(scale(-1, place), [1, 0]));
    return { normal, distance: dot(normal, fromCentre) - reach / time };
  }
  const [leftLeg, rightLeg] = tangents(obstacle);
  const isLeft = dot(left(place), fromCentre) > 0;
  const normal = isLeft ? left(leftLeg) : right(rightLeg);
  return { normal, distance: dot(normal, w) };
}

function legsOf(obstacle: DiscObstacle, centre: Point, radius: number): [Leg, Leg] | undefined {
  if (obstacle.overlap) return undefined;
  const [leftLeg, rightLeg] = tangents(obstacle);
  const leg = (direction: Point, normal: Point): Leg => ({ from: add(centre, scale(radius, normal)), direction, normal });
  return [leg(leftLeg, left(leftLeg)), leg(rightLeg, right(rightLeg))];
}

const placeOf = (frame: Frame, row: number): Point => [frame.x[row], frame.y[row]];

function velocityOf(frame: Frame, row: number): Point {
  const x = frame.vx?.[row] ?? NaN;
  const y = frame.vy?.[row] ?? NaN;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : [0, 0];
}

function preferredOf(frame: Frame, row: number): Point | undefined {
  const x = frame.preferredX?.[row] ?? NaN;
  const y = frame.preferredY?.[row] ?? NaN;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

/** Of the disc around the whole body. */
function radiusOf(agents: Agents, agent: number): number {
  const length = agents.halfLength[agent];
  const width = agents.halfWidth[agent];
  return agents.shape[agent] === SHAPE_BOX ? Math.hypot(length, width) : Math.max(length, width);
}

/** undefined for other bodies, and where nobody knows which way it faces. */
function boxOf(frame: Frame, agents: Agents, row: number): Box | undefined {
  const agent = frame.agent[row];
  const heading = frame.heading?.[row] ?? NaN;
  if (agents.shape[agent] !== SHAPE_BOX || !Number.isFinite(heading)) return undefined;
  const [halfLength, halfWidth] = [agents.halfLength[agent], agents.halfWidth[agent]];
  return { heading: [Math.cos(heading), Math.sin(heading)], halfLength, halfWidth };
}

function chosenIn(next: Frame | undefined, agent: number): Point | undefined {
  const row = next ? next.agent.indexOf(agent) : -1;
  return next && row >= 0 ? velocityOf(next, row) : undefined;
}

/** The value of a parameter: as the profile has it, else the model's own. */
function parameter(about: About, profile: Profile, name: string): number {
  const initial = about.models.find((model) => model.name === profile.model)?.parameters.find((p) => p.name === name);
  return profile.parameters?.[name] ?? initial?.initial ?? USUAL[name];
}

// Where a recording names a model and nothing else.
const USUAL: Record<string, number> = {
  horizon: 2,
  obstacle_horizon: 1,
  neighbour_distance: 5,
  max_neighbours: 10,
  optimise_about: 0,
};

function nearest(frame: Frame, row: number, within: number, most: number): number[] {
  const found: { row: number; distance2: number }[] = [];
  for (let other = 0; other < frame.count; other++) {
    if (other === row || (frame.level && frame.level[other] !== frame.level[row])) continue;
    const apart = sub(placeOf(frame, other), placeOf(frame, row));
    const distance2 = dot(apart, apart);
    if (distance2 <= within * within) found.push({ row: other, distance2 });
  }
  found.sort((a, b) => a.distance2 - b.distance2);
  return found.slice(0, most).map((each) => each.row);
}

/** The velocity near which two agents leave each other the most freedom. */
function optimum(frame: Frame, row: number, about: number): Point {
  if (about === ABOUT_ZERO) return [0, 0];
  return (about === ABOUT_PREFERRED ? preferredOf(frame, row) : undefined) ?? velocityOf(frame, row);
}

/** n.v >= n.(v_a + s u): the agent's share of the smallest change that avoids the collision. */
function halfPlaneOf(obstacle: DiscObstacle, mine: Point, theirs: Point): HalfPlane {
  const { normal, distance } = nearestFace(obstacle, sub(mine, theirs));
  return { point: add(mine, scale(-SHARE * distance, normal)), normal };
}

interface Setting {
  model: string;
  horizon: number;
  obstacleHorizon: number;
  step: number;
  maxSpeed: number;
  optimiseAbout: number;
}

function obstacleOf(frame: Frame, agents: Agents, row: number, other: number, set: Setting): Obstacle {
  const reach = radiusOf(agents, frame.agent[row]) + radiusOf(agents, frame.agent[other]);
  const obstacle = discObstacle(sub(placeOf(frame, other), placeOf(frame, row)), reach, set.horizon, set.step);
  const mine = optimum(frame, row, set.optimiseAbout);
  const theirs = optimum(frame, other, set.optimiseAbout);
  const apex = set.model === "rvo" ? add(scale(1 - SHARE, mine), scale(SHARE, theirs)) : theirs;
  const centre = add(apex, scale(1 / obstacle.time, obstacle.place));
  const radius = reach / obstacle.time;
  return {
    row: other,
    apex,
    centre,
    radius,
    legs: legsOf(obstacle, centre, radius),
    halfPlane: set.model === "orca" ? halfPlaneOf(obstacle, mine, theirs) : undefined,
  };
}

function wallPlanes(about: About, agents: Agents, frame: Frame, row: number, set: Setting): HalfPlane[] {
  if (set.model !== "orca") return [];
  const lines = wallLines(wallPieces(aboutAt(about, frame.number), frame.level?.[row] ?? 0), {
    at: placeOf(frame, row),
    radius: radiusOf(agents, frame.agent[row]),
    box: boxOf(frame, agents, row),
    maxSpeed: set.maxSpeed,
    about: optimum(frame, row, set.optimiseAbout),
    horizon: set.obstacleHorizon,
    step: set.step,
  });
  return lines.map(({ normal, offset }) => ({ point: scale(offset, normal), normal }));
}

/** undefined where the agent's model does not work with velocity obstacles, or is unknown. */
export function velocitySpace(
  about: About,
  agents: Agents,
  frame: Frame,
  row: number,
  next?: Frame,
): VelocitySpace | undefined {
  const agent = frame.agent[row];
  const profile = about.profiles[agents.profile[agent]];
  const model = profile?.model;
  if (!profile || !model || !MODELS.includes(model)) return undefined;
  const velocity = velocityOf(frame, row);
  const set: Setting = {
    model,
    horizon: parameter(about, profile, "horizon"),
    obstacleHorizon: parameter(about, profile, "obstacle_horizon"),
    step: 1 / about.fps,
    maxSpeed: profile.max_speed ?? Math.max(2, Math.hypot(velocity[0], velocity[1])),
    optimiseAbout: model === "orca" ? parameter(about, profile, "optimise_about") : 0,
  };
  const within = parameter(about, profile, "neighbour_distance");
  const rows = nearest(frame, row, within, parameter(about, profile, "max_neighbours"));
  return {
    model,
    horizon: set.horizon,
    maxSpeed: set.maxSpeed,
    velocity,
    preferred: preferredOf(frame, row),
    chosen: chosenIn(next, agent),
    obstacles: rows.map((other) => obstacleOf(frame, agents, row, other, set)),
    walls: wallPlanes(about, agents, frame, row, set),
  };
}
