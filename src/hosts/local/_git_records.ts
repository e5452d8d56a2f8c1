import type { GitProcess } from "./git_runner.ts";

/** Longer than any path that a file system or a reading rule allows. */
const MAX_RECORD = 64 * 1024;

/**
 * The NUL-separated records of a listing, as they arrive. Ends early, by killing the process, at a
 * record of more than 64 KiB, which is nothing that could be served.
 */
export async function* gitRecords(process: GitProcess): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const chunk of process.output) {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const record = chunk.subarray(start, end);
      yield rest.length === 0 ? record : joined(rest, record);
      rest = new Uint8Array(0);
      start = end + 1;
    }
    rest = joined(rest, chunk.subarray(start));
    if (rest.length > MAX_RECORD) return;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
