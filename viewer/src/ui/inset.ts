// The velocity space of the selected agent: what it could choose, what its neighbours forbid, what it chose.

import { type HalfPlane, type Obstacle, type VelocitySpace, velocitySpace } from "../data/velocity_space.ts";
import type { Point } from "../types.ts";
import { curveName } from "./chart.ts";
import { el, setText } from "./dom.ts";
import { short } from "./format.ts";
import { type Person, personOf, profileOf } from "./person.ts";
import { neighbourColour } from "./rings.ts";
import { cssColour } from "./theme.ts";
import type { View } from "./view.ts";

const SIZE = 260;
/** Beyond the circle of speeds, so that what lies just outside is seen. */
const MARGIN = 1.2;

export class Inset {
  readonly element = el("figure", { class: "inset" });
  private readonly canvas = el("canvas", { role: "img", "aria-label": "Velocity space" });
  private readonly text = el("figcaption");

  constructor() {
    this.element.append(el("h2", {}, "Velocity space"), this.canvas, keyOfColours(), this.text);
  }

  show(view: View, agent: number, person: Person | undefined): void {
    this.canvas.hidden = person === undefined;
    if (!person) {
      setText(this.text, "The agent is not in this frame.");
      return;
    }
    const { about, agents } = view.source;
    const next = view.source.frame(view.index + 1);
    const space = velocitySpace(about, agents, person.frame, person.row, next);
    this.draw(space ?? bareSpace(view, agent, person));
    setText(this.text, caption(space, profileOf(view.source, agent)?.model));
  }

  private draw(space: VelocitySpace): void {
    const ratio = window.devicePixelRatio || 1;
    const pixels = Math.round(SIZE * ratio);
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const reach = space.maxSpeed * MARGIN;
    const scale = pixels / (2 * reach);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, pixels, pixels);
    // From here on in metres per second, y upwards.
    context.setTransform(scale, 0, 0, -scale, pixels / 2, pixels / 2);
    const pen = new Pen(context, ratio / scale);
    pen.axes(reach);
    space.obstacles.forEach((obstacle, i) => pen.obstacle(obstacle, neighbourColour(i), reach));
    space.obstacles.forEach(({ halfPlane }, i) => halfPlane && pen.halfPlane(halfPlane, neighbourColour(i), reach));
    space.walls.forEach((halfPlane) => pen.halfPlane(halfPlane, cssColour("wall"), reach));
    pen.circle([0, 0], space.maxSpeed, cssColour("quiet"));
    if (space.preferred) pen.arrow(space.preferred, cssColour("second"));
    pen.arrow(space.velocity, cssColour("accent"));
    if (space.chosen) pen.dot(space.chosen, cssColour("good"));
  }
}

