// The camera goes with the selected agent. A camera shared by two pictures follows agents of the first by itself; for
// those of the second it is led from here.

import type { Point } from "../types.ts";
import { positionOf } from "./person.ts";
import type { Selected } from "./state.ts";
import type { Viewer } from "./viewer.ts";

export class Follower {
  private followed: Selected | undefined;

  constructor(private readonly viewer: Viewer) {
    viewer.state.listen(({ selected }, changed) => {
      if (changed.includes("selected") && this.followed) this.go(selected);
    });
  }

  get on(): boolean {
    return this.followed !== undefined;
  }

  toggle(): void {
    this.go(this.followed ? undefined : this.viewer.state.now.selected);
  }

  stop(): void {
    this.go(undefined);
  }

  /** Called at every frame. */
  lead(): void {
    const camera = this.viewer.views[0]?.stage.camera;
    if (!camera || this.followed?.view !== 1) return;
    const at: Point | undefined = positionOf(this.viewer.views[1], this.followed.agent);
    if (at) camera.centre = at;
  }

  private go(selected: Selected | undefined): void {
    this.followed = selected;
    const camera = this.viewer.views[0]?.stage.camera;
    if (camera) camera.follow = selected?.view === 0 ? selected.agent : undefined;
  }
}
