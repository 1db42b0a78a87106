import { DoubleSide, Group, Mesh, ShaderMaterial } from "three";
import type { BufferGeometry } from "three";
import { SHAPE_BOX } from "../types.ts";
import type { Agents } from "../types.ts";
import { NECK, crate, square, walker } from "./bodies.ts";
import { UNKNOWN } from "./colours.ts";
import type { Colouring } from "./colours.ts";
import { BODY, DISC, SHADOW } from "./crowd_shaders.ts";
import { Instances } from "./instances.ts";
import { liftOf, orderOf } from "./layering.ts";
import type { Look } from "./look.ts";
import type { Moment } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

/** From this many on bodies are drawn with fewer faces. */
const MANY = 20000;
const UNKNOWN_HALF = 0.25;

const COLUMNS = {
  ends: 4, // x, y in both frames
  pose: 4, // heading and height in both frames
  body: 3, // half length, half width, whether the heading is known
  value: 2, // place in the strip of colours in both frames
};

type Column = keyof typeof COLUMNS;

/** Agents of one kind of shape: a single draw, from above as outlines or standing as bodies. */
class Batch {
  readonly table: Instances<Column>;
  readonly group = new Group();
  readonly flat: Mesh;
  private readonly standing: Mesh[];
  count = 0;

  constructor(look: Look, bodies: BufferGeometry[], box: boolean) {
    this.table = new Instances(COLUMNS, [square(), ...bodies]);
    const { mixing, pixel, colours, quiet, headings } = look;
    const uniforms = { mixing, pixel, colours, quiet, headings, lift: { value: liftOf("agents") } };
    const defines: Record<string, number> = box ? { BOX: 1 } : {};
    const flatShape = this.table.geometries[0];
    this.flat = this.add(new Mesh(flatShape, material(DISC, uniforms, defines)), orderOf("agents"));
    const shade = { ...uniforms, lift: { value: liftOf("shadows") } };
    const shadow = this.add(new Mesh(flatShape, material(SHADOW, shade, defines)), orderOf("shadows"));
    shadow.material.depthWrite = false;
    const solid = material(BODY, uniforms, defines);
    solid.transparent = false;
    solid.side = DoubleSide;
    this.standing = [shadow, ...this.table.geometries.slice(1).map((shape) => this.add(new Mesh(shape, solid), 0))];
  }

  private add<M extends Mesh>(mesh: M, order: number): M {
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    this.group.add(mesh);
    return mesh;
  }

  /** Which of the bodies to draw: 0 the finest. */
  stand(top: boolean, coarseness: number): void {
    this.flat.visible = top;
    const last = this.standing.length - 1;
    const chosen = 1 + Math.min(coarseness, last - 1);
    this.standing.forEach((mesh, i) => (mesh.visible = !top && (i === 0 || i === chosen)));
  }

  close(): void {
    this.table.dispose();
    this.group.children.forEach((mesh) => ((mesh as Mesh).material as ShaderMaterial).dispose());
  }
}

interface Shader {
  vertexShader: string;
  fragmentShader: string;
}

function material(shader: Shader, uniforms: ShaderMaterial["uniforms"], defines: Record<string, number>): ShaderMaterial {
  return new ShaderMaterial({ ...shader, uniforms, defines: { ...defines, NECK: NECK.toFixed(3) }, transparent: true });
}

/** All agents, between two frames; the shaders mix, so that nothing is uploaded until the frames change. */
export class Crowd {
  readonly group = new Group();
  private readonly round: Batch;
  private readonly boxes: Batch;

  constructor(look: Look) {
    this.round = new Batch(look, [walker(false), walker(true)], false);
    this.boxes = new Batch(look, [crate()], true);
    this.group.add(this.round.group, this.boxes.group);
  }

  /** What the density is made of: the flat outlines, whose positions the shaders know. */
  get outlines(): Mesh[] {
    return [this.round.flat, this.boxes.flat];
  }

