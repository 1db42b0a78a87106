import { CanvasTexture, Group, LinearFilter, Sprite, SpriteMaterial } from "three";
import { LENS_SPAN } from "./camera.ts";
import type { View } from "./camera.ts";
import { orderOf } from "./layering.ts";

const FONT = "600 24px system-ui, sans-serif";
/** Texts are drawn twice as large as they are shown, so that they are crisp on dense screens. */
const DENSITY = 2;
const HIGH = 34;
const PAD = 8;

/** Names written beside things, always of the same size on the screen. */
export class Labels {
  readonly group = new Group();

  add(text: string, x: number, y: number, z: number, colour: string, halo: string): void {
    const picture = write(text, colour, halo);
    const texture = new CanvasTexture(picture);
    texture.minFilter = LinearFilter;
    texture.generateMipmaps = false;
    const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, sizeAttenuation: false }));
    sprite.position.set(x, y, z);
    sprite.center.set(0.5, -0.35);
    sprite.renderOrder = orderOf("labels");
    sprite.userData = { wide: picture.width / DENSITY, high: picture.height / DENSITY };
    this.group.add(sprite);
  }

  size(view: View): void {
    const perPixel = view.camera.mode === "top" ? view.metresPerPixel : LENS_SPAN / view.height;
    for (const sprite of this.group.children) {
      sprite.scale.set(sprite.userData.wide * perPixel, sprite.userData.high * perPixel, 1);
    }
  }

  clear(): void {
    for (const sprite of this.group.children as Sprite[]) {
      sprite.material.map?.dispose();
      sprite.material.dispose();
    }
    this.group.clear();
  }
}

function write(text: string, colour: string, halo: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const ink = canvas.getContext("2d")!;
  ink.font = FONT;
  canvas.width = Math.ceil(ink.measureText(text).width) + 2 * PAD;
  canvas.height = HIGH + PAD;
  ink.font = FONT;
  ink.textBaseline = "middle";
  ink.lineJoin = "round";
  ink.lineWidth = 5;
  ink.strokeStyle = halo;
  ink.strokeText(text, PAD, canvas.height / 2);
  ink.fillStyle = colour;
  ink.fillText(text, PAD, canvas.height / 2);
  return canvas;
}
