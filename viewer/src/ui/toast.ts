// Short messages at the edge of the picture. Errors stay until they are closed, the rest goes by itself.

import { el, iconButton } from "./dom.ts";
import { icon } from "./icons.ts";

const STAYS_MS = 5000;
const AT_MOST = 4;

const shelf = el("div", { class: "toasts", role: "status", "aria-live": "polite" });

export function toastShelf(): HTMLElement {
  return shelf;
}

/** Returns what takes the message away before its time. */
export function toast(text: string, kind: "note" | "error" = "note"): () => void {
  const same = [...shelf.children].find((child) => child.firstChild?.textContent === text);
  if (same) return () => same.remove();
  const box = el("div", { class: `toast ${kind}` }, el("span", {}, text));
  box.append(iconButton("Close message", icon("close"), () => box.remove()));
  shelf.append(box);
  while (shelf.children.length > AT_MOST) shelf.firstElementChild?.remove();
  if (kind === "note") setTimeout(() => box.remove(), STAYS_MS);
  return () => box.remove();
}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
