import { DoubleSide, Mesh, ShaderMaterial } from "three";
import type { Color } from "three";
import { arrow } from "./bodies.ts";
import { putEnds } from "./crowd.ts";
import { Instances } from "./instances.ts";
import { liftOf, orderOf } from "./layering.ts";
import { BESIDE } from "./look.ts";
import type { Look } from "./look.ts";
import type { Moment } from "./moment.ts";
import type { Storeys } from "./storeys.ts";

/** An arrow reaches to where its agent would be after this many seconds. */
const AHEAD = 0.7;

/** One arrow per agent: how fast it goes, or wants to go. */
export class Arrows {
  readonly mesh: Mesh;
  private readonly table = new Instances({ ends: 4, reach: 3 }, [arrow()]);

  constructor(
    look: Look,
    colour: { value: Color },
    private readonly kind: "velocity" | "preferred",
  ) {
    const paint = new ShaderMaterial({
      ...ARROW,
      uniforms: { mixing: look.mixing, viewport: look.viewport, colour, lift: { value: liftOf("arrows") } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(this.table.geometries[0], paint);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = orderOf("arrows");
  }

  fill(moment: Moment, storeys: Storeys): void {
    const frame = moment.a;
    const rows = frame?.count ?? 0;
    this.table.reserve(rows);
    const ends = this.table.columns.ends;
    const reach = this.table.columns.reach;
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const vx = this.kind === "velocity" ? moment.vx(row) : (frame!.preferredX?.[row] ?? NaN);
      const vy = this.kind === "velocity" ? moment.vy(row) : (frame!.preferredY?.[row] ?? NaN);
      if (storeys.shows(frame!, row) && vx * vx + vy * vy > 1e-4) {
        putEnds(ends, count * 4, moment, row);
        reach[count * 3] = vx * AHEAD;
        reach[count * 3 + 1] = vy * AHEAD;
        reach[count * 3 + 2] = storeys.heightOf(frame!, row);
        count++;
      }
    }
    this.table.commit(count);
  }

  close(): void {
    this.table.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }
}

const ARROW = {
  vertexShader: `
    ${BESIDE}
    attribute vec4 ends;
    attribute vec3 reach;
    uniform float mixing;
    uniform float lift;
    void main() {
      vec3 foot = vec3(mix(ends.xy, ends.zw, mixing), reach.z + lift);
      mat4 sight = projectionMatrix * viewMatrix;
      vec4 from = sight * vec4(foot, 1.0);
      vec4 to = sight * vec4(foot + vec3(reach.xy, 0.0), 1.0);
      float pixels = length((to.xy / to.w - from.xy / from.w) * viewport) * 0.5;
      // The head takes at most half of a short arrow.
      float head = min(8.0, pixels * 0.5) / max(pixels, 1e-3);
      bool point = position.z > 0.5 && position.y == 0.0;
      vec4 at = mix(from, to, point ? 1.0 : position.x * (1.0 - head));
      float wide = position.z > 0.5 ? min(8.0, pixels * 0.5) : 1.5;
      gl_Position = beside(at, from, to, position.y, wide);
    }
  `,
  fragmentShader: `
    uniform vec3 colour;
    void main() {
      gl_FragColor = vec4(colour, 0.85);
    }
  `,
};
