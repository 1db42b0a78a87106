// Colours and layers.

import type { ColourBy } from "../types.ts";
import { choice, el, field, setText, toggle } from "./dom.ts";
import { seconds } from "./format.ts";
import type { Tab } from "./panel.ts";
import { COLOURS, LAYERS, toggleLayer } from "./state.ts";
import type { Viewer } from "./viewer.ts";

const LONGEST_TRAIL_S = 20;

export function viewTab(viewer: Viewer): Tab {
  const { state } = viewer;
  const colour = choice(
    COLOURS.map((by) => ({ value: by, name: capital(by) })),
    state.now.colour,
    (value) => state.set({ colour: value as ColourBy }),
  );
  const layers = LAYERS.map(({ layer, name }, i) => {
    const control = toggle(name, state.now.layers.has(layer), () => toggleLayer(state, layer));
    control.append(el("kbd", { "aria-hidden": "true" }, String(i + 1)));
    return { layer, control, box: control.querySelector("input") as HTMLInputElement };
  });
  const trail = el("input", { type: "range", min: 0.5, max: LONGEST_TRAIL_S, step: 0.5 });
  trail.addEventListener("input", () => state.set({ trail: Number(trail.value) }));
  const trailText = el("output");
  const note = el("p", { class: "note" });
  const element = el("div", { class: "tab" }, field("Colour by", colour), el("h2", {}, "Layers"));
  element.append(...layers.map(({ control }) => control));
  element.append(field("Trail length", el("span", { class: "with-value" }, trail, trailText)), note);

  function refresh(): void {
    const { colour: by, layers: on, trail: length } = state.now;
    colour.value = by;
    for (const { layer, box } of layers) box.checked = on.has(layer);
    trail.value = String(length);
    setText(trailText, seconds(length));
    setText(note, notes(viewer));
    note.hidden = note.textContent === "";
  }

  return { id: "view", title: "View", element, refresh, available: () => viewer.views.length > 0 };
}

/** What the runs say about themselves that a reader of the picture should know. */
function notes(viewer: Viewer): string {
  return viewer.views
    .map(({ source: { about } }) => [about.note, about.whole === false ? "This recording is cut off." : ""])
    .flat()
    .filter(Boolean)
    .join(" ");
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
