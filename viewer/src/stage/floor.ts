import { BufferGeometry, DoubleSide, ExtrudeGeometry, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, Path, Shape, ShapeGeometry, Vector2 } from "three";
import type { Material, Object3D } from "three";
import type { About, Door, Point, Wall } from "../types.ts";
import { themeColours } from "./colours.ts";
import type { ThemeColours } from "./colours.ts";
import { liftOf, orderOf } from "./layering.ts";
import { addChain, crispLines } from "./lines.ts";
import type { Segments } from "./lines.ts";
import type { Look } from "./look.ts";
import type { Storeys } from "./storeys.ts";

/** Walls stand only this high (m), so that nobody is hidden. */
const LOW_WALL = 0.5;
const WALL_WIDTH = 2;
const DOOR_WIDTH = 4;
const TRACE_WIDTH = 1.5;
const TRACE_STEP = 0.5; // m between the dots where a barrier stood
/** Ground around what has no room of its own (m). */
const AROUND = 1;

/** What does not move: floors, walls, solids and doors of each level. */
export class Floor {
  readonly group = new Group();
  private flat: Object3D[] = [];
  private raised: Object3D[] = [];

  constructor(private readonly storeys: Storeys) {}

  build(about: About, look: Look): void {
    this.clear();
    const colours = themeColours(look.theme);
    this.storeys.heights.forEach((height, level) => {
      const group = new Group();
      group.position.z = height;
      this.group.add(group);
      this.buildLevel(group, about, level, colours);
    });
    this.showLevels();
  }

  private buildLevel(group: Group, about: About, level: number, colours: ThemeColours): void {
    const walls = about.walls.filter((wall) => wall.level === level && wall.rings.length > 0);
    const doors = about.doors.filter((door) => door.level === level);
    const rooms = walls.filter((wall) => wall.kind === "room");
    const ground = rooms.length > 0 ? rooms : level === 0 ? [groundOf(about)] : [];
    group.add(floorMesh(ground, colours.floor, level > 0));
    const solids = walls.filter((wall) => wall.kind === "solid");
    this.flat.push(flatSolids(solids, colours.solid), wallLines(walls, doors, colours, 0));
    this.raised.push(
      raisedSolids(solids, colours.solid),
      standingWalls(walls, colours.solid),
      wallLines(walls, doors, colours, LOW_WALL),
    );
    group.add(...this.flat.slice(-2), ...this.raised.slice(-3));
  }

  showLevels(): void {
    this.group.children.forEach((group, level) => (group.visible = this.storeys.visible(level)));
  }

  stand(top: boolean): void {
    this.flat.forEach((part) => (part.visible = top));
    this.raised.forEach((part) => (part.visible = !top));
  }

  clear(): void {
    release(this.group);
    this.flat = [];
    this.raised = [];
  }
}

/** Gives geometry and materials of everything below back. */
export function release(group: Group): void {
  group.traverse((part) => {
    const mesh = part as Mesh;
    mesh.geometry?.dispose();
    const materials: (Material | undefined)[] = [mesh.material].flat();
    materials.forEach((material) => material?.dispose());
  });
  group.clear();
}

function groundOf(about: About): Wall {
  const [west, south, east, north] = about.bounds;
  const [w, s, e, n] = [west - AROUND, south - AROUND, east + AROUND, north + AROUND];
  return { level: 0, kind: "room", rings: [[[w, s], [e, s], [e, n], [w, n]]] };
}

function vectors(ring: Point[]): Vector2[] {
  return ring.map(([x, y]) => new Vector2(x, y));
}

function shapeOf(wall: Wall): Shape {
  const shape = new Shape(vectors(wall.rings[0]));
  shape.holes = wall.rings.slice(1).map((ring) => new Path(vectors(ring)));
  return shape;
}

function floorMesh(rooms: Wall[], colour: string, above: boolean): Mesh {
  const paint = new MeshBasicMaterial({ color: colour, side: DoubleSide });
  if (above) {
    // Upper floors cover half of each pixel's samples, so that one looks through them whatever is drawn when.
    paint.alphaToCoverage = true;
    paint.opacity = 0.5;
  }
  const mesh = new Mesh(new ShapeGeometry(rooms.map(shapeOf)), paint);
  mesh.renderOrder = orderOf("floor");
  return mesh;
}

function flatSolids(solids: Wall[], colour: string): Mesh {
  const mesh = new Mesh(new ShapeGeometry(solids.map(shapeOf)), new MeshBasicMaterial({ color: colour }));
  mesh.position.z = liftOf("lines");
  return mesh;
}

function raisedSolids(solids: Wall[], colour: string): Mesh {
  const geometry = new ExtrudeGeometry(solids.map(shapeOf), { depth: LOW_WALL, bevelEnabled: false });
  const mesh = new Mesh(geometry, [
    new MeshBasicMaterial({ color: colour }),
    new MeshBasicMaterial({ color: colour, side: DoubleSide }),
  ]);
  mesh.material[1].color.multiplyScalar(0.86);
  return mesh;
}

function isClosed(wall: Wall): boolean {
  return wall.kind !== "wall";
}

function wallLines(walls: Wall[], doors: Door[], colours: ThemeColours, z: number): Group {
  const segments: Segments = [];
  walls.forEach((wall) => wall.rings.forEach((ring) => addChain(segments, ring, 0, isClosed(wall))));
  const group = new Group();
  group.position.z = z + liftOf("walls");
  group.add(crispLines(segments, colours.wall, WALL_WIDTH, "walls"), ...doors.map((door) => doorLines(door, colours)));
  return group;
}

/** A closed door bars the way; of an open one only its posts remain, of a barrier that is gone a trace. */
function doorLines(door: Door, colours: ThemeColours): Object3D {
  const segments: Segments = [];
  const gone = door.open && door.barrier !== 0;
  if (gone) {
    addDots(segments, door.points);
  } else if (door.open) {
    const [from, to] = [door.points[0], door.points[door.points.length - 1]];
    addChain(segments, [from, towards(from, to, 0.12)], 0, false);
    addChain(segments, [to, towards(to, from, 0.12)], 0, false);
  } else {
    addChain(segments, door.points, 0, false);
  }
  const lines = crispLines(segments, colours.door, gone ? TRACE_WIDTH : DOOR_WIDTH, "walls");
  lines.position.z = liftOf("grid");
  return lines;
}

function addDots(segments: Segments, points: Point[]): void {
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    const count = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / TRACE_STEP));
    for (let k = 0; k < count; k++)
      addChain(segments, [towards(from, to, (k + 0.4) / count), towards(from, to, (k + 0.6) / count)], 0, false);
  }
}

function towards(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function standingWalls(walls: Wall[], colour: string): Mesh {
  const segments: Segments = [];
  walls.forEach((wall) => wall.rings.forEach((ring) => addChain(segments, ring, 0, isClosed(wall))));
  const corners: number[] = [];
  for (let i = 0; i < segments.length; i += 6) {
    const [x0, y0, , x1, y1] = segments.slice(i, i + 5);
    corners.push(x0, y0, 0, x1, y1, 0, x1, y1, LOW_WALL, x0, y0, 0, x1, y1, LOW_WALL, x0, y0, LOW_WALL);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  return new Mesh(geometry, new MeshBasicMaterial({ color: colour, side: DoubleSide }));
}
