// Controls of a simulation that is running now.

import { listed } from "../data/doors.ts";
import type { LiveSource, LiveStatus } from "../types.ts";
import type { Actions } from "./actions.ts";
import { choice, el, field, setText, textButton, toggle } from "./dom.ts";
import { many, seconds, short } from "./format.ts";
import type { Tab } from "./panel.ts";
import { Parameters } from "./parameters.ts";
import { SELECT } from "./state.ts";
import type { Viewer } from "./viewer.ts";

export class LiveTab implements Tab {
  readonly id = "live";
  readonly title = "Live";
  readonly element = el("div", { class: "tab" });
  private readonly status = el("p", { class: "status", role: "status" });
  private readonly run: HTMLButtonElement;
  private readonly seed = el("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}" });
  private readonly doors = el("div");
  private readonly agents = el("div");
  private readonly take: HTMLButtonElement;
  private readonly remove: HTMLButtonElement;
  private readonly add: HTMLButtonElement;
  private readonly hint = el("p", { class: "quiet" });
  private readonly parameters = new Parameters();
  private profile = 0;
  private shownDoors = "";
  private shownProfiles = "";

  constructor(
    private readonly viewer: Viewer,
    actions: Actions,
  ) {
    this.run = textButton("Start", actions.play, "primary");
    this.take = textButton("Take over", () => this.takeOver());
    this.remove = textButton("Remove", () => this.removeSelected());
    this.add = textButton("Add by clicking", () => this.toggleAdding());
    const step = textButton("Step", () => actions.step(1));
    const reset = textButton("Reset", () => this.reset());
    this.element.append(this.status, el("div", { class: "row" }, this.run, step));
    this.element.append(field("Seed", el("span", { class: "row tight" }, this.seed, reset)), this.doors);
    const ofSelected = el("div", { class: "row" }, this.take, this.remove);
    this.element.append(el("h2", {}, "Agents"), this.agents, ofSelected, this.hint);
    this.element.append(el("h2", {}, "Parameters"), this.parameters.element);
  }

  available(): boolean {
    return this.viewer.live !== undefined;
  }

  refresh(): void {
    const { live } = this.viewer;
    if (!live) return;
    this.showStatus(live);
    this.showDoors(live);
    this.showAgents(live);
    this.parameters.refresh(live);
  }

  private showStatus(live: LiveSource): void {
    const { time, agents, seed, end, running } = live.status;
    this.element.classList.toggle("unconnected", !live.connected);
    this.run.replaceChildren(running ? "Pause" : "Start");
    if (document.activeElement !== this.seed && seed) this.seed.value = seed;
    const text = `${seconds(time)}, ${many(agents, "agent")}, ${pace(live.status)}.${end ? ` Ended: ${end}.` : ""}`;
    setText(this.status, live.connected ? text : "Not connected; trying again.");
  }

  private showDoors(live: LiveSource): void {
    const key = JSON.stringify(live.about.doors.map(({ name, open }) => [name, open]));
    if (key === this.shownDoors) return;
    this.shownDoors = key;
    const { doors } = live.about;
    const all = listed(doors);
    const rows = all.filter((door) => doors[door].barrier === 0).map((door) => doorRow(live, door));
    const barriers = all.filter((door) => doors[door].barrier !== 0).map((door) => barrierRow(live, door));
    const part = (title: string, list: HTMLElement[]) => (list.length > 0 ? [el("h2", {}, title), ...list] : []);
    this.doors.replaceChildren(...part("Doors (on is open)", rows), ...part("Barriers (on is there)", barriers));
  }

  private showAgents(live: LiveSource): void {
    const names = live.about.profiles.map(({ name }) => name);
    if (names.join() !== this.shownProfiles) this.showProfiles(names);
    const { selected, tool } = this.viewer.state.now;
    const driving = live.avatar !== 0;
    this.take.disabled = !driving && selected === undefined;
    this.take.replaceChildren(driving ? "Release" : "Take over");
    this.remove.disabled = selected === undefined;
    this.add.setAttribute("aria-pressed", String(tool.kind === "add"));
    const adding = tool.kind !== "add" ? "" : tool.at ? "goal" : "place";
    setText(this.hint, hintText(driving, adding, selected !== undefined));
  }

  private showProfiles(names: string[]): void {
    this.shownProfiles = names.join();
    this.profile = 0;
    const options = names.map((name, i) => ({ value: String(i), name }));
    const { state } = this.viewer;
    const profile = choice(options, "0", (value) => {
      this.profile = Number(value);
      if (state.now.tool.kind === "add") state.set({ tool: { kind: "add", profile: this.profile } });
    });
    profile.setAttribute("aria-label", "Profile of added agents");
    this.agents.replaceChildren(el("div", { class: "row" }, profile, this.add));
  }

  private toggleAdding(): void {
    const adding = this.viewer.state.now.tool.kind === "add";
    this.viewer.state.set({ tool: adding ? SELECT : { kind: "add", profile: this.profile } });
  }

  private selectedId(): number | undefined {
    const { selected } = this.viewer.state.now;
    return selected && this.viewer.views[selected.view]?.source.agents.id[selected.agent];
  }

  private takeOver(): void {
    const { live } = this.viewer;
    const id = this.selectedId();
    if (live?.avatar) live.send({ do: "release" });
    else if (id !== undefined) live?.send({ do: "take", id });
    this.viewer.atEdge = true;
    // Keys are for the agent now, not for the control that had them.
    this.viewer.views[0]?.canvas.focus();
  }

  private removeSelected(): void {
    const id = this.selectedId();
    if (id !== undefined) this.viewer.live?.send({ do: "remove", id });
    this.viewer.state.set({ selected: undefined });
  }

  private reset(): void {
    const seed = this.seed.value.trim();
    if (!this.seed.reportValidity()) return;
    this.viewer.state.set({ selected: undefined });
    this.viewer.live?.send(seed ? { do: "reset", seed } : { do: "reset" });
    this.viewer.atEdge = true;
  }
}

function doorRow(live: LiveSource, door: number): HTMLElement {
  const { name, open } = live.about.doors[door];
  return toggle(name || `door ${door + 1}`, open, (now) => live.send({ do: "door", door, open: now }));
}

/** Whichever side is told, all of them come and go. */
function barrierRow(live: LiveSource, side: number): HTMLElement {
  const { name, barrier, open } = live.about.doors[side];
  return toggle(name || `barrier ${barrier}`, !open, (now) => live.send({ do: "door", door: side, open: !now }));
}

function pace({ running, speed, actual }: LiveStatus): string {
  if (!running) return "paused";
  return actual === undefined ? `${short(speed)}x asked` : `${short(speed)}x asked, ${actual.toFixed(1)}x reached`;
}

function hintText(driving: boolean, adding: string, selected: boolean): string {
  if (driving) return "You drive this agent: W A S D, arrows or the stick. Escape lets go.";
  if (adding === "place") return "Click where the agent begins.";
  if (adding === "goal") return "Click where it wants to go.";
  return selected ? "" : "Select an agent in the picture to take it over or remove it.";
}
