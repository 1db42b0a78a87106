// Making elements without a framework.

type Value = string | number | boolean | undefined;
type Handlers = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Attributes {
  [name: string]: Value | Handlers;
  on?: Handlers;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== "on") setAttribute(element, name, value as Value);
  }
  for (const [event, handler] of Object.entries(attributes.on ?? {})) {
    element.addEventListener(event, handler as EventListener);
  }
  element.append(...children);
  return element;
}

export function setAttribute(element: Element, name: string, value: Value): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Sets text only where it differs, so that a panel can be refreshed at every frame. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with a label for those who do not see its icon. */
export function iconButton(label: string, icon: SVGElement, press: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "icon", "aria-label": label, title: label, on: { click: press } }, icon);
}

export function textButton(label: string, press: () => void, kind = ""): HTMLButtonElement {
  return el("button", { type: "button", class: kind, on: { click: press } }, label);
}

export function field(label: string, control: HTMLElement, hint = ""): HTMLLabelElement {
  return el("label", { class: "field", title: hint || undefined }, el("span", {}, label), control);
}

export function choice(
  options: { value: string; name: string }[],
  chosen: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const select = el("select", { on: { change: () => change(select.value) } });
  for (const { value, name } of options) select.append(el("option", { value }, name));
  select.value = chosen;
  return select;
}

/** Switches of the page are check boxes with their own look. */
export function toggle(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const box = el("input", { type: "checkbox", role: "switch", on: { change: () => change(box.checked) } });
  box.checked = on;
  return el("label", { class: "switch" }, box, el("span", {}, label));
}
