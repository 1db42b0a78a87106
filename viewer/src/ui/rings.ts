// Rings round the neighbours that the selected agent minds, in the colours of the velocity space.

import palette from "../../palette.json";
import { velocitySpace } from "../data/velocity_space.ts";
import type { Point, Stage } from "../types.ts";
import { el } from "./dom.ts";
import { personOf, positionOf } from "./person.ts";
import type { View } from "./view.ts";

export function neighbourColour(order: number): string {
  return palette.categories[order % palette.categories.length];
}

export class Rings {
  readonly element = el("div", { class: "rings", "aria-hidden": "true" });

  clear(): void {
    if (this.element.hasChildNodes()) this.element.replaceChildren();
  }

  show(view: View, agent: number): void {
    const { source, stage } = view;
    const person = personOf(source, view.index, agent);
    const space = person && velocitySpace(source.about, source.agents, person.frame, person.row);
    const rings = (space?.obstacles ?? []).flatMap(({ row }, i) => {
      const other = person?.frame.agent[row];
      const at = other === undefined ? undefined : positionOf(view, other);
      return at && other !== undefined ? [ring(stage, at, source.agents.halfLength[other], neighbourColour(i))] : [];
    });
    this.element.replaceChildren(...rings);
  }
}

function ring(stage: Stage, at: Point, radius: number, colour: string): HTMLElement {
  const [x, y] = stage.toCanvas(at);
  const edge = stage.toCanvas([at[0] + radius, at[1]]);
  const pixels = Math.max(Math.hypot(edge[0] - x, edge[1] - y), 4) + 3;
  const circle = el("i");
  circle.style.transform = `translate(${x - pixels}px, ${y - pixels}px)`;
  circle.style.width = circle.style.height = `${2 * pixels}px`;
  circle.style.borderColor = colour;
  return circle;
}
