import { el, iconButton } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Shortcut } from "./shortcuts.ts";

/** A dialog of its own kind keeps the focus inside and closes on Escape. */
export class Help {
  readonly element = el("dialog", { class: "help", "aria-label": "Keyboard and mouse" });

  fill(table: Shortcut[]): void {
    const list = el("dl");
    for (const { shown, does } of table) {
      list.append(el("div", {}, el("dt", {}, el("kbd", {}, shown)), el("dd", {}, does)));
    }
    this.element.replaceChildren(
      el("header", {}, el("h2", {}, "Keyboard"), iconButton("Close", icon("close"), () => this.element.close())),
      list,
      el("h2", {}, "Picture"),
      el("p", {}, "Drag to move, wheel or pinch to zoom, right button or two fingers to turn."),
      el("p", {}, "Click an agent to select it."),
      el("p", {}, "Drop an .h5 recording on the page to look at it. Nothing is sent anywhere."),
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  toggle = (): void => {
    if (this.element.open) this.element.close();
    else this.element.showModal();
  };
}
