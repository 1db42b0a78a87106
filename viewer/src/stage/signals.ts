import { CanvasTexture, Group, Sprite, SpriteMaterial } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { About, Signal } from "../types.ts";
import { LENS_SPAN } from "./camera.ts";
import type { View } from "./camera.ts";
import { themeColours } from "./colours.ts";
import { release } from "./floor.ts";
import { liftOf, orderOf } from "./layering.ts";
import { addChain, crispLines } from "./lines.ts";
import type { Segments } from "./lines.ts";
import type { Look } from "./look.ts";
import type { Storeys } from "./storeys.ts";

const LAMP_PIXELS = 14;
const LINE_PIXELS = 3;

/** Whether one may go at a time (s). */
export function isGreen({ cycle, green, offset }: Signal, time: number): boolean {
  const phase = (time + offset) % cycle;
  return (phase < 0 ? phase + cycle : phase) < green;
}

interface Lit {
  signal: Signal;
  line: LineSegments2;
  lamp: Sprite;
}

/** Signals: a line that is green or red, and a lamp at its first end that is seen from afar. */
export class Signals {
  readonly group = new Group();
  private lit: Lit[] = [];
  private readonly round = new CanvasTexture(disc());

  constructor(private readonly storeys: Storeys) {}

  build(about: About): void {
    release(this.group);
    this.lit = about.signals.filter(({ level }) => this.storeys.visible(level)).map((signal) => this.add(signal));
  }

  /** Lights all signals as they are at a time (s). */
  show(time: number, look: Look, view: View): void {
    const { goal, collision } = themeColours(look.theme);
    const perPixel = view.camera.mode === "top" ? view.metresPerPixel : LENS_SPAN / view.height;
    for (const { signal, line, lamp } of this.lit) {
      const colour = isGreen(signal, time) ? goal : collision;
      line.material.color.set(colour);
      lamp.material.color.set(colour);
      lamp.scale.setScalar(LAMP_PIXELS * perPixel);
    }
  }

  clear(): void {
    release(this.group);
    this.round.dispose();
  }

  private add(signal: Signal): Lit {
    const z = this.storeys.height(signal.level) + liftOf("walls");
    const segments: Segments = [];
    addChain(segments, signal.points, z, false);
    const line = crispLines(segments, "#ffffff", LINE_PIXELS, "walls");
    const lamp = new Sprite(new SpriteMaterial({ map: this.round, depthTest: false, sizeAttenuation: false }));
    lamp.position.set(signal.points[0][0], signal.points[0][1], z);
    lamp.renderOrder = orderOf("labels");
    this.group.add(line, lamp);
    return { signal, line, lamp };
  }
}

/** White, for the light to colour, with a dark rim that stands out from any floor. */
function disc(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const ink = canvas.getContext("2d")!;
  ink.arc(32, 32, 27, 0, 2 * Math.PI);
  ink.fillStyle = "#ffffff";
  ink.fill();
  ink.lineWidth = 7;
  ink.strokeStyle = "#20242c";
  ink.stroke();
  return canvas;
}
