import { LinearSRGBColorSpace, Scene, WebGLRenderer } from "three";
import type { About, Agents, ColourBy, Layer, Legend, MeasurementLine, Point, Source, Stage, StageCamera, Theme } from "../types.ts";
import { Arrows } from "./arrows.ts";
import { FloorCamera, View, createCamera, glide } from "./camera.ts";
import { colourLegend, colouring, themeColours } from "./colours.ts";
import type { Colouring } from "./colours.ts";
import { Controls } from "./controls.ts";
import { Crowd } from "./crowd.ts";
import { Floor } from "./floor.ts";
import { Heat, heatLegend } from "./heat.ts";
import { Look } from "./look.ts";
import { Marks } from "./marks.ts";
import { Moment } from "./moment.ts";
import { pickRow } from "./pick.ts";
import { Signals } from "./signals.ts";
import { Signs } from "./signs.ts";
import { Storeys } from "./storeys.ts";
import { Trails } from "./trails.ts";
import { MOST_CELLS, VoronoiLayer } from "./voronoi.ts";

export { createCamera } from "./camera.ts";

const MOST_PIXELS_PER_POINT = 2;
const DEFAULT_LAYERS: Layer[] = ["goals", "headings", "collisions"];

/** What is built from what is set, and only when that has changed: `rows` is what depends on the frames. */
const PARTS = ["floor", "signs", "lines", "heat", "rows"] as const;
type Part = (typeof PARTS)[number];

export function createStage(canvas: HTMLCanvasElement, camera: StageCamera = createCamera()): Stage {
  return new FloorStage(canvas, camera);
}

const NOTHING: About = {
  format: 1, live: false, fps: 1, origin: [0, 0], bounds: [-10, -10, 10, 10], levels: [], walls: [], doors: [], goals: [],
  lines: [], signals: [], groups: [], profiles: [], models: [],
};

const NOBODY: Agents = {
  count: 0, id: new Float64Array(), first: new Int32Array(), last: new Int32Array(), profile: new Uint16Array(),
  group: new Uint16Array(), shape: new Uint8Array(), halfLength: new Float32Array(), halfWidth: new Float32Array(),
};

