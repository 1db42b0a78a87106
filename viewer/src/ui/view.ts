// One run in one canvas, with its name, legend and scale bar.

import { aboutAt } from "../data/doors.ts";
import { createStage } from "../stage/stage.ts";
import type { MeasurementLine, Source, Stage, StageCamera } from "../types.ts";
import { el, setText } from "./dom.ts";
import { many } from "./format.ts";
import { LegendBox } from "./legend.ts";
import { frameCount, momentAt } from "./moment.ts";
import { ScaleBar } from "./scale_bar.ts";
import { Rings } from "./rings.ts";
import { type Choices, LAYERS, type Selected } from "./state.ts";

export class View {
  readonly element = el("section", { class: "view" });
  readonly canvas = el("canvas", { role: "img", tabindex: "-1" });
  readonly stage: Stage;
  /** The frame shown, and how far it is to the next. */
  index = 0;
  mix = 0;
  private readonly legend = new LegendBox();
  private readonly rings = new Rings();
  private readonly scale = new ScaleBar();
  private readonly name = el("div", { class: "run-name" });
  private readonly notice = el("div", { class: "notice", role: "status" });
  private readonly resizes: ResizeObserver;
  private about: Source["about"] | undefined;
  private shownAgents: number | undefined;

  constructor(
    readonly source: Source,
    readonly number: number,
    camera: StageCamera | undefined,
    resized: () => void,
  ) {
    this.element.append(this.canvas, this.rings.element, this.name, this.notice, this.legend.element, this.scale.element);
    this.stage = createStage(this.canvas, camera);
    this.canvas.setAttribute("aria-label", `Picture of ${runName(source)}`);
    this.resizes = new ResizeObserver(() => {
      this.stage.resize();
      resized();
    });
    this.resizes.observe(this.canvas);
    this.stage.setAgents(source.agents);
    this.shownAgents = source.agents.version;
    this.refreshSource();
  }

  /** The run has grown, or its description or a door of it has changed. */
  refreshSource(): void {
    const about = aboutAt(this.source.about, this.source.frame(this.index)?.number ?? 0);
    if (about === this.about) return;
    this.stage.setAbout(about);
    this.about = about;
    setText(this.name, runName(this.source));
  }

  apply(choices: Choices): void {
    this.stage.setTheme(choices.theme);
    this.stage.setColour(choices.colour);
    for (const { layer } of LAYERS) this.stage.setLayer(layer, choices.layers.has(layer));
    this.stage.setTrail(choices.trail);
    this.stage.setLevel(choices.level);
    const { selected } = choices;
    this.stage.select(selected?.view === this.number ? selected.agent : undefined);
  }

  setLines(lines: MeasurementLine[]): void {
    this.stage.setLines(lines);
  }

  /** Shows a time. False when its frame has not come yet. */
  show(time: number): boolean {
    if (frameCount(this.source) === 0) return this.wait(this.source.done ? "This run has no frames." : "Loading");
    const { index, mix } = momentAt(this.source, time);
    const next = Math.min(index + 1, frameCount(this.source) - 1);
    if (!this.source.frame(index) || !this.source.frame(next)) return this.wait("Loading");
    this.index = index;
    this.mix = mix;
    this.refreshSource();
    this.stage.show(this.source, index, mix);
    this.notice.hidden = true;
    return true;
  }

  draw(selected: Selected | undefined): void {
    this.refreshAgents();
    this.stage.draw();
    if (selected?.view === this.number) this.rings.show(this, selected.agent);
    else this.rings.clear();
    this.legend.update(this.stage.legend());
    this.scale.update(this.stage, this.canvas);
  }

  /** What a person who cannot see the picture is told. */
  describe(): string {
    const frame = this.source.frame(this.index);
    return frame ? many(frame.count, "agent") : "";
  }

  close(): void {
    this.resizes.disconnect();
    this.stage.close();
    this.element.remove();
  }

  /** Once for a picture, however many messages brought agents since the last: handing them over costs time. */
  private refreshAgents(): void {
    const { agents } = this.source;
    if (agents.version === this.shownAgents) return;
    this.shownAgents = agents.version;
    this.stage.setAgents(agents);
  }

  private wait(text: string): boolean {
    setText(this.notice, text);
    this.notice.hidden = false;
    return false;
  }
}

export function runName(source: Source): string {
  const { title, source: file } = source.about;
  if (title && file && title !== file) return `${title} (${file.split("/").at(-1)})`;
  return title || file || (source.about.live ? "Live simulation" : "Run");
}
