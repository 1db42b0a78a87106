import type { Legend } from "../types.ts";
import { el } from "./dom.ts";

export class LegendBox {
  readonly element = el("div", { class: "legend", "aria-label": "Legend" });
  private shown = "";

  update(legend: Legend): void {
    const key = JSON.stringify(legend);
    if (key === this.shown) return;
    this.shown = key;
    const parts = [legend, ...(legend.layers ?? [])].filter(hasContent).map(part);
    this.element.hidden = parts.length === 0;
    this.element.replaceChildren(...parts);
  }
}

function hasContent({ ramp, entries, note }: Legend): boolean {
  return Boolean(ramp || entries?.length || note);
}

function part({ title, ramp, entries, note }: Legend): HTMLElement {
  const box = el("div", {}, el("strong", {}, title));
  if (ramp) box.append(rampBar(ramp));
  if (entries?.length) box.append(names(entries));
  if (note) box.append(el("p", {}, note));
  return box;
}

function rampBar({ colours, from, to }: NonNullable<Legend["ramp"]>): HTMLElement {
  const bar = el("i");
  bar.style.background = `linear-gradient(90deg, ${colours.join(", ")})`;
  return el("div", { class: "ramp" }, bar, el("span", {}, from), el("span", {}, to));
}

function names(entries: NonNullable<Legend["entries"]>): HTMLElement {
  const list = el("ul");
  for (const { name, colour } of entries) {
    const mark = el("i");
    mark.style.background = colour;
    list.append(el("li", {}, mark, name));
  }
  return list;
}