/** Draws in metres per second; widths are in pixels of the page. */
class Pen {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly pixel: number,
  ) {}

  axes(reach: number): void {
    this.context.beginPath();
    this.context.moveTo(-reach, 0);
    this.context.lineTo(reach, 0);
    this.context.moveTo(0, -reach);
    this.context.lineTo(0, reach);
    this.stroke(cssColour("hairline"), 1);
  }

  circle(centre: Point, radius: number, colour: string): void {
    this.context.beginPath();
    this.context.arc(centre[0], centre[1], radius, 0, 2 * Math.PI);
    this.stroke(colour, 1);
  }

  dot([x, y]: Point, colour: string): void {
    this.context.beginPath();
    this.context.arc(x, y, 4 * this.pixel, 0, 2 * Math.PI);
    this.stroke(colour, 2);
  }

  arrow([x, y]: Point, colour: string): void {
    const length = Math.hypot(x, y);
    this.context.beginPath();
    this.context.moveTo(0, 0);
    this.context.lineTo(x, y);
    const barb = 7 * this.pixel;
    if (length > barb) {
      const [dx, dy] = [(x / length) * barb, (y / length) * barb];
      this.context.moveTo(x - dx - dy / 2, y - dy + dx / 2);
      this.context.lineTo(x, y);
      this.context.lineTo(x - dx + dy / 2, y - dy - dx / 2);
    }
    this.stroke(colour, 2);
  }

  /** The front arc between the two legs; bodies that overlap have the arc alone, as a disc. */
  obstacle({ centre, radius, legs }: Obstacle, colour: string, reach: number): void {
    const path = this.context;
    const far = 10 * reach + 10 * radius;
    path.beginPath();
    if (legs) {
      const [left, right] = legs;
      path.moveTo(left.from[0] + far * left.direction[0], left.from[1] + far * left.direction[1]);
      path.arc(centre[0], centre[1], radius, angle(left.normal), angle(right.normal));
      path.lineTo(right.from[0] + far * right.direction[0], right.from[1] + far * right.direction[1]);
    } else {
      path.arc(centre[0], centre[1], radius, 0, 2 * Math.PI);
    }
    path.globalAlpha = 0.08;
    path.fillStyle = colour;
    path.fill();
    path.globalAlpha = 0.35;
    this.stroke(colour, 1);
    path.globalAlpha = 1;
  }

  /** A line, with a narrow strip on the side that is forbidden. */
  halfPlane({ point, normal }: HalfPlane, colour: string, reach: number): void {
    const far = 4 * reach;
    const strip = 5 * this.pixel;
    const along: Point = [-normal[1] * far, normal[0] * far];
    const path = this.context;
    path.beginPath();
    path.moveTo(point[0] - along[0], point[1] - along[1]);
    path.lineTo(point[0] + along[0], point[1] + along[1]);
    this.stroke(colour, 1.5);
    path.lineTo(point[0] + along[0] - normal[0] * strip, point[1] + along[1] - normal[1] * strip);
    path.lineTo(point[0] - along[0] - normal[0] * strip, point[1] - along[1] - normal[1] * strip);
    path.globalAlpha = 0.22;
    path.fillStyle = colour;
    path.fill();
    path.globalAlpha = 1;
  }

  private stroke(colour: string, width: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = width * this.pixel;
    this.context.stroke();
  }
}

function angle([x, y]: Point): number {
  return Math.atan2(y, x);
}

/** For models that do not work with velocity obstacles: the velocities alone. */
function bareSpace(view: View, agent: number, { frame, row, speed }: Person): VelocitySpace {
  const profile = profileOf(view.source, agent);
  const next = personOf(view.source, view.index + 1, agent);
  return {
    model: "",
    horizon: 0,
    maxSpeed: profile?.max_speed ?? Math.max(2, Number.isFinite(speed) ? speed : 0),
    velocity: pair(frame.vx, frame.vy, row) ?? [0, 0],
    preferred: pair(frame.preferredX, frame.preferredY, row),
    chosen: next && pair(next.frame.vx, next.frame.vy, next.row),
    obstacles: [],
    walls: [],
  };
}

function pair(x: Float32Array | undefined, y: Float32Array | undefined, row: number): Point | undefined {
  return x && y && Number.isFinite(x[row]) ? [x[row], y[row]] : undefined;
}

function caption(space: VelocitySpace | undefined, model: string | undefined): string {
  if (!model) return "The recording does not say by which model this agent steers, so only its velocities are drawn.";
  if (!space) return `The model ${model} has no velocity obstacles and no half-planes; only velocities are drawn.`;
  const circle = `Circle: top speed, ${short(space.maxSpeed)} m/s.`;
  const cones = `${circle} Cones: velocities that lead to a collision within ${short(space.horizon)} s.`;
  if (space.model !== "orca") return `${cones} The model ${model} keeps out of them; it has no half-planes.`;
  const lines = `${cones} Lines: half-planes, forbidden on the shaded side; rings in the picture have the same colours.`;
  return space.walls.length > 0 ? `${lines} Grey lines: walls.` : lines;
}

function keyOfColours(): HTMLElement {
  const key = el("p", { class: "curves" });
  for (const [name, colour] of [["velocity", "accent"], ["preferred", "second"], ["chosen next", "good"], ["walls", "wall"]]) {
    key.append(curveName(name, colour));
  }
  return key;
}
