import { DoubleSide, Mesh, ShaderMaterial } from "three";
import type { Frame, Source } from "../types.ts";
import { square } from "./bodies.ts";
import type { Colouring } from "./colours.ts";
import { Instances } from "./instances.ts";
import { liftOf, orderOf } from "./layering.ts";
import { BESIDE, TONE } from "./look.ts";
import type { Look } from "./look.ts";
import { RowFinder, jumped } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

/** What a GPU draws without a thought; beyond it trails use fewer of the frames. */
const MOST_SEGMENTS = 600_000;
const DEFAULT_TRAIL = 3;
/** Segments begin at this time when there are none: never in the past. */
const NEVER = 1e30;

/** Which frames a trail goes through: steps of `stride` frames, `count` of them, the last one reaching past the present. */
export interface TrailPlan {
  stride: number;
  count: number;
}

export function planTrail(seconds: number, framesPerSecond: number, agents: number): TrailPlan {
  const frames = Math.max(1, Math.ceil(seconds * framesPerSecond));
  const stride = Math.max(1, Math.ceil((frames * Math.max(agents, 1)) / MOST_SEGMENTS));
  return { stride, count: Math.ceil(frames / stride) + 1 };
}

/** Numbers of the steps that a trail is made of at a frame; step s goes from frame s * stride to (s + 1) * stride. */
export function trailSteps(plan: TrailPlan, index: number): { first: number; last: number } {
  const last = Math.floor(index / plan.stride);
  return { first: Math.max(0, last - plan.count + 1), last };
}

/**
 * Where agents came from. Each step between two frames has its own slot in one buffer, a ring of slots: going on by a frame
 * fills one slot. The shader knows the time and fades or cuts each piece, so going back a little needs nothing either.
 */
export class Trails {
  readonly mesh: Mesh;
  private readonly table = new Instances({ ends: 4, step: 4 }, [square()]);
  private readonly finder = new RowFinder();
  private readonly now = { value: 0 };
  private readonly length = { value: DEFAULT_TRAIL };
  private plan: TrailPlan = { stride: 1, count: 0 };
  private slotSize = 0;
  private rate = 0;
  /** The step in each slot; -1: none. */
  private slots = new Int32Array(0);
  private source: Source | undefined;

