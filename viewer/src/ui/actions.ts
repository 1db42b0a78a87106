// What a button or a key does. A live run is played and stepped by its server, a recording by our clock.

import { Follower } from "./follow.ts";
import { nextColour, SELECT, type State } from "./state.ts";
import { switchTheme } from "./theme.ts";
import type { Viewer } from "./viewer.ts";

export class Actions {
  readonly follower: Follower;
  private readonly state: State;

  constructor(private readonly viewer: Viewer) {
    this.state = viewer.state;
    this.follower = new Follower(viewer);
  }

  play = (): void => {
    const { live, clock } = this.viewer;
    if (live) live.send({ do: live.status.running ? "pause" : "play" });
    else clock.toggle();
    if (live) this.end();
    this.viewer.redraw();
  };

  step = (frames: number): void => {
    const { live } = this.viewer;
    if (live && frames > 0 && this.viewer.atEdge) live.send({ do: "step", count: frames });
    else this.viewer.step(frames);
  };

  jump = (seconds: number): void => this.viewer.seek(this.viewer.clock.time + seconds);

  start = (): void => this.viewer.seek(this.viewer.clock.start);

  end = (): void => {
    this.viewer.seek(this.viewer.clock.end);
    this.viewer.atEdge = true;
  };

  speed = (value: number): void => {
    const { clock, live } = this.viewer;
    clock.speed = value;
    live?.send({ do: "speed", value });
    this.viewer.redraw();
  };

  faster = (steps: number): void => {
    const { clock, live } = this.viewer;
    if (live) clock.speed = live.status.speed;
    clock.faster(steps);
    this.speed(clock.speed);
  };

  loop = (): void => {
    const { clock } = this.viewer;
    clock.loop = !clock.loop;
    this.viewer.redraw();
  };

  /** For those who cannot click: the next agent of the frame shown, by its place in the table. */
  nextAgent = (): void => {
    const { selected } = this.state.now;
    const view = this.viewer.views[selected?.view ?? 0];
    const present = view?.source.frame(view.index)?.agent;
    if (!present?.length) return;
    const firstAfter = (after: number) =>
      present.reduce((best, agent) => (agent > after && agent < best ? agent : best), Infinity);
    const next = firstAfter(selected?.agent ?? -1);
    const agent = next === Infinity ? firstAfter(-1) : next;
    this.state.set({ selected: { view: view.number, agent }, tab: "agent" });
  };

  theme = (): void => switchTheme(this.state);

  colour = (): void => nextColour(this.state);

  follow = (): void => {
    this.follower.toggle();
    this.viewer.redraw();
  };

  camera = (): void => {
    const camera = this.viewer.views[0]?.stage.camera;
    if (camera) camera.mode = camera.mode === "top" ? "perspective" : "top";
    this.viewer.redraw();
  };

  fit = (): void => {
    this.follower.stop();
    this.viewer.fit();
  };

  panel = (): void => this.state.set({ panel: !this.state.now.panel });

  /** Escape: leaves what is being done, one thing at a time. */
  leave = (): void => {
    const { live } = this.viewer;
    if (live && live.avatar !== 0) live.send({ do: "release" });
    else if (this.state.now.tool.kind !== "select") this.state.set({ tool: SELECT });
    else this.state.set({ selected: undefined });
  };
}