class FloorStage implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly look = new Look();
  private readonly storeys = new Storeys();
  private readonly moment = new Moment();
  private readonly view: View;
  private readonly controls: Controls;
  private readonly floor = new Floor(this.storeys);
  private readonly signs = new Signs(this.storeys);
  private readonly signals = new Signals(this.storeys);
  private readonly crowd = new Crowd(this.look);
  private readonly heat = new Heat(this.look, this.crowd.outlines);
  private readonly voronoi = new VoronoiLayer();
  private readonly trails = new Trails(this.look);
  private readonly velocity = new Arrows(this.look, this.look.text, "velocity");
  private readonly preferred = new Arrows(this.look, this.look.goal, "preferred");
  private readonly marks = new Marks(this.look);
  private readonly shown = new Set<Layer>(DEFAULT_LAYERS);
  private about = NOTHING;
  private agents = NOBODY;
  private by: ColourBy = "plain";
  private colour: Colouring = colouring("plain", { about: NOTHING, agents: NOBODY });
  private drawn: MeasurementLine[] = [];
  private selected: number | undefined;
  private source: Source | undefined;
  private index = 0;
  private lastDraw = 0;
  private readonly stale = new Set<Part>(PARTS);
  private legendNow: Legend | undefined;
  private fitted = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    readonly camera: StageCamera,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.view = new View(camera);
    this.controls = new Controls(canvas, this.view);
    this.scene.add(this.floor.group, this.signs.group, this.signals.group, this.heat.group, this.voronoi.group);
    this.scene.add(this.crowd.group, this.trails.mesh, this.velocity.mesh, this.preferred.mesh, this.marks.mesh);
    this.resize();
  }

  private outdate(...parts: Part[]): void {
    parts.forEach((part) => this.stale.add(part));
    this.legendNow = undefined;
  }

  setAbout(about: About): void {
    this.about = about;
    this.storeys.setAbout(about);
    this.cover();
    if (!this.fitted) {
      this.fitted = true;
      this.camera.fit();
    }
    this.recolour();
    this.outdate(...PARTS);
  }

  private cover(): void {
    if (this.camera instanceof FloorCamera) {
      this.camera.cover(this, this.about.bounds, this.view.width / this.view.height);
    }
  }

  setAgents(agents: Agents): void {
    this.agents = agents;
    this.colour = colouring(this.by, { about: this.about, agents });
    this.outdate("rows");
  }

  private recolour(): void {
    this.colour = colouring(this.by, { about: this.about, agents: this.agents });
    this.trails.forget();
    this.outdate("rows");
  }

  setTheme(theme: Theme): void {
    if (theme !== this.look.theme) {
      this.look.setTheme(theme);
      this.outdate("floor", "signs", "lines", "rows");
    }
  }

  setColour(by: ColourBy): void {
    if (by !== this.by) {
      this.by = by;
      this.look.setColour(by);
      this.recolour();
    }
  }

  setLayer(layer: Layer, on: boolean): void {
    if (on === this.shown.has(layer)) {
      return;
    }
    if (on) {
      this.shown.add(layer);
    } else {
      this.shown.delete(layer);
    }
    this.outdate("rows");
  }

  layers(): Layer[] {
    return [...this.shown];
  }

  setLevel(level: number | undefined): void {
    if (level !== this.storeys.only) {
      this.storeys.only = level;
      this.trails.forget();
      this.outdate("signs", "lines", "rows");
    }
  }

  setTrail(seconds: number): void {
    this.trails.setLength(seconds);
  }

  setLines(lines: MeasurementLine[]): void {
    this.drawn = lines;
    this.outdate("lines");
  }

  select(agent: number | undefined): void {
    if (agent !== this.selected) {
      this.selected = agent;
      this.outdate("rows");
    }
  }

  show(source: Source, index: number, mix: number): void {
    const a = source.frame(index);
    if (!a) {
      // It is on its way; until then the picture stays as it is.
      return;
    }
    const b = index + 1 < source.frames ? source.frame(index + 1) : undefined;
    this.source = source;
    this.index = index;
    if (this.moment.set(a, b, mix, source.about.fps)) {
      this.stale.add("rows");
    }
  }

  draw(): number {
    const start = performance.now();
    this.build();
    this.followAgent(start);
    this.setUniforms();
    this.showParts();
    if (this.shown.has("density")) {
      this.heat.render(this.renderer, this.storeys);
    }
    this.renderer.render(this.scene, this.view.three);
    return performance.now() - start;
  }

  private build(): void {
    if (this.isDue("floor")) {
      this.renderer.setClearColor(themeColours(this.look.theme).background);
      this.floor.build(this.about, this.look);
    }
    if (this.isDue("signs")) {
      this.signs.build(this.about, this.look);
      this.signals.build(this.about);
    }
    if (this.isDue("lines")) {
      this.signs.buildLines([...this.about.lines, ...this.drawn], this.look);
    }
    if (this.shown.has("density") && this.isDue("heat")) {
      this.heat.build(this.about, this.storeys);
    }
    if (this.isDue("rows")) {
      this.fill();
    }
    if (this.shown.has("trails") && this.source) {
      this.trails.show(this.source, this.index, this.now(), this.storeys, this.colour);
    }
  }

  private isDue(part: Part): boolean {
    return this.stale.delete(part);
  }

  private fill(): void {
    this.crowd.fill(this.moment, this.agents, this.storeys, this.colour);
    this.marks.fill(this.moment, this.agents, this.storeys, this.shown.has("collisions"), this.selected);
    if (this.shown.has("velocity")) {
      this.velocity.fill(this.moment, this.storeys);
    }
    if (this.shown.has("preferred")) {
      this.preferred.fill(this.moment, this.storeys);
    }
    if (this.shown.has("voronoi")) {
      this.fillVoronoi();
    }
  }

  private fillVoronoi(): void {
    const before = this.voronoi.tooMany;
    this.voronoi.fill(this.moment, this.storeys, this.about.bounds, this.look);
    if (this.voronoi.tooMany !== before) {
      this.legendNow = undefined;
    }
  }

  /** Seconds of the run. */
  private now(): number {
    const number = this.moment.a?.number ?? 0;
    return number / this.about.fps + this.moment.seconds * this.moment.mix;
  }

  private followAgent(time: number): void {
    const seconds = Math.min((time - this.lastDraw) / 1000, 1);
    this.lastDraw = time;
    const follow = this.camera.follow;
    if (follow === undefined || (this.camera instanceof FloorCamera && !this.camera.leads(this))) {
      return;
    }
    const row = this.moment.rowOf(follow);
    if (row >= 0) {
      glide(this.camera, this.moment.x(row), this.moment.y(row), seconds);
    }
  }

  private setUniforms(): void {
    this.view.floor = this.storeys.floor;
    this.view.update();
    this.look.mixing.value = this.moment.mix;
    this.look.pixel.value = this.view.metresPerPixel;
    this.look.headings.value = this.shown.has("headings") ? 1 : 0;
    this.signs.size(this.view);
    this.signals.show(this.now(), this.look, this.view);
  }

  private showParts(): void {
    const top = this.camera.mode === "top";
    this.floor.showLevels();
    this.floor.stand(top);
    this.crowd.stand(top);
    this.signs.show(this.shown.has("goals"), this.shown.has("grid"));
    this.heat.group.visible = this.shown.has("density");
    this.voronoi.group.visible = this.shown.has("voronoi");
    this.trails.mesh.visible = this.shown.has("trails");
    this.velocity.mesh.visible = this.shown.has("velocity");
    this.preferred.mesh.visible = this.shown.has("preferred");
  }

  pick(x: number, y: number): number | undefined {
    this.view.update();
    const row = pickRow(this.view, this.moment, this.agents, this.storeys, x, y);
    return row < 0 ? undefined : this.moment.a!.agent[row];
  }

  toFloor(x: number, y: number): Point | undefined {
    this.view.update();
    return this.view.toFloor(x, y);
  }

  toCanvas(point: Point): Point {
    this.view.update();
    return this.view.toCanvas(point[0], point[1], this.view.floor) ?? [NaN, NaN];
  }

  legend(): Legend {
    return (this.legendNow ??= this.makeLegend());
  }

  private makeLegend(): Legend {
    const legend = colourLegend(this.by, { about: this.about, agents: this.agents });
    const layers: Legend[] = [];
    if (this.shown.has("density")) {
      layers.push(heatLegend("Density"));
    }
    if (this.shown.has("voronoi")) {
      const note = `Cells are drawn for at most ${MOST_CELLS} agents.`;
      layers.push({ ...heatLegend("Voronoi density"), ...(this.voronoi.tooMany ? { note } : {}) });
    }
    return layers.length > 0 ? { ...legend, layers } : legend;
  }

  resize(): void {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, MOST_PIXELS_PER_POINT));
    this.renderer.setSize(width, height, false);
    this.view.width = width;
    this.view.height = height;
    this.look.viewport.value.set(width, height);
    this.cover();
  }

  close(): void {
    this.controls.close();
    if (this.camera instanceof FloorCamera) {
      this.camera.leave(this);
    }
    this.floor.clear();
    this.signs.clear();
    this.signals.clear();
    for (const part of [this.crowd, this.heat, this.voronoi, this.trails, this.velocity, this.preferred, this.marks]) {
      part.close();
    }
    this.look.dispose();
    this.renderer.dispose();
  }
}

/** The colour at a point of a canvas (CSS pixels) that was drawn in this same task. */
export function readPixel(canvas: HTMLCanvasElement, x: number, y: number): [number, number, number, number] {
  const gl = canvas.getContext("webgl2")!;
  const scale = canvas.width / canvas.clientWidth;
  const pixel = new Uint8Array(4);
  gl.readPixels(Math.floor(x * scale), canvas.height - 1 - Math.floor(y * scale), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return [pixel[0], pixel[1], pixel[2], pixel[3]];
}
