// The side panel: tabs of which one is seen. On a phone the style sheet makes it a sheet from below.

import { el } from "./dom.ts";
import type { State } from "./state.ts";

export interface Tab {
  id: string;
  title: string;
  element: HTMLElement;
  /** Called a few times a second while the tab is seen. */
  refresh(): void;
  available(): boolean;
}

export class SidePanel {
  readonly element = el("aside", { class: "panel", "aria-label": "Panel" });
  private readonly bar = el("div", { class: "tabs", role: "tablist" });
  private readonly buttons = new Map<Tab, HTMLButtonElement>();

  constructor(
    private readonly tabs: Tab[],
    private readonly state: State,
  ) {
    this.element.append(this.bar);
    for (const tab of tabs) this.addTab(tab);
    this.bar.addEventListener("keydown", (event) => this.moveByKey(event));
    state.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { panel, tab: chosen } = this.state.now;
    const there = this.tabs.filter((tab) => tab.available());
    this.element.hidden = !panel || there.length === 0;
    const seen = there.find((tab) => tab.id === chosen) ?? there[0];
    for (const [tab, button] of this.buttons) {
      const now = tab === seen;
      button.hidden = !tab.available();
      button.setAttribute("aria-selected", String(now));
      button.tabIndex = now ? 0 : -1;
      tab.element.hidden = !now;
    }
    if (panel) seen?.refresh();
  }

  /** Called a few times a second. */
  refresh(): void {
    if (!this.element.hidden) this.tabs.find((tab) => !tab.element.hidden)?.refresh();
  }

  private addTab(tab: Tab): void {
    const press = () => this.state.set({ tab: tab.id });
    const button = el("button", { type: "button", role: "tab", id: `tab-${tab.id}`, on: { click: press } }, tab.title);
    button.setAttribute("aria-controls", `panel-${tab.id}`);
    tab.element.id = `panel-${tab.id}`;
    tab.element.setAttribute("role", "tabpanel");
    tab.element.setAttribute("aria-labelledby", button.id);
    this.buttons.set(tab, button);
    this.bar.append(button);
    this.element.append(tab.element);
  }

  private moveByKey(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const seen = this.tabs.filter((tab) => tab.available());
    const at = seen.findIndex((tab) => !tab.element.hidden);
    const next = seen[(at + step + seen.length) % seen.length];
    this.state.set({ tab: next.id });
    this.buttons.get(next)?.focus();
    event.preventDefault();
  }
}
