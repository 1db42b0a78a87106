// One parameter of a model: a slider with its number, or a choice; a mark at its default.

import type { Parameter } from "../types.ts";
import { choice, el, iconButton } from "./dom.ts";
import { short } from "./format.ts";
import { icon } from "./icons.ts";
import { fromSlider, isCount, SLIDER_STEPS, toSlider } from "./slider_scale.ts";

export interface ParameterRow {
  element: HTMLElement;
  /** Somebody else may have changed it. */
  show(value: number): void;
}

export function parameterRow(parameter: Parameter, change: (value: number) => void): ParameterRow {
  const name = parameter.name.replaceAll("_", " ");
  const control = parameter.choices?.length ? choices(parameter, change) : slider(parameter, change);
  const { initial } = parameter;
  const reset = iconButton(`Default of ${name}: ${short(initial)}`, icon("reset"), () => change(initial));
  const unit = el("span", { class: "unit" }, parameter.unit);
  const head = el("div", { class: "parameter-head" }, el("span", {}, name, " ", unit), reset);
  const element = el("div", { class: "parameter", title: parameter.meaning }, head, ...control.elements);
  for (const input of control.inputs) input.setAttribute("aria-label", `${name}: ${parameter.meaning}`);
  return {
    element,
    show(value) {
      reset.disabled = Math.abs(value - initial) <= 1e-6 * Math.max(1, Math.abs(initial));
      // Not under the person's fingers.
      if (!control.inputs.some((each) => each.matches(":active"))) control.show(value);
    },
  };
}

interface Control {
  elements: HTMLElement[];
  inputs: HTMLElement[];
  show(value: number): void;
}

function choices({ choices: names = [] }: Parameter, change: (value: number) => void): Control {
  const options = names.map((name, i) => ({ value: String(i), name }));
  const select = choice(options, "0", (value) => change(Number(value)));
  return { elements: [select], inputs: [select], show: (value) => (select.value = String(Math.round(value))) };
}

function slider(parameter: Parameter, change: (value: number) => void): Control {
  const range = el("input", { type: "range", min: 0, max: SLIDER_STEPS, step: 1 });
  const step = isCount(parameter) ? 1 : "any";
  const number = el("input", { type: "number", min: parameter.min, max: parameter.max, step });
  const mark = el("i");
  mark.style.setProperty("--share", String(toSlider(parameter, parameter.initial) / SLIDER_STEPS));
  range.addEventListener("input", () => {
    const value = fromSlider(parameter, Number(range.value));
    number.value = short(value);
    change(value);
  });
  number.addEventListener("change", () => {
    if (number.checkValidity() && number.value !== "") change(Number(number.value));
    else number.reportValidity();
  });
  function show(value: number): void {
    if (document.activeElement !== number) number.value = short(value);
    range.value = String(toSlider(parameter, value));
  }
  return { elements: [el("span", { class: "slider" }, range, mark), number], inputs: [range, number], show };
}
