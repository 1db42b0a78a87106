import { el, textButton } from "./dom.ts";
import type { Viewer } from "./viewer.ts";

/** What is seen when there turns out to be nothing to see: a recording that the page comes with takes a moment to read. */
export function emptyPage(viewer: Viewer, open: (files: File[]) => void): HTMLElement {
  const file = el("input", { type: "file", accept: ".h5,.hdf5", multiple: true, hidden: true });
  file.addEventListener("change", () => open([...(file.files ?? [])]));
  const page = el(
    "section",
    { class: "empty", hidden: true },
    el("h2", {}, "No recording is open"),
    el("p", {}, "Drop an .h5 recording anywhere on this page: one of Wend, or one of the pedestrian data archive."),
    el("p", {}, "Two are shown side by side."),
    textButton("Choose a file", () => file.click(), "primary"),
    file,
    el("p", {}, "Or from the command line:"),
    el("pre", {}, "wend run circle-walls --record run.h5\nwend view run.h5\nwend serve circle-walls"),
    el("p", { class: "quiet" }, "Files are read in this page; nothing is sent anywhere."),
  );
  viewer.onRuns(() => (page.hidden = viewer.views.length > 0));
  return page;
}
