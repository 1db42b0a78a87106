// A file that a person dropped on the page. HDF5 is read by a worker of its own, which is loaded only now.
import type { Source } from "../types.ts";
import type { Answer } from "./h5.ts";
import { MemorySource } from "./memory.ts";

function startWorker(): Worker {
  if (location.protocol === "file:")
    throw new Error("A page opened from disk cannot read HDF5 files. `wend view FILE` can show it.");
  return new Worker(new URL("h5.js", document.baseURI), { type: "module" });
}

function ask(worker: Worker, file: File): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data);
    worker.onerror = () => reject(new Error("the reader of HDF5 files (h5.js) could not be started"));
    worker.postMessage(file);
  });
}

export async function openDropped(file: File): Promise<Source> {
  if (!/\.(h5|hdf5)$/i.test(file.name))
    throw new Error(`${file.name}: only HDF5 recordings (.h5) can be dropped here. \`wend view FILE\` shows other formats.`);
  const worker = startWorker();
  try {
    const answer = await ask(worker, file);
    if ("error" in answer) throw new Error(`${file.name}: ${answer.error}`);
    return new MemorySource(answer.recording);
  } finally {
    worker.terminate();
  }
}
