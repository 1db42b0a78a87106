// Every key of the page in one table: what is listed in the help is what works.

import type { Actions } from "./actions.ts";
import { LAYERS, toggleLayer, type State } from "./state.ts";

export interface Shortcut {
  keys: string[];
  /** As it is written in the help. */
  shown: string;
  does: string;
  press(): void;
}

export function shortcutTable(actions: Actions, state: State, help: () => void): Shortcut[] {
  const entry = (keys: string[], shown: string, does: string, press: () => void) => ({ keys, shown, does, press });
  return [
    entry([" "], "Space", "play or pause", actions.play),
    entry(["ArrowLeft"], "Left", "one frame back", () => actions.step(-1)),
    entry(["ArrowRight"], "Right", "one frame on", () => actions.step(1)),
    entry(["Shift+ArrowLeft"], "Shift + Left", "one second back", () => actions.jump(-1)),
    entry(["Shift+ArrowRight"], "Shift + Right", "one second on", () => actions.jump(1)),
    entry(["Home"], "Home", "to the beginning", actions.start),
    entry(["End"], "End", "to the end", actions.end),
    entry(["+", "="], "+", "faster", () => actions.faster(1)),
    entry(["-"], "-", "slower", () => actions.faster(-1)),
    entry(["l"], "L", "loop", actions.loop),
    entry(["n"], "N", "select the next agent", actions.nextAgent),
    entry(["f"], "F", "follow the selected agent", actions.follow),
    entry(["t"], "T", "from above or in perspective", actions.camera),
    entry(["0"], "0", "show everything", actions.fit),
    entry(["c"], "C", "colour by the next quantity", actions.colour),
    ...LAYERS.map(({ layer, name }, i) =>
      entry([String(i + 1)], String(i + 1), `layer: ${name.toLowerCase()}`, () => toggleLayer(state, layer)),
    ),
    entry(["p"], "P", "show or fold the panel", actions.panel),
    entry(["d"], "D", "light or dark", actions.theme),
    entry(["Escape"], "Esc", "leave a tool, an avatar, a selection", actions.leave),
    entry(["?"], "?", "this list", help),
  ];
}

export function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
}

export function listenToKeys(table: Shortcut[], taken: (event: KeyboardEvent) => boolean): void {
  const byKey = new Map(table.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)));
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (belongsToControl(event) || taken(event)) return;
    const shortcut = byKey.get(keyName(event));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.press();
  });
}

/** Keys that a focused control needs for itself. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  if (!target || event.key === "Escape") return false;
  if (target.matches("input:not([type=checkbox]), select, textarea")) return true;
  if (target.matches("[role=tab]") && event.key.startsWith("Arrow")) return true;
  return target.matches("button, input, a, summary") && (event.key === " " || event.key === "Enter");
}
