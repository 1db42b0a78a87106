import { Delaunay } from "d3-delaunay";
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial } from "three";
import { heatColours, rampColour, themeColours } from "./colours.ts";
import { DENSE } from "./heat.ts";
import { liftOf, orderOf } from "./layering.ts";
import type { Look } from "./look.ts";
import type { Moment } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

/** With more agents than this the cells take longer to compute than a frame lasts. */
export const MOST_CELLS = 3000;

type Bounds = [number, number, number, number];

export interface Cell {
  corners: [number, number][];
  area: number;
}

/** The part of the bounds that is nearer to each point than to any other. Points that coincide share one cell. */
export function voronoiCells(points: Float64Array, bounds: Bounds): Cell[] {
  const diagram = new Delaunay(points).voronoi(bounds);
  return [...diagram.cellPolygons()].map((polygon) => {
    const corners = polygon.slice(0, -1) as [number, number][];
    return { corners, area: polygonArea(corners) };
  });
}

function polygonArea(corners: [number, number][]): number {
  let twice = 0;
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

/** Each agent's own share of the floor, coloured by the density it means. */
export class VoronoiLayer {
  readonly group = new Group();
  private readonly paint = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide });
  private readonly ink = new LineBasicMaterial({ transparent: true, opacity: 0.55, depthWrite: false });
  private readonly areas = new Mesh(new BufferGeometry(), this.paint);
  private readonly edges = new LineSegments(new BufferGeometry(), this.ink);
  /** There are too many agents now. */
  tooMany = false;

  constructor() {
    for (const part of [this.areas, this.edges]) {
      part.frustumCulled = false;
      part.renderOrder = orderOf("voronoi");
      this.group.add(part);
    }
  }

  fill(moment: Moment, storeys: Storeys, bounds: Bounds, look: Look): void {
    this.ink.color.set(themeColours(look.theme).quiet);
    this.tooMany = (moment.a?.count ?? 0) > MOST_CELLS;
    const areas: number[] = [];
    const colours: number[] = [];
    const edges: number[] = [];
    storeys.heights.forEach((height, level) => {
      if (moment.a && !this.tooMany && storeys.visible(level)) {
        for (const cell of voronoiCells(pointsOf(moment, level), bounds)) {
          addCell(cell, height + liftOf("voronoi"), areas, colours, edges);
        }
      }
    });
    replace(this.areas.geometry, areas, colours);
    replace(this.edges.geometry, edges);
  }

  close(): void {
    [this.areas, this.edges].forEach((part) => part.geometry.dispose());
    this.paint.dispose();
    this.ink.dispose();
  }
}

function pointsOf(moment: Moment, level: number): Float64Array {
  const frame = moment.a!;
  const points: number[] = [];
  for (let row = 0; row < frame.count; row++) {
    if ((frame.level?.[row] ?? 0) === level) {
      points.push(frame.x[row], frame.y[row]);
    }
  }
  return Float64Array.from(points);
}

function addCell({ corners, area }: Cell, z: number, areas: number[], colours: number[], edges: number[]): void {
  const colour = rampColour(heatColours, 1 / area / DENSE);
  for (let i = 1; i + 1 < corners.length; i++) {
    for (const [x, y] of [corners[0], corners[i], corners[i + 1]]) {
      areas.push(x, y, z);
      colours.push(...colour);
    }
  }
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    edges.push(x, y, z, u, v, z);
  });
}

function replace(geometry: BufferGeometry, positions: number[], colours?: number[]): void {
  geometry.dispose();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  if (colours) {
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(colours), 4));
  }
}
