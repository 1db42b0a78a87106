// Keeps the address in step with the page, and the page with the address it was opened by.

import { type CameraState, readHash, type Shared, writeHash } from "./hash.ts";
import { agentOfId } from "./person.ts";
import type { Actions } from "./actions.ts";
import type { Viewer } from "./viewer.ts";

/** Browsers refuse an address that changes too often. */
const WRITE_MS = 500;

export class Link {
  private wanted: Shared = readHash(location.hash);
  private written = location.hash;

  constructor(
    private readonly viewer: Viewer,
    private readonly actions: Actions,
  ) {
    viewer.onRuns(() => this.apply());
    window.addEventListener("hashchange", () => {
      if (location.hash === this.written) return;
      this.wanted = readHash(location.hash);
      this.apply();
    });
    setInterval(() => this.write(), WRITE_MS);
  }

  /** Called while a run is read: the time and the agent of the address may come later. */
  retry(): void {
    if (this.wanted.time === undefined && !this.wanted.selected) return;
    const { clock, views } = this.viewer;
    if (views.length === 0) return;
    this.seekWanted();
    this.selectWanted();
    // Whoever plays has left the address behind.
    if (clock.playing || views.every((view) => view.source.done)) this.wanted = {};
  }

  private apply(): void {
    const { colour, layers, level, camera } = this.wanted;
    const { state, views } = this.viewer;
    if (colour) state.set({ colour });
    if (layers) state.set({ layers: new Set(layers) });
    if (level !== undefined && level < (views[0]?.source.about.levels.length ?? 0)) state.set({ level });
    if (camera && views[0]) Object.assign(views[0].stage.camera, camera);
    this.retry();
    this.viewer.redraw();
  }

  private seekWanted(): void {
    const { time } = this.wanted;
    if (time === undefined || this.viewer.live) return;
    this.viewer.seek(time);
    if (this.viewer.clock.end >= time) delete this.wanted.time;
  }

  private selectWanted(): void {
    const { selected, follow } = this.wanted;
    const source = selected && this.viewer.views[selected.view]?.source;
    const agent = source ? agentOfId(source, selected.id) : -1;
    if (!selected || agent < 0) return;
    this.viewer.state.set({ selected: { view: selected.view, agent } });
    if (follow && !this.actions.follower.on) this.actions.follow();
    delete this.wanted.selected;
  }

  private write(): void {
    if (this.viewer.views.length === 0 || this.viewer.clock.playing) return;
    // Somebody has just put another address in; we have not been told yet.
    if (location.hash !== this.written) return;
    history.replaceState(null, "", writeHash(this.shared()));
    this.written = location.hash;
  }

  private shared(): Shared {
    const { state, clock, views, live } = this.viewer;
    const { colour, layers, level, selected } = state.now;
    const { mode, centre, height, turn, tilt } = views[0].stage.camera;
    const camera: CameraState = { mode, centre, height, turn, tilt };
    const id = selected && views[selected.view]?.source.agents.id[selected.agent];
    return {
      time: live ? undefined : clock.time,
      camera,
      colour,
      layers: [...layers],
      level,
      selected: selected && id !== undefined ? { view: selected.view, id } : undefined,
      follow: this.actions.follower.on,
    };
  }
}
