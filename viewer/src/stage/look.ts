import { Color, ColorManagement, DataTexture, Vector2 } from "three";
import type { ColourBy, Theme } from "../types.ts";
import { STRIP, agentStrip, heatColours, rampStrip, themeColours } from "./colours.ts";

// The palette's colours are meant as they are written.
ColorManagement.enabled = false;

/** The numbers that all shaders share; changing a value here changes every picture of it. */
export class Look {
  theme: Theme = "light";
  readonly mixing = { value: 0 };
  readonly viewport = { value: new Vector2(1, 1) };
  /** Metres that a pixel covers at the camera's centre. */
  readonly pixel = { value: 0.01 };
  readonly quiet = { value: new Color() };
  readonly collision = { value: new Color() };
  readonly selected = { value: new Color() };
  readonly text = { value: new Color() };
  readonly goal = { value: new Color() };
  readonly headings = { value: 1 };
  readonly colours = { value: stripTexture(agentStrip("plain")) };
  readonly heat = { value: stripTexture(rampStrip(heatColours)) };

  constructor() {
    this.setTheme("light");
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    const { quiet, collision, selected, text, goal } = themeColours(theme);
    this.quiet.value.set(quiet);
    this.collision.value.set(collision);
    this.selected.value.set(selected);
    this.text.value.set(text);
    this.goal.value.set(goal);
  }

  setColour(by: ColourBy): void {
    this.colours.value.image.data!.set(agentStrip(by));
    this.colours.value.needsUpdate = true;
  }

  dispose(): void {
    this.colours.value.dispose();
    this.heat.value.dispose();
  }
}

function stripTexture(texels: Uint8Array<ArrayBuffer>): DataTexture {
  const texture = new DataTexture(texels, STRIP, 1);
  texture.needsUpdate = true;
  return texture;
}

/** GLSL: the colour of a value in the strip. */
export const TONE = `
  uniform sampler2D colours;
  uniform vec3 quiet;
  vec3 tone(float value) {
    return value < -0.5 ? quiet : texelFetch(colours, ivec2(int(value + 0.5), 0), 0).rgb;
  }
`;

/** GLSL: a point beside a line on the screen; side is -1 or 1, width in pixels. */
export const BESIDE = `
  uniform vec2 viewport;
  vec4 beside(vec4 at, vec4 from, vec4 to, float side, float width) {
    vec2 along = (to.xy / to.w - from.xy / from.w) * viewport;
    float far = length(along);
    vec2 across = far > 1e-4 ? vec2(-along.y, along.x) / far : vec2(0.0);
    at.xy += across * side * width / viewport * at.w;
    return at;
  }
`;
