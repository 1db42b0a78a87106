import {
  AdditiveBlending, Color, DoubleSide, Group, HalfFloatType, LinearFilter, Mesh, OrthographicCamera, PlaneGeometry, RedFormat, Scene,
  ShaderMaterial, WebGLRenderTarget,
} from "three";
import type { WebGLRenderer } from "three";
import type { About, Legend } from "../types.ts";
import { heatColours } from "./colours.ts";
import { liftOf, orderOf } from "./layering.ts";
import type { Look } from "./look.ts";
import type { Storeys } from "./storeys.ts";

/** How wide one agent is spread (m), and what counts as dense (agents per square metre). */
const SPREAD = 0.7;
export const DENSE = 4;
const FINEST = SPREAD / 4;
const LARGEST = 1024;

export const heatLegend = (title: string): Legend => ({
  title,
  ramp: { colours: heatColours, from: "0", to: `${DENSE} per m²` },
});

/** Agents per square metre: a bell for each agent, added up on the GPU, one sheet per level. */
export class Heat {
  readonly group = new Group();
  private readonly splats = new Scene();
  private readonly above = new OrthographicCamera();
  private readonly storey = { value: 0 };
  private readonly reach = { value: SPREAD };
  private readonly bell: ShaderMaterial;
  private sheets: { level: number; target: WebGLRenderTarget; mesh: Mesh }[] = [];
  private readonly nothing = new Color(0, 0, 0);
  private readonly background = new Color();

  constructor(
    private readonly look: Look,
    outlines: Mesh[],
  ) {
    this.bell = new ShaderMaterial({
      ...BELL,
      uniforms: { mixing: look.mixing, storey: this.storey, spread: this.reach },
      blending: AdditiveBlending,
      depthTest: false,
      depthWrite: false,
      transparent: true,
    });
    for (const outline of outlines) {
      const mesh = new Mesh(outline.geometry, this.bell);
      mesh.frustumCulled = false;
      this.splats.add(mesh);
    }
  }

  build(about: About, storeys: Storeys): void {
    this.clear();
    const [west, south, east, north] = about.bounds;
    const [wide, high] = [Math.max(east - west, 1) + 2, Math.max(north - south, 1) + 2];
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    Object.assign(this.above, { left: x - wide / 2, right: x + wide / 2, bottom: y - high / 2, top: y + high / 2, near: -1, far: 1 });
    this.above.updateProjectionMatrix();
    const texel = Math.max(FINEST, wide / LARGEST, high / LARGEST);
    // In a very large scene a bell is at least as wide as what it is drawn into.
    this.reach.value = Math.max(SPREAD, texel * 1.5);
    storeys.heights.forEach((height, level) => {
      const target = sheetTarget(Math.ceil(wide / texel), Math.ceil(high / texel));
      const mesh = this.sheet(target, wide, high);
      mesh.position.set(x, y, height + liftOf("density"));
      this.sheets.push({ level, target, mesh });
      this.group.add(mesh);
    });
  }

  private sheet(target: WebGLRenderTarget, wide: number, high: number): Mesh {
    const paint = new ShaderMaterial({
      ...SHEET,
      uniforms: { sums: { value: target.texture }, heat: this.look.heat, dense: { value: DENSE } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    const mesh = new Mesh(new PlaneGeometry(wide, high), paint);
    mesh.renderOrder = orderOf("density");
    return mesh;
  }

  render(renderer: WebGLRenderer, storeys: Storeys): void {
    renderer.getClearColor(this.background);
    const opacity = renderer.getClearAlpha();
    renderer.setClearColor(this.nothing, 0);
    for (const { level, target, mesh } of this.sheets) {
      mesh.visible = storeys.visible(level);
      if (mesh.visible) {
        this.storey.value = storeys.height(level);
        renderer.setRenderTarget(target);
        renderer.render(this.splats, this.above);
      }
    }
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.background, opacity);
  }

  clear(): void {
    for (const { target, mesh } of this.sheets) {
      target.dispose();
      mesh.geometry.dispose();
      (mesh.material as ShaderMaterial).dispose();
    }
    this.sheets = [];
    this.group.clear();
  }

  close(): void {
    this.clear();
    this.bell.dispose();
  }
}

function sheetTarget(width: number, height: number): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, {
    format: RedFormat,
    type: HalfFloatType,
    minFilter: LinearFilter,
    magFilter: LinearFilter,
    depthBuffer: false,
  });
}

const BELL = {
  vertexShader: `
    attribute vec4 ends;
    attribute vec4 pose;
    uniform float mixing;
    uniform float storey;
    uniform float spread;
    varying vec2 local;
    void main() {
      local = position.xy * 3.0;
      vec2 at = mix(ends.xy, ends.zw, mixing) + local * spread;
      bool here = abs(mix(pose.z, pose.w, mixing) - storey) < 0.5;
      gl_Position = here ? projectionMatrix * viewMatrix * vec4(at, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
    }
  `,
  fragmentShader: `
    uniform float spread;
    varying vec2 local;
    void main() {
      gl_FragColor = vec4(exp(-0.5 * dot(local, local)) / (6.2831853 * spread * spread), 0.0, 0.0, 1.0);
    }
  `,
};

const SHEET = {
  vertexShader: `
    varying vec2 place;
    void main() {
      place = uv;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }
  `,
  fragmentShader: `
    uniform sampler2D sums;
    uniform sampler2D heat;
    uniform float dense;
    varying vec2 place;
    void main() {
      float share = min(texture2D(sums, place).r / dense, 1.0);
      gl_FragColor = texelFetch(heat, ivec2(int(share * 255.0 + 0.5), 0), 0);
    }
  `,
};
