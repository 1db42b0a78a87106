// Small charts over time, in the page's colours, with a line at the time shown.

import uPlot from "uplot";
import { el } from "./dom.ts";
import { short } from "./format.ts";
import { cssColour } from "./theme.ts";

export interface Curve {
  name: string;
  /** A colour of the style sheet. */
  colour: string;
  /** Counts change in steps. */
  stepped?: boolean;
}

export type Columns = (number | null)[][];

const HEIGHT = 112;

export class Chart {
  readonly element: HTMLElement;
  private readonly plot: uPlot;
  private readonly host = el("div", { class: "chart-host" });
  private now = NaN;

  constructor(title: string, curves: Curve[], seek?: (time: number) => void) {
    this.element = el("figure", { class: "chart" }, el("figcaption", {}, title, legend(curves)), this.host);
    this.plot = new uPlot(this.options(curves), [[], ...curves.map(() => [])], this.host);
    new ResizeObserver(() => this.fit()).observe(this.host);
    if (seek) this.plot.over.addEventListener("click", () => seek(this.plot.posToVal(this.plot.cursor.left ?? 0, "x")));
  }

  /** Times first, then a column for each curve. */
  show(columns: Columns, now: number, from?: number, to?: number): void {
    this.now = now;
    this.plot.batch(() => {
      this.plot.setData(columns as uPlot.AlignedData, true);
      if (from !== undefined && to !== undefined && to > from) this.plot.setScale("x", { min: from, max: to });
    });
  }

  close(): void {
    this.plot.destroy();
    this.element.remove();
  }

  private fit(): void {
    const width = this.host.clientWidth;
    if (width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
  }

  private options(curves: Curve[]): uPlot.Options {
    const axis = {
      stroke: () => cssColour("quiet"),
      grid: { stroke: () => cssColour("hairline"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    return {
      width: 260,
      height: HEIGHT,
      padding: [6, 6, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 5 }, drag: { setScale: false, x: false } },
      scales: { x: { time: false }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
      axes: [
        { ...axis, size: 24, gap: 4, values: (_, ticks) => ticks.map((tick) => `${short(tick)} s`), space: 56 },
        { ...axis, size: 36, gap: 4, values: (_, ticks) => ticks.map(short), space: 28 },
      ],
      series: [{}, ...curves.map(series)],
      hooks: { draw: [(plot) => this.drawNow(plot)] },
    };
  }

  private drawNow(plot: uPlot): void {
    const x = Math.round(plot.valToPos(this.now, "x", true));
    const { left, top, width, height } = plot.bbox;
    if (!(x >= left && x <= left + width)) return;
    plot.ctx.fillStyle = cssColour("accent");
    plot.ctx.fillRect(x, top, Math.max(1, window.devicePixelRatio), height);
  }
}

function series({ name, colour, stepped }: Curve): uPlot.Series {
  const paths = stepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return { label: name, stroke: () => cssColour(colour), width: 1.5, points: { show: false }, paths };
}

/** A name with its colour (one of the style sheet) before it. */
export function curveName(name: string, colour: string): HTMLElement {
  const mark = el("i");
  mark.style.background = `var(--${colour})`;
  return el("span", {}, mark, name);
}

function legend(curves: Curve[]): HTMLElement {
  const box = el("span", { class: "curves" });
  if (curves.length < 2) return box;
  for (const { name, colour } of curves) {
    box.append(curveName(name, colour));
  }
  return box;
}
