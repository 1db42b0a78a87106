// Recordings dropped on the page. When one is shown already, a person chooses: instead of it, or beside it.

import type { Source } from "../types.ts";
import { el } from "./dom.ts";
import { explain, toast } from "./toast.ts";
import type { Viewer } from "./viewer.ts";

export type OpenFile = (file: File) => Promise<Source>;

export class DropZone {
  readonly element = el("div", { class: "drop-zone", hidden: true });
  private readonly alone = el("div", {}, "Show this one");
  private readonly beside = el("div", {}, "Show both, side by side");

  constructor(
    private readonly viewer: Viewer,
    private readonly openFile: OpenFile,
  ) {
    this.element.append(this.alone, this.beside);
    window.addEventListener("dragenter", (event) => this.enter(event));
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) this.element.hidden = true;
    });
    window.addEventListener("drop", (event) => this.drop(event));
  }

  /** Opens files, at most two; with `beside`, next to the first run that is there. */
  async open(files: File[], beside: boolean): Promise<void> {
    const shown = beside ? this.viewer.views.slice(0, 1).map((view) => view.source) : [];
    const read = toast(`Reading ${files.map((file) => file.name).join(", ")}`);
    try {
      const opened = await Promise.all(files.slice(0, 2 - shown.length).map(this.openFile));
      this.viewer.open([...shown, ...opened]);
    } catch (error) {
      toast(explain(error), "error");
    } finally {
      read();
    }
  }

  private enter(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.beside.hidden = this.viewer.views.length === 0 || this.viewer.live !== undefined;
    this.element.hidden = false;
  }

  private drop(event: DragEvent): void {
    event.preventDefault();
    this.element.hidden = true;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) void this.open(files, event.target === this.beside);
  }
}
