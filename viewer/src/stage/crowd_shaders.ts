import { TONE } from "./look.ts";

/** GLSL: where an instance is now. */
export const WHERE = `
  attribute vec4 ends;
  attribute vec4 pose;
  uniform float mixing;
  vec3 where() {
    return vec3(mix(ends.xy, ends.zw, mixing), mix(pose.z, pose.w, mixing));
  }
  mat2 facing() {
    float turn = mix(pose.x, pose.y, mixing);
    return mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  }
`;

/** GLSL: how far outside an agent's outline a point is, in pixels. */
const OUTSIDE = `
  varying vec2 local;
  varying vec2 size;
  float outside() {
  #ifdef BOX
    float corner = 0.2 * min(size.x, size.y);
    vec2 beyond = abs(local) - size + corner;
    float far = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - corner;
  #else
    float far = length(local / size) - 1.0;
  #endif
    return far / max(fwidth(far), 1e-6);
  }
`;

const FLAT_VERTEX = (reach: string) => `
  ${WHERE}
  attribute vec3 body;
  attribute vec2 value;
  uniform float pixel;
  uniform float lift;
  varying vec2 local;
  varying vec2 size;
  varying float place;
  varying float known;
  void main() {
    // However far away, an agent is still a dot.
    size = max(body.xy, vec2(1.1 * pixel));
    local = position.xy * (${reach});
    place = mix(value.x, value.y, mixing);
    known = body.z;
    vec3 at = where();
    gl_Position = projectionMatrix * viewMatrix * vec4(at.xy + facing() * local, at.z + lift, 1.0);
  }
`;

/** From above: the outline, a darker rim, and a mark where the agent faces. */
export const DISC = {
  vertexShader: FLAT_VERTEX("size + 1.5 * pixel"),
  fragmentShader: `
    ${TONE}
    ${OUTSIDE}
    uniform float pixel;
    uniform float headings;
    varying float place;
    varying float known;
    float mark() {
      float small = min(size.x, size.y);
    #ifdef BOX
      vec2 beyond = abs(local - vec2(0.62 * size.x, 0.0)) - vec2(0.1 * size.x, 0.7 * size.y);
      float far = max(beyond.x, beyond.y);
    #else
      float far = length(local - vec2(size.x - 0.42 * small, 0.0)) - 0.26 * small;
    #endif
      float clear = smoothstep(2.5, 5.0, small / pixel);
      return clamp(0.5 - far / max(fwidth(far), 1e-6), 0.0, 1.0) * clear * known * headings;
    }
    void main() {
      float far = outside();
      float alpha = clamp(0.5 - far, 0.0, 1.0);
      if (alpha < 0.01) discard;
      vec3 colour = tone(place);
      float rim = smoothstep(-2.0, -0.8, far) * smoothstep(2.0, 5.0, min(size.x, size.y) / pixel);
      colour = mix(colour, colour * 0.68, rim);
      gl_FragColor = vec4(mix(colour, vec3(1.0), 0.92 * mark()), alpha);
    }
  `,
};

/** What a standing body darkens under itself. */
export const SHADOW = {
  vertexShader: FLAT_VERTEX("size * 1.5"),
  fragmentShader: `
    varying vec2 local;
    varying vec2 size;
    void main() {
      float far = length(local / size);
      gl_FragColor = vec4(0.0, 0.0, 0.0, 0.3 * (1.0 - smoothstep(0.5, 1.4, far)));
    }
  `,
};

/** A standing body in daylight: people are as tall as people, boxes between a crate and a car by their length. */
export const BODY = {
  vertexShader: `
    ${WHERE}
    attribute vec3 body;
    attribute vec2 value;
    varying float place;
    varying float known;
    varying vec3 turned;
    varying vec3 local;
    void main() {
      vec2 size = body.xy;
    #ifdef BOX
      float tall = clamp(0.9 * size.x, 0.9, 1.5);
    #else
      float tall = 1.75;
      if (position.z > NECK) size = vec2(min(min(size.x, size.y), 0.28));
    #endif
      mat2 turn = facing();
      place = mix(value.x, value.y, mixing);
      known = body.z;
      local = position;
      turned = normalize(vec3(turn * (normal.xy / max(size, vec2(0.01))), normal.z / tall));
      vec3 at = where();
      vec3 point = vec3(at.xy + turn * (position.xy * size), at.z + position.z * tall);
      gl_Position = projectionMatrix * viewMatrix * vec4(point, 1.0);
    }
  `,
  fragmentShader: `
    ${TONE}
    uniform float headings;
    varying float place;
    varying float known;
    varying vec3 turned;
    varying vec3 local;
    const vec3 sun = vec3(-0.42, -0.38, 0.82);
    // How much of the face, or of the bar on a roof, is here.
    float mark() {
    #ifdef BOX
      float here = step(0.99, local.z) * step(0.52, local.x) * step(local.x, 0.72) * step(abs(local.y), 0.7);
    #else
      float here = step(NECK, local.z) * smoothstep(0.55, 0.75, local.x / max(length(local.xy), 1e-3));
    #endif
      return here * known * headings;
    }
    void main() {
      vec3 normal = normalize(turned);
      float lit = 0.62 + 0.26 * max(dot(normal, sun), 0.0) + 0.16 * normal.z + 0.1 * local.z;
      vec3 colour = tone(place);
    #ifndef BOX
      // A lighter head tells people apart in a crowd.
      colour = mix(colour, vec3(1.0), 0.25 * step(NECK, local.z));
    #endif
      colour = mix(colour, vec3(1.0), 0.75 * mark());
      gl_FragColor = vec4(min(colour * lit, 1.0), 1.0);
    }
  `,
};
