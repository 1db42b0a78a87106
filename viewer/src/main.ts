// Puts the page together and opens what there is to see.

import { openDropped, openSources } from "./data/open.ts";
import { type Source, type Stage, tells } from "./types.ts";
import { Actions } from "./ui/actions.ts";
import { AgentTab } from "./ui/agent_tab.ts";
import type { Clock } from "./ui/clock.ts";
import { DropZone } from "./ui/drop.ts";
import { Driving } from "./ui/driving.ts";
import { emptyPage } from "./ui/empty_page.ts";
import { Help } from "./ui/help.ts";
import { Link } from "./ui/link.ts";
import { LiveTab } from "./ui/live_tab.ts";
import { MeasureTab } from "./ui/measure_tab.ts";
import { SidePanel } from "./ui/panel.ts";
import { listenToKeys, shortcutTable } from "./ui/shortcuts.ts";
import { makeState } from "./ui/state.ts";
import { firstTheme, followTheme } from "./ui/theme.ts";
import { explain, toast, toastShelf } from "./ui/toast.ts";
import { watchPicture } from "./ui/tools.ts";
import { TopBar } from "./ui/top_bar.ts";
import { Transport } from "./ui/transport.ts";
import { Viewer } from "./ui/viewer.ts";
import { viewTab } from "./ui/view_tab.ts";

declare global {
  interface Window {
    /**
     * For tests only. `ready` is fulfilled when what the page was opened with is shown (or nothing was there to show);
     * `seek` shows a time and draws it before it returns.
     */
    wend: {
      readonly sources: Source[];
      readonly stages: Stage[];
      readonly clock: Clock;
      readonly ready: Promise<void>;
      seek(time: number): void;
    };
  }
}

const PHONE = "(max-width: 700px)";

/** Makes all parts of the page, puts them into it and joins them to what is shown. */
function build(): Viewer {
  const state = makeState(firstTheme(), !window.matchMedia(PHONE).matches);
  followTheme(state);
  const viewer = new Viewer(state);
  const actions = new Actions(viewer);
  const help = makeHelp(viewer, actions);
  const bar = new TopBar(viewer, actions, help.toggle);
  const agentTab = new AgentTab(viewer, actions);
  const panel = new SidePanel([viewTab(viewer), agentTab, new MeasureTab(viewer), new LiveTab(viewer, actions)], state);
  const transport = new Transport(viewer, actions);
  const drop = new DropZone(viewer, openDropped);
  const link = new Link(viewer, actions);
  watchPicture(viewer);
  viewer.picture.append(emptyPage(viewer, (files) => void drop.open(files, false)));
  document.body.append(bar.element, viewer.picture, panel.element, transport.element);
  document.body.append(toastShelf(), drop.element, help.element);
  viewer.onRuns(() => showRuns(viewer, panel));
  viewer.onFrame(() => {
    actions.follower.lead();
    agentTab.watch();
    transport.update();
  });
  viewer.onTick(() => {
    link.retry();
    bar.update();
    panel.refresh();
  });
  return viewer;
}

/** Keys: those of the page, unless somebody drives an agent with them. */
function makeHelp(viewer: Viewer, actions: Actions): Help {
  const help = new Help();
  const driving = new Driving(viewer);
  const table = shortcutTable(actions, viewer.state, help.toggle);
  help.fill(table);
  listenToKeys(table, (event) => help.element.open || driving.takes(event));
  viewer.picture.append(driving.joystick.element);
  return help;
}

function showRuns(viewer: Viewer, panel: SidePanel): void {
  if (viewer.live) viewer.state.set({ tab: "live" });
  panel.update();
  listenToErrors(viewer.views.map((view) => view.source));
}

const heard = new WeakSet<Source>();

function listenToErrors(sources: Source[]): void {
  for (const source of sources) {
    if (!tells(source) || heard.has(source)) continue;
    heard.add(source);
    source.onError((text) => toast(text, "error"));
  }
}

async function openFirst(viewer: Viewer): Promise<void> {
  let sources: Source[] = [];
  try {
    sources = await openSources();
  } catch (error) {
    toast(explain(error), "error");
  }
  viewer.open(sources);
  if (sources.length > 0) await Promise.all(sources.map(firstFrame));
  viewer.drawNow();
}

/** A run whose first frame never comes is no reason never to be ready. */
async function firstFrame(source: Source): Promise<void> {
  if (source.frames > 0) await source.wait(source.oldest ?? 0).catch(() => undefined);
}

function start(): void {
  const viewer = build();
  viewer.run();
  const ready = openFirst(viewer);
  window.wend = {
    get sources() {
      return viewer.views.map((view) => view.source);
    },
    get stages() {
      return viewer.views.map((view) => view.stage);
    },
    clock: viewer.clock,
    ready,
    seek(time) {
      viewer.seek(time);
      viewer.drawNow();
    },
  };
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
