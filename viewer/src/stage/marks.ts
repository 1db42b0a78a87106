import { Mesh, ShaderMaterial } from "three";
import type { Agents } from "../types.ts";
import { square } from "./bodies.ts";
import { putEnds } from "./crowd.ts";
import { Instances } from "./instances.ts";
import { liftOf, orderOf } from "./layering.ts";
import type { Look } from "./look.ts";
import type { Moment } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

const COLLIDING = 0;
const SELECTED = 1;

/** Rings round agents: those that overlap somebody, and the one that is selected. */
export class Marks {
  readonly mesh: Mesh;
  private readonly table = new Instances({ ends: 4, ring: 4 }, [square()]);
  private count = 0;

  constructor(look: Look) {
    const { mixing, pixel, collision, selected } = look;
    const paint = new ShaderMaterial({
      ...RING,
      uniforms: { mixing, pixel, collision, selected, lift: { value: liftOf("rings") } },
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(this.table.geometries[0], paint);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = orderOf("rings");
  }

  fill(moment: Moment, agents: Agents, storeys: Storeys, collisions: boolean, selected: number | undefined): void {
    const pairs = collisions ? moment.a?.pairs : undefined;
    this.count = 0;
    this.table.reserve((pairs?.a.length ?? 0) * 2 + 1);
    for (let i = 0; pairs && i < pairs.a.length; i++) {
      this.put(moment, pairs.a[i], agents, storeys, COLLIDING);
      this.put(moment, pairs.b[i], agents, storeys, COLLIDING);
    }
    if (selected !== undefined) {
      this.put(moment, moment.rowOf(selected), agents, storeys, SELECTED);
    }
    this.table.commit(this.count);
  }

  private put(moment: Moment, row: number, agents: Agents, storeys: Storeys, kind: number): void {
    if (!moment.a || row < 0 || row >= moment.a.count || !storeys.shows(moment.a, row)) {
      return;
    }
    const at = this.count++;
    const agent = moment.a.agent[row];
    const half = agent < agents.count ? Math.max(agents.halfLength[agent], agents.halfWidth[agent]) : 0.25;
    putEnds(this.table.columns.ends, at * 4, moment, row);
    const next = moment.next[row];
    const from = storeys.heightOf(moment.a, row);
    const to = next < 0 ? from : storeys.heightOf(moment.b!, next);
    this.table.columns.ring.set([from, to, half, kind], at * 4);
  }

  close(): void {
    this.table.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }
}

const RING = {
  vertexShader: `
    attribute vec4 ends;
    attribute vec4 ring;
    uniform float mixing;
    uniform float pixel;
    uniform float lift;
    varying vec2 local;
    varying float radius;
    varying float kind;
    void main() {
      kind = ring.w;
      radius = max(ring.z, 2.0 * pixel) + (2.0 + 2.5 * kind) * pixel;
      local = position.xy * (radius + 4.0 * pixel);
      vec2 at = mix(ends.xy, ends.zw, mixing) + local;
      gl_Position = projectionMatrix * viewMatrix * vec4(at, mix(ring.x, ring.y, mixing) + lift, 1.0);
    }
  `,
  fragmentShader: `
    uniform vec3 collision;
    uniform vec3 selected;
    varying vec2 local;
    varying float radius;
    varying float kind;
    void main() {
      float far = length(local) - radius;
      float away = abs(far) / max(fwidth(far), 1e-6);
      float alpha = clamp(1.6 + 0.4 * kind - away, 0.0, 1.0);
      if (alpha < 0.01) discard;
      gl_FragColor = vec4(kind > 0.5 ? selected : collision, alpha);
    }
  `,
};
