// Sliders for the parameters of every profile's model, made from the models' own tables.

import type { LiveSource, Profile } from "../types.ts";
import { el } from "./dom.ts";
import { type ParameterRow, parameterRow } from "./parameter_row.ts";

/** A dragged slider says more than a server wants to hear. */
const PAUSE_MS = 50;

export class Parameters {
  readonly element = el("div", { class: "parameters" });
  private rows: { row: ParameterRow; value: () => number }[] = [];
  private madeFor = "";

  refresh(live: LiveSource): void {
    const key = JSON.stringify(live.about.profiles.map(({ name, model }) => [name, model]));
    if (key !== this.madeFor) this.make(live);
    this.madeFor = key;
    for (const { row, value } of this.rows) row.show(value());
  }

  private make(live: LiveSource): void {
    this.rows = [];
    const parts = live.about.profiles.map((profile, i) => this.profilePart(live, profile, i));
    this.element.replaceChildren(...parts);
  }

  private profilePart(live: LiveSource, profile: Profile, index: number): HTMLElement {
    const model = live.about.models.find(({ name }) => name === profile.model);
    const title = el("summary", {}, `${profile.name} `, quiet(profile.model ?? ""));
    const part = el("details", { open: index === 0 }, title);
    for (const parameter of model?.parameters ?? []) {
      const { name } = parameter;
      const say = sparing((value) => live.send({ do: "set", profile: index, parameter: name, value }));
      const row = parameterRow(parameter, say);
      const value = () => live.about.profiles[index]?.parameters?.[name] ?? parameter.initial;
      this.rows.push({ row, value });
      part.append(row.element);
    }
    return part;
  }
}

function quiet(text: string): HTMLElement {
  return el("span", { class: "quiet" }, text);
}

/** At most one call in a while, and always the last one. */
function sparing(call: (value: number) => void): (value: number) => void {
  let waiting: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value) => {
    waiting = value;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (waiting !== undefined) call(waiting);
    }, PAUSE_MS);
  };
}
