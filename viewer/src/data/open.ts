// Decides from the page what there is to see: runs inside it, or runs of the server that it comes from, or nothing yet.
import type { Source } from "../types.ts";
import { EmbeddedSource, packedRuns } from "./embedded.ts";
import { get, HttpError } from "./http.ts";
import { LiveRun } from "./live.ts";
import { ServedSource } from "./served.ts";

export { openDropped } from "./dropped.ts";

interface Runs {
  live: boolean;
  runs: string[];
}

/** undefined: the page comes from a server that has no runs, such as one for plain files. */
async function servedRuns(): Promise<Runs | undefined> {
  try {
    const response = await get(new URL("runs.json", document.baseURI).href);
    const runs = (await response.json()) as Partial<Runs>;
    return { live: runs.live === true, runs: Array.isArray(runs.runs) ? runs.runs : [] };
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

function liveAddress(): string {
  const address = new URL("live", document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return address.href;
}

export async function openSources(): Promise<Source[]> {
  const packed = packedRuns(document);
  if (packed.length > 0) return Promise.all(packed.map((run) => EmbeddedSource.open(run)));
  if (location.protocol === "file:") return [];
  const found = await servedRuns();
  if (!found) return [];
  if (found.live) return [await LiveRun.open(liveAddress())];
  return Promise.all(found.runs.map((_, i) => ServedSource.open(new URL(`run/${i}/`, document.baseURI).href)));
}
