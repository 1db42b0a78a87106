// Play, step, speed, loop and the time, beside the timeline.

import { SPEEDS } from "./clock.ts";
import type { Actions } from "./actions.ts";
import { choice, el, iconButton, setText, textButton } from "./dom.ts";
import { clockText, short } from "./format.ts";
import { icon } from "./icons.ts";
import { TimelineStrip } from "./timeline.ts";
import type { Viewer } from "./viewer.ts";

export class Transport {
  readonly element = el("footer", { class: "transport", "aria-label": "Playback" });
  private readonly strip: TimelineStrip;
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly edgeButton: HTMLButtonElement;
  private readonly time = el("output", { class: "time", "aria-label": "Time" });
  private readonly frame = el("output", { class: "frame", "aria-label": "Frame" });
  private playing: boolean | undefined;

  constructor(
    private readonly viewer: Viewer,
    actions: Actions,
  ) {
    this.strip = new TimelineStrip(viewer);
    this.playButton = iconButton("Play", icon("play"), actions.play);
    this.playButton.classList.add("primary");
    this.loopButton = iconButton("Loop", icon("loop"), actions.loop);
    this.speed = choice(
      SPEEDS.map((speed) => ({ value: String(speed), name: `${speed}x` })),
      "1",
      (value) => actions.speed(Number(value)),
    );
    this.speed.setAttribute("aria-label", "Speed");
    this.edgeButton = textButton("Now", actions.end, "edge");
    this.edgeButton.title = "Back to the running simulation";
    const back = iconButton("One frame back", icon("back"), () => actions.step(-1));
    const forward = iconButton("One frame on", icon("forward"), () => actions.step(1));
    const readout = el("div", { class: "readout" }, this.time, this.frame);
    this.element.append(
      el("div", { class: "buttons" }, back, this.playButton, forward, this.speed, this.loopButton, this.edgeButton),
      readout,
      this.strip.element,
    );
  }

  update(): void {
    const { clock, live, views } = this.viewer;
    this.element.hidden = views.length === 0;
    this.showPlaying(live ? live.status.running : clock.playing);
    this.loopButton.hidden = live !== undefined;
    this.loopButton.setAttribute("aria-pressed", String(clock.loop));
    this.edgeButton.hidden = live === undefined || this.viewer.atEdge;
    this.showSpeed(live ? live.status.speed : clock.speed);
    setText(this.time, `${clockText(clock.time)} / ${clockText(clock.end)}`);
    const first = views[0];
    const number = first?.source.timeline.number[first.index] ?? 0;
    const agents = views.map((view) => view.describe()).join(" | ");
    setText(this.frame, this.viewer.loading ? "loading" : `frame ${number}, ${agents}`);
    this.strip.update();
  }

  /** Somebody else may have set a speed that is not in the list: then it is for as long as it holds. */
  private showSpeed(speed: number): void {
    const value = String(speed);
    if (this.speed.value === value || document.activeElement === this.speed) return;
    this.speed.querySelector("[data-guest]")?.remove();
    if (!SPEEDS.includes(speed)) this.speed.append(el("option", { value, "data-guest": true }, `${short(speed)}x`));
    this.speed.value = value;
  }

  private showPlaying(playing: boolean): void {
    if (playing === this.playing) return;
    this.playing = playing;
    const label = playing ? "Pause" : "Play";
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }
}