  fill(moment: Moment, agents: Agents, storeys: Storeys, colour: Colouring): void {
    const rows = moment.a?.count ?? 0;
    for (const batch of [this.round, this.boxes]) {
      batch.count = 0;
      batch.table.reserve(rows);
    }
    for (let row = 0; row < rows; row++) {
      if (storeys.shows(moment.a!, row)) {
        this.put(moment, row, agents, storeys, colour);
      }
    }
    for (const batch of [this.round, this.boxes]) {
      batch.table.commit(batch.count);
    }
  }

  private put(moment: Moment, row: number, agents: Agents, storeys: Storeys, colour: Colouring): void {
    const agent = moment.a!.agent[row];
    const known = agent < agents.count;
    const batch = known && agents.shape[agent] === SHAPE_BOX ? this.boxes : this.round;
    const at = batch.count++;
    const { ends, pose, body, value } = batch.table.columns;
    body[at * 3] = known ? agents.halfLength[agent] : UNKNOWN_HALF;
    body[at * 3 + 1] = known ? agents.halfWidth[agent] : UNKNOWN_HALF;
    putEnds(ends, at * 4, moment, row);
    body[at * 3 + 2] = putPose(pose, at * 4, moment, row, storeys) ? 1 : 0;
    putValue(value, at * 2, moment, row, colour);
  }

  stand(top: boolean): void {
    this.round.stand(top, this.round.count > MANY ? 1 : 0);
    this.boxes.stand(top, 0);
  }

  close(): void {
    this.round.close();
    this.boxes.close();
  }
}

/** Where a row is in both frames; in place where the second does not have it. */
export function putEnds(ends: Float32Array, at: number, moment: Moment, row: number): void {
  const { a, b } = moment;
  const next = moment.next[row];
  ends[at] = a!.x[row];
  ends[at + 1] = a!.y[row];
  ends[at + 2] = next < 0 ? a!.x[row] : b!.x[next];
  ends[at + 3] = next < 0 ? a!.y[row] : b!.y[next];
}

function putPose(pose: Float32Array, at: number, moment: Moment, row: number, storeys: Storeys): boolean {
  const { a, b } = moment;
  const next = moment.next[row];
  const from = headingOf(moment, row);
  const to = next >= 0 && b!.heading ? b!.heading[next] : from;
  pose[at] = from;
  // The short way round, so that mixing does not spin.
  pose[at + 1] = from + shortest(to - from);
  pose[at + 2] = storeys.heightOf(a!, row);
  pose[at + 3] = next < 0 ? pose[at + 2] : storeys.heightOf(b!, next);
  if (Number.isNaN(from)) {
    pose[at] = pose[at + 1] = 0;
    return false;
  }
  return true;
}

const FULL = 2 * Math.PI;

function shortest(angle: number): number {
  return Number.isNaN(angle) ? 0 : angle - FULL * Math.round(angle / FULL);
}

/** Which way it faces, or else goes; NaN where it stands and nobody knows. */
function headingOf(moment: Moment, row: number): number {
  const heading = moment.a!.heading?.[row] ?? NaN;
  if (!Number.isNaN(heading)) {
    return heading;
  }
  const vx = moment.vx(row);
  const vy = moment.vy(row);
  return vx * vx + vy * vy > 1e-4 ? Math.atan2(vy, vx) : NaN;
}

/** Math.hypot guards against overflow and costs ten times as much; speeds do not overflow. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

function putValue(value: Float32Array, at: number, moment: Moment, row: number, colour: Colouring): void {
  const { a, b } = moment;
  const next = moment.next[row];
  const speed = length(moment.vx(row), moment.vy(row));
  const from = colour.value(a!, row, speed);
  value[at] = from;
  value[at + 1] = from;
  if (colour.mixed && next >= 0 && from !== UNKNOWN) {
    const then = b!.vx && b!.vy ? length(b!.vx[next], b!.vy[next]) : speed;
    const to = colour.value(b!, next, then);
    value[at + 1] = to === UNKNOWN ? from : to;
  }
}
