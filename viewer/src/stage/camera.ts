import { MathUtils, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "three";
import type { Point, StageCamera } from "../types.ts";

type Bounds = [number, number, number, number];

/** How wide the lens opens; narrow, so that bodies far from the middle do not lean. */
const LENS = 35;
/** What a lens sees across at a distance of one. */
export const LENS_SPAN = 2 * Math.tan(MathUtils.degToRad(LENS / 2));
const LOWEST = 0.12;
const SMALLEST_HEIGHT = 0.5;
const LARGEST_HEIGHT = 1e6;
const MARGIN = 1.12;

interface Coverage {
  bounds: Bounds;
  aspect: number;
}

/** The camera that stages share. It knows what each of them shows, so that `fit` shows it all. */
export class FloorCamera implements StageCamera {
  mode: "top" | "perspective" = "top";
  follow: number | undefined = undefined;
  centre: Point = [0, 0];
  height = 20;
  turn = 0;
  tilt = 0.9;
  private readonly shown = new Map<object, Coverage>();

  cover(stage: object, bounds: Bounds, aspect: number): void {
    this.shown.set(stage, { bounds, aspect });
  }

  leave(stage: object): void {
    this.shown.delete(stage);
  }

  /** Only one stage may move a shared camera after an agent, or they would pull in turns. */
  leads(stage: object): boolean {
    return this.shown.keys().next().value === stage;
  }

  fit(): void {
    const all = [...this.shown.values()];
    if (all.length === 0) {
      return;
    }
    const west = Math.min(...all.map((one) => one.bounds[0]));
    const south = Math.min(...all.map((one) => one.bounds[1]));
    const east = Math.max(...all.map((one) => one.bounds[2]));
    const north = Math.max(...all.map((one) => one.bounds[3]));
    const aspect = Math.min(...all.map((one) => one.aspect));
    this.follow = undefined;
    this.turn = 0;
    this.centre = [(west + east) / 2, (south + north) / 2];
    this.height = limitedHeight(Math.max(north - south, (east - west) / aspect) * MARGIN);
  }
}

export function createCamera(): StageCamera {
  return new FloorCamera();
}

export function limitedHeight(height: number): number {
  return MathUtils.clamp(height, SMALLEST_HEIGHT, LARGEST_HEIGHT);
}

export function limitedTilt(tilt: number): number {
  return MathUtils.clamp(tilt, LOWEST, Math.PI / 2 - 0.001);
}

/** What one canvas sees through a StageCamera, as matrices. Needs no canvas itself. */
export class View {
  width = 1;
  height = 1;
  /** Height above the ground of the floor that is looked at (m). */
  floor = 0;
  private readonly flat = new OrthographicCamera();
  private readonly deep = new PerspectiveCamera(LENS);
  private readonly point = new Vector3();
  private readonly far = new Vector3();

  constructor(readonly camera: StageCamera) {
    this.flat.up.set(0, 0, 1);
    this.deep.up.set(0, 0, 1);
  }

  get three(): Camera {
    return this.camera.mode === "top" ? this.flat : this.deep;
  }

  get metresPerPixel(): number {
    return this.camera.height / this.height;
  }

  update(): void {
    if (this.camera.mode === "top") {
      this.lookDown();
    } else {
      this.lookAcross();
    }
    this.three.updateMatrixWorld();
  }

  private lookDown(): void {
    const { centre, height, turn } = this.camera;
    const half = height / 2;
    const wide = (half * this.width) / this.height;
    Object.assign(this.flat, { left: -wide, right: wide, top: half, bottom: -half, near: 1, far: 4000 });
    this.flat.position.set(centre[0], centre[1], 2000);
    this.flat.rotation.set(0, 0, turn);
    this.flat.updateProjectionMatrix();
  }

  private lookAcross(): void {
    const { centre, height, turn } = this.camera;
    const tilt = limitedTilt(this.camera.tilt);
    const distance = height / LENS_SPAN;
    const away = distance * Math.cos(tilt);
    this.deep.aspect = this.width / this.height;
    this.deep.near = distance / 50;
    this.deep.far = distance * 20 + 100;
    this.deep.position.set(
      centre[0] + away * Math.sin(turn),
      centre[1] - away * Math.cos(turn),
      this.floor + distance * Math.sin(tilt),
    );
    this.deep.lookAt(centre[0], centre[1], this.floor);
    this.deep.updateProjectionMatrix();
  }

  /** Pixels from the canvas's corner; undefined behind the camera. */
  toCanvas(x: number, y: number, z: number): Point | undefined {
    const at = this.point.set(x, y, z).applyMatrix4(this.three.matrixWorldInverse);
    if (at.z >= 0) {
      return undefined;
    }
    at.applyMatrix4(this.three.projectionMatrix);
    return [((at.x + 1) / 2) * this.width, ((1 - at.y) / 2) * this.height];
  }

  /** Where the line of sight through a pixel meets the floor; undefined above the horizon. */
  toFloor(x: number, y: number): Point | undefined {
    const across = (x / this.width) * 2 - 1;
    const up = 1 - (y / this.height) * 2;
    const from = this.point.set(across, up, -1).unproject(this.three);
    const to = this.far.set(across, up, 1).unproject(this.three);
    const share = (this.floor - from.z) / (to.z - from.z);
    if (!(share >= 0 && share <= 1)) {
      return undefined;
    }
    return [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
  }
}

const FOLLOW_TIME = 0.15;

/** Moves the camera's centre towards a point, smoothly: most of the way in FOLLOW_TIME seconds. */
export function glide(camera: StageCamera, x: number, y: number, seconds: number): void {
  const share = 1 - Math.exp(-seconds / FOLLOW_TIME);
  camera.centre[0] += (x - camera.centre[0]) * share;
  camera.centre[1] += (y - camera.centre[1]) * share;
}
