// Frames out of blocks that are loaded when they are asked for, kept while there is room, and fetched ahead of playback.
import type { Frame } from "../types.ts";
import { decodeBlock } from "./decode.ts";
import { textOf } from "./listeners.ts";
import { Playhead } from "./playhead.ts";
import type { BlockIndex } from "./tables.ts";

const ROOM = 200e6; // bytes of blocks that are kept
const AHEAD = 2; // blocks that are fetched before they are needed
const PATIENCE = 5; // s before a block that could not be loaded is asked for again

interface Kept {
  frames: Frame[];
  bytes: number;
}

export interface BlockOptions {
  load(block: number): Promise<ArrayBuffer>;
  loaded(): void;
  failed(text: string): void;
  room?: number;
  seconds?(): number;
}

export class Blocks {
  private readonly kept = new Map<number, Kept>(); // the one used longest ago comes first
  private readonly coming = new Map<number, Promise<Kept>>();
  private readonly failedAt = new Map<number, number>();
  private readonly playhead = new Playhead();
  private bytes = 0;

  constructor(
    private readonly index: BlockIndex,
    private readonly options: BlockOptions,
  ) {}

  private seconds(): number {
    return this.options.seconds ? this.options.seconds() : performance.now() / 1000;
  }

  frame(at: number): Frame | undefined {
    if (!(at >= 0 && at < this.index.frames)) return undefined;
    const block = this.index.blockOf(at);
    this.playhead.asked(at, this.seconds());
    const kept = this.use(block);
    if (!kept) this.ask(block);
    this.fetchAhead();
    return kept?.frames[at - this.index.start(block)];
  }

  async wait(at: number): Promise<Frame> {
    const block = this.index.blockOf(at);
    const kept = this.use(block) ?? (await this.fetch(block));
    return kept.frames[at - this.index.start(block)];
  }

  private use(block: number): Kept | undefined {
    const kept = this.kept.get(block);
    if (!kept) return undefined;
    this.kept.delete(block);
    this.kept.set(block, kept);
    return kept;
  }

  private fetchAhead(): void {
    const here = this.index.blockOf(this.playhead.edge);
    for (let step = 1; step <= AHEAD; step++) {
      const block = here + step * this.playhead.direction;
      if (block >= 0 && block < this.index.count && !this.kept.has(block)) this.ask(block);
    }
  }

  /** Fetches without anybody waiting for it; a failure is told once and not repeated at every picture. */
  private ask(block: number): void {
    if (this.coming.has(block)) return;
    const failed = this.failedAt.get(block);
    if (failed !== undefined && this.seconds() - failed < PATIENCE) return;
    this.fetch(block).then(this.options.loaded, (error: unknown) => {
      this.failedAt.set(block, this.seconds());
      this.options.failed(textOf(error));
    });
  }

  private fetch(block: number): Promise<Kept> {
    let coming = this.coming.get(block);
    if (!coming) {
      coming = this.load(block).finally(() => this.coming.delete(block));
      this.coming.set(block, coming);
    }
    return coming;
  }

  private async load(block: number): Promise<Kept> {
    const buffer = await this.options.load(block);
    const frames = decodeBlock(buffer);
    const announced = this.index.size(block);
    if (frames.length !== announced)
      throw new Error(`block ${block} holds ${frames.length} frames; its index announced ${announced}`);
    const kept = { frames, bytes: buffer.byteLength };
    this.kept.set(block, kept);
    this.failedAt.delete(block);
    this.bytes += kept.bytes;
    this.makeRoom();
    return kept;
  }

  private makeRoom(): void {
    for (const [block, { bytes }] of this.kept) {
      // The newest always stays: it is the one somebody waits for.
      if (this.bytes <= (this.options.room ?? ROOM) || this.kept.size === 1) return;
      this.kept.delete(block);
      this.bytes -= bytes;
    }
  }
}
