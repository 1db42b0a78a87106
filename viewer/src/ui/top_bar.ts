import type { Actions } from "./actions.ts";
import { choice, el, iconButton, setText } from "./dom.ts";
import { icon } from "./icons.ts";
import { runName } from "./view.ts";
import type { Viewer } from "./viewer.ts";

const ALL = "all";

export class TopBar {
  readonly element = el("header", { class: "top-bar" });
  private readonly title = el("h1");
  private readonly level = el("span", { class: "level" });
  private readonly camera: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;
  private readonly panel: HTMLButtonElement;

  constructor(
    private readonly viewer: Viewer,
    actions: Actions,
    help: () => void,
  ) {
    this.camera = iconButton("Perspective", icon("perspective"), actions.camera);
    this.theme = iconButton("Dark", icon("moon"), actions.theme);
    this.panel = iconButton("Panel", icon("panel"), actions.panel);
    const buttons = el("nav", { "aria-label": "Page" }, this.level, this.camera);
    buttons.append(iconButton("Show everything", icon("fit"), actions.fit), this.theme);
    buttons.append(iconButton("Help", icon("help"), help), this.panel);
    this.element.append(el("span", { class: "mark" }, "Wend"), this.title, buttons);
    viewer.onRuns(() => this.showRuns());
    viewer.state.listen(() => this.update());
    this.update();
  }

  update(): void {
    const { theme, panel } = this.viewer.state.now;
    swap(this.theme, theme === "dark" ? "Light" : "Dark", theme === "dark" ? "sun" : "moon");
    const top = this.viewer.views[0]?.stage.camera.mode !== "perspective";
    swap(this.camera, top ? "Perspective" : "From above", top ? "perspective" : "top");
    this.panel.setAttribute("aria-pressed", String(panel));
  }

  private showRuns(): void {
    const names = this.viewer.views.map((view) => runName(view.source));
    setText(this.title, names.join("  |  "));
    document.title = names.length > 0 ? `${names.join(" and ")} - Wend` : "Wend";
    this.level.replaceChildren();
    const levels = this.viewer.views[0]?.source.about.levels ?? [];
    if (levels.length > 1) this.level.append(this.levelChoice(levels.map((level) => level.name)));
  }

  private levelChoice(names: string[]): HTMLSelectElement {
    const options = names.map((name, i) => ({ value: String(i), name: name || `level ${i}` }));
    const chosen = this.viewer.state.now.level;
    options.unshift({ value: ALL, name: "all levels" });
    const select = choice(options, chosen === undefined ? ALL : String(chosen), (value) =>
      this.viewer.state.set({ level: value === ALL ? undefined : Number(value) }),
    );
    select.setAttribute("aria-label", "Level");
    return select;
  }
}

function swap(button: HTMLButtonElement, label: string, name: Parameters<typeof icon>[0]): void {
  if (button.getAttribute("aria-label") === label) return;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(name));
}
