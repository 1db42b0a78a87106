import type { About, Frame } from "../types.ts";

/** The levels: how high they are and which are shown. */
export class Storeys {
  heights: number[] = [0];
  only: number | undefined = undefined;

  setAbout(about: About): void {
    this.heights = about.levels.length > 0 ? about.levels.map((level) => level.height) : [0];
  }

  height(level: number): number {
    return this.heights[level] ?? this.heights[0];
  }

  heightOf(frame: Frame, row: number): number {
    return this.height(frame.level?.[row] ?? 0);
  }

  shows(frame: Frame, row: number): boolean {
    return this.only === undefined || (frame.level?.[row] ?? 0) === this.only;
  }

  visible(level: number): boolean {
    return this.only === undefined || this.only === level;
  }

  /** Where people point when they point at the floor. */
  get floor(): number {
    return this.height(this.only ?? 0);
  }
}
