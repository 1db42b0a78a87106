// A recording that is in memory as a whole: every frame is at hand.
import type { About, Agents, Frame, Source, Timeline } from "../types.ts";
import type { Recording } from "./arrange.ts";

export class MemorySource implements Source {
  readonly done = true;
  readonly about: About;
  readonly agents: Agents;
  readonly timeline: Timeline;

  constructor(private readonly recording: Recording) {
    const { number, start } = recording;
    this.about = recording.about;
    this.agents = recording.agents;
    this.timeline = {
      count: number.length,
      number,
      agents: Uint32Array.from(number, (_, i) => start[i + 1] - start[i]),
      collisions: new Uint32Array(number.length),
    };
  }

  get frames(): number {
    return this.recording.number.length;
  }

  frame(index: number): Frame | undefined {
    const { recording } = this;
    const from = recording.start[index];
    const to = recording.start[index + 1];
    if (from === undefined || to === undefined) return undefined;
    return {
      number: recording.number[index],
      count: to - from,
      agent: recording.agent.subarray(from, to),
      x: recording.x.subarray(from, to),
      y: recording.y.subarray(from, to),
      vx: recording.vx.subarray(from, to),
      vy: recording.vy.subarray(from, to),
      heading: recording.heading?.subarray(from, to),
      preferredX: recording.preferredX?.subarray(from, to),
      preferredY: recording.preferredY?.subarray(from, to),
      level: recording.level?.subarray(from, to),
    };
  }

  async wait(index: number): Promise<Frame> {
    const frame = this.frame(index);
    if (!frame) throw new Error(`there is no frame ${index}; the recording has ${this.frames}`);
    return frame;
  }

  onChange(): () => void {
    return () => {};
  }

  close(): void {}
}
