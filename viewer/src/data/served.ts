// A recording that `wend view` serves. It may still be reading the file: then we ask now and then how far it has come.
import type { About, Frame, Source, Telling } from "../types.ts";
import { parseAbout } from "./about.ts";
import { Blocks } from "./blocks.ts";
import { get } from "./http.ts";
import { Listeners, textOf } from "./listeners.ts";
import { AgentTable, BlockIndex, TimelineTable } from "./tables.ts";

const POLL = 0.3; // s between questions about progress
const POLL_AFTER_ERROR = 5; // s

interface Progress {
  frames: number;
  blocks: number;
  agents: number;
  done: boolean;
  error: string;
}

export class ServedSource implements Source, Telling {
  readonly agents = new AgentTable();
  readonly timeline = new TimelineTable();
  done = false;
  private readonly index = new BlockIndex();
  private readonly blocks: Blocks;
  private readonly changes = new Listeners<[]>();
  private readonly errors = new Listeners<[string]>();
  private readonly closing = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told = ""; // the reading error that has been shown

  private constructor(
    private readonly base: string,
    public about: About,
  ) {
    this.blocks = new Blocks(this.index, {
      load: async (block) => (await this.get(`block/${block}`)).arrayBuffer(),
      loaded: () => this.changes.tell(),
      failed: (text) => this.tellError(text),
    });
  }

  /** `base` is the address of the run, ending with a slash. Resolves when its description and first frames are known. */
  static async open(base: string): Promise<ServedSource> {
    const about = parseAbout(await (await get(`${base}about.json`)).text());
    const source = new ServedSource(base, about);
    await source.poll();
    return source;
  }

  get frames(): number {
    return this.index.frames;
  }

  frame(index: number): Frame | undefined {
    return this.blocks.frame(index);
  }

  async wait(index: number): Promise<Frame> {
    while (index >= this.frames) {
      if (this.done || this.closing.signal.aborted)
        throw new Error(`there is no frame ${index}; the recording has ${this.frames}`);
      await new Promise<void>((resolve) => {
        const stop = this.onChange(() => {
          stop();
          resolve();
        });
      });
    }
    return this.blocks.wait(index);
  }

  onChange(changed: () => void): () => void {
    return this.changes.add(changed);
  }

  onError(show: (text: string) => void): () => void {
    return this.errors.add(show);
  }

  close(): void {
    this.closing.abort();
    clearTimeout(this.timer);
    this.changes.tell(); // whoever waits for a frame learns that none will come
    this.changes.clear();
    this.errors.clear();
  }

  private get(path: string): Promise<Response> {
    return get(this.base + path, this.closing.signal);
  }

  private tellError(text: string): void {
    if (!this.closing.signal.aborted) this.errors.tell(text);
  }

  private async poll(): Promise<void> {
    let next = POLL;
    try {
      await this.catchUp((await (await this.get("progress.json")).json()) as Progress);
    } catch (error) {
      if (this.closing.signal.aborted) return;
      this.tellError(textOf(error));
      next = POLL_AFTER_ERROR;
    }
    if (!this.done && !this.closing.signal.aborted) this.timer = setTimeout(() => void this.poll(), 1000 * next);
  }

  /**
   * Fetches what is new. Meanwhile the server reads on, so the agents are asked for last: they are all that the blocks
   * announced before can name. Nothing is taken over until everything is here.
   */
  private async catchUp(progress: Progress): Promise<void> {
    const isNew = progress.blocks > this.index.count || progress.agents > this.agents.count;
    if (isNew || progress.done) {
      const index = await this.bytes("index", this.index.count);
      const timeline = await this.bytes("timeline", this.timeline.count);
      // Only at the end is it known when everyone was last seen.
      this.agents.add(await this.bytes("agents", progress.done ? 0 : this.agents.count));
      this.timeline.add(timeline);
      this.index.add(index);
    }
    if (progress.done) this.about = parseAbout(await (await this.get("about.json")).text()); // with its final bounds
    if (progress.error && progress.error !== this.told) this.tellError(`the recording: ${progress.error}`);
    this.told = progress.error;
    this.done = progress.done;
    if (isNew || progress.done) this.changes.tell();
  }

  private async bytes(part: string, from: number): Promise<ArrayBuffer> {
    return (await this.get(`${part}?from=${from}`)).arrayBuffer();
  }
}
