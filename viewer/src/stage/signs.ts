import { Group, LineBasicMaterial, BufferGeometry, Float32BufferAttribute, LineSegments, Mesh, MeshBasicMaterial, Shape, ShapeGeometry, Vector2 } from "three";
import type { About, Goal, MeasurementLine, Point } from "../types.ts";
import { themeColours } from "./colours.ts";
import { release } from "./floor.ts";
import { Labels } from "./labels.ts";
import { liftOf, orderOf } from "./layering.ts";
import { addChain, crispLines } from "./lines.ts";
import type { Segments } from "./lines.ts";
import type { Look } from "./look.ts";
import type { Storeys } from "./storeys.ts";
import type { View } from "./camera.ts";

/** More names than this would hide the picture. */
const MOST_NAMES = 40;
const MOST_GRID_LINES = 240;
const POINT_RADIUS = 0.2;

/** What people put on the floor to read it: goals, measurement lines and a grid. */
export class Signs {
  readonly group = new Group();
  private readonly goals = new Group();
  private readonly lines = new Group();
  private readonly grid = new Group();
  private readonly goalNames = new Labels();
  private readonly lineNames = new Labels();

  constructor(private readonly storeys: Storeys) {
    this.group.add(this.goals, this.lines, this.grid, this.goalNames.group, this.lineNames.group);
  }

  build(about: About, look: Look): void {
    [this.goals, this.grid].forEach(release);
    this.goalNames.clear();
    this.buildGoals(about, look);
    this.buildGrid(about, look);
  }

  show(goals: boolean, grid: boolean): void {
    this.goals.visible = goals;
    this.goalNames.group.visible = goals;
    this.grid.visible = grid;
  }

  size(view: View): void {
    this.goalNames.size(view);
    this.lineNames.size(view);
  }

  private buildGoals(about: About, look: Look): void {
    const colours = themeColours(look.theme);
    const seen = about.goals.filter((goal) => this.storeys.visible(goal.level));
    for (const goal of seen) {
      const z = this.storeys.height(goal.level) + liftOf("goals");
      this.goals.add(...goalPicture(goal, colours.goal, z));
      if (seen.length <= MOST_NAMES && goal.name) {
        this.goalNames.add(goal.name, goal.at[0], goal.at[1], z, colours.goal, colours.floor);
      }
    }
  }

  buildLines(lines: MeasurementLine[], look: Look): void {
    release(this.lines);
    this.lineNames.clear();
    const colours = themeColours(look.theme);
    const segments: Segments = [];
    for (const { name, points, level } of lines) {
      if (level !== undefined && !this.storeys.visible(level)) {
        continue;
      }
      const z = (level === undefined ? this.storeys.floor : this.storeys.height(level)) + liftOf("lines");
      addChain(segments, points, z, false);
      points.forEach((_, end) => addChain(segments, tick(points, end), z, false));
      const [from, to] = points;
      this.lineNames.add(name, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2, z, colours.line, colours.floor);
    }
    if (segments.length > 0) {
      this.lines.add(crispLines(segments, colours.line, 2, "lines"));
    }
  }

  private buildGrid(about: About, look: Look): void {
    const geometry = new BufferGeometry();
    const z = this.storeys.floor + liftOf("grid");
    geometry.setAttribute("position", new Float32BufferAttribute(gridLines(about.bounds, z), 3));
    const lines = new LineSegments(geometry, new LineBasicMaterial({ color: themeColours(look.theme).grid }));
    lines.renderOrder = orderOf("grid");
    this.grid.add(lines);
  }

  clear(): void {
    [this.goals, this.lines, this.grid].forEach(release);
    this.goalNames.clear();
    this.lineNames.clear();
  }
}

function goalPicture(goal: Goal, colour: string, z: number): [Mesh, ReturnType<typeof crispLines>] {
  const outline = roundedRectangle(goal);
  const paint = new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.22, depthWrite: false });
  const area = new Mesh(new ShapeGeometry(new Shape(outline)), paint);
  area.position.z = z;
  area.renderOrder = orderOf("goals");
  const segments: Segments = [];
  addChain(segments, outline.map((point): Point => [point.x, point.y]), z, true);
  return [area, crispLines(segments, colour, 1.5, "goals")];
}

/** All points within the goal's radius of its rectangle. */
function roundedRectangle({ at, half, radius }: Goal): Vector2[] {
  const round = radius > 0 || half[0] > 0 || half[1] > 0 ? radius : POINT_RADIUS;
  const points: Vector2[] = [];
  for (let i = 0; i < 48; i++) {
    const angle = ((i + 0.5) / 48) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    points.push(new Vector2(at[0] + Math.sign(c) * half[0] + round * c, at[1] + Math.sign(s) * half[1] + round * s));
  }
  return points;
}

/** A short bar across one end of a measurement line. */
function tick([from, to]: [Point, Point], end: number): Point[] {
  const [dx, dy] = [(to[0] - from[0]) * 0.04, (to[1] - from[1]) * 0.04];
  const [x, y] = end === 0 ? from : to;
  return [[x - dy, y + dx], [x + dy, y - dx]];
}

/** Spacing in round numbers of metres, so that there are not too many lines. */
export function gridSpacing(span: number): number {
  for (let spacing = 1; ; spacing *= 10) {
    for (const step of [1, 2, 5]) {
      if (span / (spacing * step) <= MOST_GRID_LINES / 2 || spacing > 1e8) {
        return spacing * step;
      }
    }
  }
}

function gridLines([west, south, east, north]: About["bounds"], z: number): number[] {
  const spacing = gridSpacing(Math.max(east - west, north - south));
  const [left, right] = [Math.floor(west / spacing) * spacing, Math.ceil(east / spacing) * spacing];
  const [low, high] = [Math.floor(south / spacing) * spacing, Math.ceil(north / spacing) * spacing];
  const lines: number[] = [];
  for (let x = left; x <= right; x += spacing) {
    lines.push(x, low, z, x, high, z);
  }
  for (let y = low; y <= high; y += spacing) {
    lines.push(left, y, z, right, y, z);
  }
  return lines;
}
