// The last frames of a run that has no end: bounded in time and in bytes. An index counts all frames that came, so it
// keeps its meaning when old ones go.
import type { Frame } from "../types.ts";

interface Kept {
  frame: Frame;
  bytes: number;
}

export class RecentFrames {
  private kept: Kept[] = [];
  private bytes = 0;
  oldest = 0;

  constructor(
    private readonly seconds: number,
    private readonly room: number,
  ) {}

  get end(): number {
    return this.oldest + this.kept.length;
  }

  get last(): Frame | undefined {
    return this.kept.at(-1)?.frame;
  }

  at(index: number): Frame | undefined {
    return this.kept[index - this.oldest]?.frame;
  }

  add(frame: Frame, bytes: number, fps: number): void {
    this.kept.push({ frame, bytes });
    this.bytes += bytes;
    this.forget(frame.number - this.seconds * fps);
  }

  replaceLast(frame: Frame, bytes: number): void {
    const last = this.kept.length - 1;
    this.bytes += bytes - this.kept[last].bytes;
    this.kept[last] = { frame, bytes };
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
    this.oldest = 0;
  }

  private forget(before: number): void {
    let gone = 0;
    // The newest stays whatever its size: there must be something to see.
    while (gone < this.kept.length - 1 && (this.kept[gone].frame.number < before || this.bytes > this.room))
      this.bytes -= this.kept[gone++].bytes;
    this.kept.splice(0, gone);
    this.oldest += gone;
  }
}
