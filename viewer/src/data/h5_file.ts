// An HDF5 file through h5wasm: the table of trajectories as bytes, and attributes as plain values.
import { Dataset, File, Module, ready } from "h5wasm";
import type { Member, RowTable } from "./rows.ts";

const INTEGER = 0;
const FLOAT = 1;

export type Attribute = string | number | bigint | string[] | number[] | undefined;

/** Opens a file of h5wasm's own file system for `use`, and closes it after. What HDF5 has to say becomes an Error. */
export async function withFile<T>(path: string, use: (file: File) => T): Promise<T> {
  await ready;
  Module.activate_throwing_error_handler();
  try {
    const file = new File(path, "r");
    try {
      return use(file);
    } finally {
      file.close();
    }
  } catch (error) {
    throw isFromHdf5(error) ? new Error("this is not an HDF5 file, or it is damaged") : error;
  }
}

/** Its reports are long, and for those who write files. */
function isFromHdf5(error: unknown): boolean {
  return !(error instanceof Error) || /HDF5-DIAG|\.c line \d+/.test(error.message);
}

/** The attribute of the table or, failing that, of the file. */
export function attribute(file: File, table: Dataset, name: string): Attribute {
  for (const owner of [table, file]) {
    const found = owner.attrs[name];
    if (found) return plain(found.value);
  }
  return undefined;
}

function plain(value: unknown): Attribute {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (!ArrayBuffer.isView(value) && !Array.isArray(value)) return undefined;
  const all = Array.from(value as ArrayLike<unknown>);
  if (all.every((each) => typeof each === "string")) return all as string[];
  return all.map(Number);
}

export function trajectoryOf(file: File): Dataset {
  const found = file.keys().includes("trajectory") ? file.get("trajectory") : null;
  if (!(found instanceof Dataset) || !found.metadata.compound_type || found.shape?.length !== 1)
    throw new Error('the file has no table "trajectory" with columns id, frame, x and y');
  return found;
}

export function rowTable(table: Dataset): RowTable {
  const { metadata } = table;
  const members: Member[] = [];
  for (const member of metadata.compound_type?.members ?? []) {
    if (member.type !== INTEGER && member.type !== FLOAT) continue;
    const { name, offset, size, signed, littleEndian } = member;
    members.push({ name, offset, size, signed, littleEndian, kind: member.type === INTEGER ? "integer" : "float" });
  }
  const rowBytes = metadata.size;
  return {
    rows: table.shape?.[0] ?? 0,
    rowBytes,
    members,
    read: (from, count) => readBytes(table, from, count, rowBytes),
  };
}

/** h5wasm's own slices make an array of each row, which is far too slow for millions: we take the bytes. */
function readBytes(table: Dataset, from: number, count: number, rowBytes: number): Uint8Array {
  const place = Module._malloc(count * rowBytes);
  if (place === 0) throw new Error("the browser has too little memory for this file");
  try {
    const status = Module.get_dataset_data(
      table.file_id,
      table.path,
      [BigInt(count)],
      [BigInt(from)],
      [1n],
      BigInt(place),
    );
    if (status < 0) throw new Error(`the file is damaged: rows ${from} to ${from + count} cannot be read`);
    return Module.HEAPU8.slice(place, place + count * rowBytes);
  } finally {
    Module._free(place);
  }
}
