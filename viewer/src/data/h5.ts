// The worker that reads HDF5 files. A worker may read a file piece by piece, so that large ones are not loaded whole.
import { FS, ready } from "h5wasm";
import type { Recording } from "./arrange.ts";
import { withFile } from "./h5_file.ts";
import { recordingOf } from "./h5_recording.ts";
import { textOf } from "./listeners.ts";

export type Answer = { recording: Recording } | { error: string };

const FOLDER = "/dropped";

interface Mounting {
  mkdir(path: string): void;
  mount(type: unknown, options: { files: File[] }, path: string): void;
  filesystems: { WORKERFS: unknown };
}

async function readFile(file: File): Promise<Recording> {
  await ready;
  const files = FS as unknown as Mounting;
  files.mkdir(FOLDER);
  files.mount(files.filesystems.WORKERFS, { files: [file] }, FOLDER);
  return withFile(`${FOLDER}/${file.name}`, (opened) => recordingOf(opened, file.name));
}

/** The memory behind all columns, to hand over instead of copying. */
function buffersOf(recording: Recording): ArrayBuffer[] {
  const columns = [...Object.values(recording), ...Object.values(recording.agents)];
  return columns.filter((each) => ArrayBuffer.isView(each)).map((each) => each.buffer as ArrayBuffer);
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<File>) => void) | null;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
scope.onmessage = async (event) => {
  try {
    const recording = await readFile(event.data);
    scope.postMessage({ recording }, buffersOf(recording));
  } catch (error) {
    scope.postMessage({ error: textOf(error) });
  }
};
