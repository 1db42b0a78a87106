// Moving an avatar: keys or a joystick, relative to what is up in the picture.

import type { Point } from "../types.ts";
import { Joystick } from "./joystick.ts";
import { agentOfId, profileOf } from "./person.ts";
import type { Viewer } from "./viewer.ts";
import { wish } from "./wish.ts";

const SAY_EVERY_MS = 100;
const USUAL_SPEED = 1.34;
const DIRECTIONS: Record<string, Point> = {
  w: [0, 1],
  a: [-1, 0],
  s: [0, -1],
  d: [1, 0],
  ArrowUp: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, -1],
  ArrowRight: [1, 0],
};

export class Driving {
  readonly joystick = new Joystick();
  private readonly held = new Map<string, Point>();

  constructor(private readonly viewer: Viewer) {
    window.addEventListener("keyup", (event) => this.held.delete(keyOf(event)));
    window.addEventListener("blur", () => this.held.clear());
    // The server stops an avatar whose driver is silent, so standing still is said, too.
    setInterval(() => this.say(), SAY_EVERY_MS);
  }

  /** Whether a key belongs to the avatar and not to the page. */
  takes(event: KeyboardEvent): boolean {
    const key = keyOf(event);
    const direction = DIRECTIONS[key];
    if (!direction || !this.isDriver()) return false;
    this.held.set(key, direction);
    event.preventDefault();
    return true;
  }

  /** Who has asked for an agent drives at once: keys pressed before the server has answered count. */
  private isDriver(): boolean {
    const { live } = this.viewer;
    return live !== undefined && live.connected && (live.avatar !== 0 || live.asked !== 0);
  }

  private say(): void {
    const { live } = this.viewer;
    this.joystick.element.hidden = !this.isDriver();
    if (!this.isDriver()) this.held.clear();
    if (!live?.avatar || !live.connected) return;
    const turn = this.viewer.views[0].stage.camera.turn;
    const [x, y] = wish([...this.held.values(), this.joystick.lean], turn);
    const speed = this.speed();
    live.send({ do: "drive", velocity: [x * speed, y * speed] });
  }

  private speed(): number {
    const source = this.viewer.views[0].source;
    const agent = agentOfId(source, this.viewer.live?.avatar ?? 0);
    return (agent >= 0 ? profileOf(source, agent)?.preferred_speed : undefined) ?? USUAL_SPEED;
  }
}

function keyOf(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
