// Icons are strokes on a grid of 16 by 16.

const SHAPES = {
  play: "M4.5 2.8v10.4L13 8z",
  pause: "M5 3v10M11 3v10",
  back: "M11.5 3.5v9L6 8zM4 3.5v9",
  forward: "M4.5 3.5v9L10 8zM12 3.5v9",
  loop: "M3 7.5V6a2 2 0 0 1 2-2h7M10 2l2 2-2 2M13 8.5V10a2 2 0 0 1-2 2H4M6 14l-2-2 2-2",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1",
  moon: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z",
  top: "M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11",
  perspective: "M4.5 4h7l3 8.5h-13zM3.2 8h9.6M8 4v8.5",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  help: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.4v.1",
  panel: "M2 3h12v10H2zM10 3v10",
  close: "M4 4l8 8M12 4l-8 8",
  target: "M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M8 1v3M8 12v3M1 8h3M12 8h3",
  line: "M3 13L13 3M3 13m-1.6 0a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0M13 3m-1.6 0a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0",
  reset: "M3.2 6.2A5.2 5.2 0 1 1 3 9.4M3 2.8v3.6h3.6",
  save: "M8 2v8M4.8 7L8 10.2 11.2 7M2.5 13.5h11",
} as const;

export type IconName = keyof typeof SHAPES;

export function icon(name: IconName): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}
