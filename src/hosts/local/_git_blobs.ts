import type { BlobHash } from "../../../contracts/addresses.ts";
import type { Blob, HostFailure } from "../../../contracts/ports.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { gitBlobHash } from "../../format/mod.ts";
import { type ByteReader, createByteReader } from "./_byte_reader.ts";
import { GIT_STOPPED, NO_GIT } from "./_git_output.ts";
import type { GitRunner } from "./git_runner.ts";

/** Larger blobs are left out, without being held in memory. Bytes. */
export const MAX_BLOB = 64 * 1024 * 1024;

/** `<hash> <type> <size>`, or `<hash> missing`. */
const MAX_HEADER = 256;

/**
 * Blobs of a repository, through one `cat-file --batch`. What is missing, is no blob, or does not hash
 * to its name (a damaged or forged pack) is left out.
 */
export async function* readGitBlobs(
  run: GitRunner,
  gitDir: string,
  hashes: ReadonlySet<BlobHash>,
  signal: AbortSignal,
): AsyncGenerator<Result<Blob, HostFailure>> {
  const input = [...hashes].map((hash) => `${hash}\n`).join("");
  const process = run({ gitDir, args: ["cat-file", "--batch", "--buffer"], input, signal });
  if (process === null) {
    yield failure(NO_GIT);
    return;
  }
  const reader = createByteReader(process.output);
  try {
    for (const hash of hashes) {
      const bytes = await readObject(reader);
      if (bytes === "ended") {
        yield failure(GIT_STOPPED);
        return;
      }
      if (bytes !== null && gitBlobHash(bytes) === hash) yield success({ hash, bytes });
    }
  } finally {
    await reader.close();
  }
}

/** The next object's bytes; null when it is not to be had. */
async function readObject(reader: ByteReader): Promise<Uint8Array | null | "ended"> {
  const header = await reader.line(MAX_HEADER);
  if (header === null) return "ended";
  const [, type, digits] = header.split(" ");
  if (digits === undefined) return null;
  const size = Number(digits);
  if (type !== "blob" || size > MAX_BLOB) return await reader.skip(size + 1) ? null : "ended";
  const bytes = await reader.take(size);
  return bytes !== null && await reader.skip(1) ? bytes : "ended";
}
