// The page that stage.test.ts opens: one picture, and what the test asks of it.
import { createStage, readPixel } from "../../src/stage/stage.ts";
import type { About, Stage } from "../../src/types.ts";
import { frameOf, sourceOf } from "./stage_source.ts";

/** Three agents in a row: slow, fast, and one that walks a metre between the frames. */
const source = sourceOf({
  agents: [{}, { profile: 1, half: [0.5, 0.3], shape: 2 }, { profile: 2, half: [0.2, 0.4], shape: 1 }],
  about: {
    profiles: [{ name: "a", max_speed: 2 }, { name: "b", max_speed: 2 }, { name: "c", max_speed: 2 }],
    walls: [{ level: 0, kind: "solid", rings: [[[6, 6], [8, 6], [8, 8], [6, 8]]] }],
  },
  frames: [
    frameOf(0, [[-4, 0, 0, 0], [0, 0, 0, 2], [4, 0, 10, 0]], { pairs: { a: Uint32Array.of(0), b: Uint32Array.of(1), depth: Float32Array.of(0.1) } }),
    frameOf(1, [[-4, 0, 0, 0], [0, 0, 0, 2], [5, 0, 10, 0]]),
    frameOf(2, [[-4, 0, 0, 0]]),
  ],
});

const canvas = document.querySelector("canvas")!;

export interface Bench {
  stage: Stage;
  canvas: HTMLCanvasElement;
  about: About;
  show(index: number, mix: number): void;
  /** Draws and reads, in one task, the colour at a point of the floor. */
  colourAt(x: number, y: number): number[];
  pixelAt(x: number, y: number): number[];
  start(): void;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

window.bench = {
  stage: createStage(canvas),
  canvas,
  about: source.about,
  show(index, mix) {
    this.stage.show(source, index, mix);
  },
  colourAt(x, y) {
    this.stage.draw();
    return this.pixelAt(...this.stage.toCanvas([x, y]));
  },
  pixelAt(x, y) {
    this.stage.draw();
    return readPixel(canvas, x, y).slice(0, 3);
  },
  start() {
    this.stage.setAbout(source.about);
    this.stage.setAgents(source.agents);
    this.stage.setColour("profile");
    this.stage.setLayer("headings", false);
    this.stage.setLayer("collisions", false);
    this.show(0, 0);
  },
};
window.bench.start();
