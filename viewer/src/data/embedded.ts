// A recording inside the page: elements with gzip in base64, made by `wend view --html`. Works from file://, where
// nothing can be fetched. Blocks stay packed until somebody looks at them.
import type { About, Frame, Source, Telling } from "../types.ts";
import { parseAbout } from "./about.ts";
import { Blocks } from "./blocks.ts";
import { Listeners } from "./listeners.ts";
import { AgentTable, BlockIndex, TimelineTable } from "./tables.ts";

/** The packed parts of one run. */
export interface Packed {
  about: string;
  index: string;
  agents: string;
  timeline: string;
  block(block: number): string;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text.trim());
  } catch {
    throw new Error("the data in this page is damaged: it is not base64");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export async function unpack(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return await new Response(stream).arrayBuffer();
  } catch {
    throw new Error("the data in this page is damaged: it cannot be decompressed");
  }
}

export class EmbeddedSource implements Source, Telling {
  readonly done = true;
  private readonly blocks: Blocks;
  private readonly changes = new Listeners<[]>();
  private readonly errors = new Listeners<[string]>();

  private constructor(
    packed: Packed,
    readonly about: About,
    readonly agents: AgentTable,
    readonly timeline: TimelineTable,
    private readonly index: BlockIndex,
  ) {
    this.blocks = new Blocks(index, {
      load: (block) => unpack(packed.block(block)),
      loaded: () => this.changes.tell(),
      failed: (text) => this.errors.tell(text),
    });
  }

  static async open(packed: Packed): Promise<EmbeddedSource> {
    const about = parseAbout(new TextDecoder().decode(await unpack(packed.about)));
    const agents = new AgentTable();
    const timeline = new TimelineTable();
    const index = new BlockIndex();
    agents.add(await unpack(packed.agents));
    timeline.add(await unpack(packed.timeline));
    index.add(await unpack(packed.index));
    return new EmbeddedSource(packed, about, agents, timeline, index);
  }

  get frames(): number {
    return this.index.frames;
  }

  frame(index: number): Frame | undefined {
    return this.blocks.frame(index);
  }

  async wait(index: number): Promise<Frame> {
    if (!(index >= 0 && index < this.frames))
      throw new Error(`there is no frame ${index}; the recording has ${this.frames}`);
    return this.blocks.wait(index);
  }

  onChange(changed: () => void): () => void {
    return this.changes.add(changed);
  }

  onError(show: (text: string) => void): () => void {
    return this.errors.add(show);
  }

  close(): void {
    this.changes.clear();
    this.errors.clear();
  }
}

const SELECTOR = 'script[type="application/wend"]';

/** The runs in a page, in the order of their numbers. */
export function packedRuns(page: Document): Packed[] {
  const runs = new Map<number, Map<string, Element>>();
  for (const element of page.querySelectorAll<HTMLElement>(SELECTOR)) {
    const { run = "0", part = "", block = "" } = element.dataset;
    const parts = runs.get(Number(run)) ?? new Map<string, Element>();
    parts.set(part === "block" ? `block ${block}` : part, element);
    runs.set(Number(run), parts);
  }
  return [...runs].sort(([a], [b]) => a - b).map(([, parts]) => packedRun(parts));
}

function packedRun(parts: Map<string, Element>): Packed {
  const textOf = (part: string): string => {
    const text = parts.get(part)?.textContent;
    if (!text) throw new Error(`this page is not whole: it lacks ${part} of a run`);
    return text;
  };
  return {
    about: textOf("about"),
    index: textOf("index"),
    agents: textOf("agents"),
    timeline: textOf("timeline"),
    block: (block) => textOf(`block ${block}`),
  };
}
