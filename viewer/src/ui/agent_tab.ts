// Everything about the selected agent.

import type { Source } from "../types.ts";
import type { Actions } from "./actions.ts";
import { Chart } from "./chart.ts";
import { el, setText, textButton } from "./dom.ts";
import { metres, metresPerSecond, seconds } from "./format.ts";
import { Inset } from "./inset.ts";
import { Odometer } from "./odometer.ts";
import type { Tab } from "./panel.ts";
import { groupOf, type Person, personOf, positionOf, profileOf } from "./person.ts";
import { SpeedCurve } from "./speed_curve.ts";
import type { Selected } from "./state.ts";
import type { View } from "./view.ts";
import type { Viewer } from "./viewer.ts";

const CHART_HALF_S = 10;
const ROWS = [
  "Agent",
  "Profile",
  "Model",
  "Group",
  "State",
  "Position",
  "Speed",
  "Preferred speed",
  "Since its start",
  "To its end",
  "Walked while watched",
] as const;

type Facts = Record<(typeof ROWS)[number], string>;

export class AgentTab implements Tab {
  readonly id = "agent";
  readonly title = "Agent";
  readonly element = el("div", { class: "tab" });
  private readonly empty = el("p", { class: "quiet" }, "Click an agent in the picture to see what it does and why.");
  private readonly details = el("div", { class: "details" });
  private readonly cells = new Map<string, HTMLElement>();
  private readonly follow: HTMLButtonElement;
  private readonly chart: Chart;
  private readonly inset = new Inset();
  private odometer = new Odometer();
  private curve: SpeedCurve | undefined;
  private shown: Selected | undefined;

  constructor(
    private readonly viewer: Viewer,
    private readonly actions: Actions,
  ) {
    this.follow = textButton("Follow", actions.follow);
    const curves = [
      { name: "speed", colour: "accent" },
      { name: "preferred", colour: "quiet" },
    ];
    this.chart = new Chart("Speed (m/s)", curves, (time) => viewer.seek(time));
    const unselect = textButton("Unselect", () => viewer.state.set({ selected: undefined }));
    const buttons = el("div", { class: "row" }, this.follow, unselect);
    this.details.append(buttons, this.table(), this.inset.element, this.chart.element);
    this.element.append(this.empty, this.details);
  }

  available(): boolean {
    return this.viewer.views.length > 0;
  }

  /** Called at every frame, seen or not: a walk is watched in the picture. */
  watch(): void {
    const { selected } = this.viewer.state.now;
    if (selected !== this.shown) this.start(selected);
    const view = selected && this.viewer.views[selected.view];
    if (view) this.odometer.watch(this.viewer.clock.time, positionOf(view, selected.agent));
  }

  refresh(): void {
    const { selected } = this.viewer.state.now;
    const view = selected && this.viewer.views[selected.view];
    this.empty.hidden = view !== undefined;
    this.details.hidden = view === undefined;
    if (!view) return;
    this.follow.setAttribute("aria-pressed", String(this.actions.follower.on));
    const person = personOf(view.source, view.index, selected.agent);
    this.fill(facts(view, selected.agent, person, this.viewer.clock.time, this.odometer.metres));
    const now = this.viewer.clock.time;
    this.chart.show(this.curve?.around(now, CHART_HALF_S) ?? [[], [], []], now, now - CHART_HALF_S, now + CHART_HALF_S);
    this.inset.show(view, selected.agent, person);
  }

  private start(selected: Selected | undefined): void {
    this.shown = selected;
    this.odometer = new Odometer();
    const source = selected && this.viewer.views[selected.view]?.source;
    this.curve = source && new SpeedCurve(source, selected.agent);
  }

  private table(): HTMLElement {
    const list = el("dl", { class: "facts" });
    for (const name of ROWS) {
      const cell = el("dd");
      this.cells.set(name, cell);
      list.append(el("dt", {}, name), cell);
    }
    return list;
  }

  private fill(values: Facts): void {
    for (const name of ROWS) setText(this.cells.get(name) as HTMLElement, values[name]);
  }
}

function facts(view: View, agent: number, person: Person | undefined, time: number, walked: number): Facts {
  const { source } = view;
  const { agents, about } = source;
  const profile = profileOf(source, agent);
  const last = agents.last[agent];
  return {
    Agent: String(agents.id[agent]),
    Profile: profile?.name ?? "unknown",
    Model: [profile?.model, profile?.preset].filter(Boolean).join(", ") || "unknown",
    Group: groupOf(source, agent) ?? "none",
    State: person ? stateName(source, person) : "not in this frame",
    Position: person ? placeText(source, person) : "-",
    Speed: person ? metresPerSecond(person.speed) : "-",
    "Preferred speed": preferredText(person, profile?.preferred_speed),
    "Since its start": seconds(time - agents.first[agent] / about.fps),
    "To its end": last < 0 ? "not known yet" : seconds(last / about.fps - time),
    "Walked while watched": metres(walked),
  };
}

function stateName(source: Source, { frame, row }: Person): string {
  const state = frame.state?.[row];
  return state === undefined ? "not recorded" : (source.about.states?.[state] ?? `state ${state}`);
}

/** In the coordinates of the scenario, not of the picture. */
function placeText(source: Source, { at, frame, row }: Person): string {
  const [x, y] = source.about.origin;
  const level = source.about.levels.length > 1 ? source.about.levels[frame.level?.[row] ?? 0]?.name : undefined;
  const place = `${(at[0] + x).toFixed(2)}, ${(at[1] + y).toFixed(2)} m`;
  return level ? `${place} (${level})` : place;
}

function preferredText(person: Person | undefined, usual: number | undefined): string {
  if (person && Number.isFinite(person.preferredSpeed)) return metresPerSecond(person.preferredSpeed);
  return usual === undefined ? "unknown" : `${metresPerSecond(usual)} (profile)`;
}
