import { zipStream } from "../../library/mod.ts";
import type { ArchiveEntry } from "./archive_entry.ts";

/** The archive of files that are read as they come up, one in memory at a time. */
export function zip(entries: readonly ArchiveEntry[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return zipStream(read(entries));
}

async function* read(entries: readonly ArchiveEntry[]) {
  for (const { path, read } of entries) yield { path, bytes: await read() };
}
