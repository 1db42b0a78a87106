import type { Theme } from "../types.ts";
import type { State } from "./state.ts";

const KEY = "wend-theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** A page opened from disk may have no storage; then the system's theme it is. */
function remembered(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : undefined;
  } catch {
    return undefined;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Nothing is lost but the memory of it.
  }
}

export function firstTheme(): Theme {
  return remembered() ?? (dark.matches ? "dark" : "light");
}

/** Keeps the page in its theme, and follows the system until a person has chosen one. */
export function followTheme(state: State): void {
  const apply = () => (document.documentElement.dataset.theme = state.now.theme);
  state.listen((_, changed) => changed.includes("theme") && apply());
  dark.addEventListener("change", () => {
    if (!remembered()) state.set({ theme: dark.matches ? "dark" : "light" });
  });
  apply();
}

export function switchTheme(state: State): void {
  const theme = state.now.theme === "dark" ? "light" : "dark";
  remember(theme);
  state.set({ theme });
}

/** A colour of the style sheet, for what is drawn on a canvas. */
export function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