  constructor(look: Look) {
    const { viewport, colours, quiet } = look;
    const paint = new ShaderMaterial({
      ...RIBBON,
      uniforms: { viewport, colours, quiet, now: this.now, span: this.length, lift: { value: liftOf("trails") } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(this.table.geometries[0], paint);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = orderOf("trails");
  }

  setLength(seconds: number): void {
    if (seconds === this.length.value) {
      return;
    }
    this.length.value = seconds;
    this.forget();
  }

  /** Everything is filled anew: colours, levels or the run are others. */
  forget(): void {
    this.plan = { stride: 1, count: 0 };
  }

  show(source: Source, index: number, now: number, storeys: Storeys, colour: Colouring): void {
    this.now.value = now;
    this.prepare(source, index);
    const { first, last } = trailSteps(this.plan, index);
    for (let step = first; step <= last; step++) {
      const slot = step % this.plan.count;
      if (this.slots[slot] !== step) {
        this.fillSlot(slot, step, source, storeys, colour);
      }
    }
  }

  /** The plan only grows while a run is shown, so that a trail is not begun anew whenever somebody comes or goes. */
  private prepare(source: Source, index: number): void {
    if (source !== this.source) {
      this.source = source;
      this.slotSize = 0;
      this.rate = 0;
      this.forget();
    }
    const agents = source.frame(index)?.count ?? 0;
    const rate = framesPerSecond(source, index);
    if (this.plan.count === 0 || agents > this.slotSize || rate > this.rate) {
      this.slotSize = agents > this.slotSize ? Math.ceil(agents * 1.25) : this.slotSize;
      this.rate = Math.max(rate, this.rate);
      this.begin(planTrail(this.length.value, this.rate, this.slotSize));
    }
  }

  private begin(plan: TrailPlan): void {
    const rows = plan.count * this.slotSize;
    this.plan = plan;
    this.slots = new Int32Array(plan.count).fill(-1);
    this.table.reserve(rows);
    this.blank(0, rows);
    this.table.commit(rows);
  }

  private blank(from: number, to: number): void {
    const step = this.table.columns.step;
    for (let at = from; at < to; at++) {
      step[at * 4] = NEVER;
    }
  }

  private fillSlot(slot: number, step: number, source: Source, storeys: Storeys, colour: Colouring): void {
    const from = source.frame(step * this.plan.stride);
    const end = (step + 1) * this.plan.stride;
    const to = end < source.frames ? source.frame(end) : undefined;
    const start = slot * this.slotSize;
    let at = start;
    if (from && to) {
      this.slots[slot] = step;
      at = this.join(from, to, start, source.about.fps, storeys, colour);
    } else if (this.slots[slot] === -1) {
      return;
    } else {
      this.slots[slot] = -1;
    }
    this.blank(at, start + this.slotSize);
    this.table.commit(this.plan.count * this.slotSize, start, start + this.slotSize);
  }

  /** Writes a piece for everybody who is in both frames; returns where it ended. */
  private join(from: Frame, to: Frame, start: number, fps: number, storeys: Storeys, colour: Colouring): number {
    const ends = this.table.columns.ends;
    const step = this.table.columns.step;
    const seconds = (to.number - from.number) / fps;
    const limit = start + this.slotSize;
    let at = start;
    this.finder.index(to);
    for (let row = 0; row < from.count && at < limit; row++) {
      const next = this.finder.row(from.agent[row]);
      const dx = to.x[next] - from.x[row];
      const dy = to.y[next] - from.y[row];
      if (next < 0 || jumped(dx, dy, seconds) || !storeys.shows(from, row)) {
        continue;
      }
      ends[at * 4] = from.x[row];
      ends[at * 4 + 1] = from.y[row];
      ends[at * 4 + 2] = to.x[next];
      ends[at * 4 + 3] = to.y[next];
      step[at * 4] = from.number / fps;
      step[at * 4 + 1] = to.number / fps;
      step[at * 4 + 2] = storeys.heightOf(from, row);
      step[at * 4 + 3] = colour.value(from, row, Math.sqrt(dx * dx + dy * dy) / seconds);
      at++;
    }
    return at;
  }

  close(): void {
    this.table.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }
}

/** Frames that come in a second here: numbers may leave gaps. */
function framesPerSecond(source: Source, index: number): number {
  const here = source.frame(index);
  const next = source.frame(index + 1);
  const gap = here && next ? Math.max(1, next.number - here.number) : 1;
  return source.about.fps / gap;
}

const RIBBON = {
  vertexShader: `
    ${BESIDE}
    attribute vec4 ends;
    attribute vec4 step;
    uniform float now;
    uniform float span;
    uniform float lift;
    varying float fresh;
    varying float place;
    void main() {
      float lasts = max(step.y - step.x, 1e-6);
      float reached = clamp((now - step.x) / lasts, 0.0, 1.0);
      // What is yet to come and what is long past is folded into nothing.
      if (step.x >= now || step.y < now - span) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
      }
      mat4 sight = projectionMatrix * viewMatrix;
      vec4 from = sight * vec4(ends.xy, step.z + lift, 1.0);
      vec4 to = sight * vec4(mix(ends.xy, ends.zw, reached), step.z + lift, 1.0);
      float along = position.x * 0.5 + 0.5;
      fresh = clamp(1.0 - (now - mix(step.x, min(step.y, now), along)) / span, 0.0, 1.0);
      place = step.w;
      gl_Position = beside(mix(from, to, along), from, to, position.y, 0.8 + 1.2 * fresh);
    }
  `,
  fragmentShader: `
    ${TONE}
    varying float fresh;
    varying float place;
    void main() {
      gl_FragColor = vec4(tone(place), 0.75 * fresh);
    }
  `,
};
