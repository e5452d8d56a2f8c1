import { createHash } from "node:crypto";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type ByteReader, createByteReader } from "./_byte_reader.ts";
import { GIT_STOPPED, NO_GIT } from "./_git_output.ts";
import type { GitRunner } from "./git_runner.ts";

export interface GitObject {
  readonly hash: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Larger objects are left out, without being held in memory. Bytes. */
const MAX_OBJECT = 64 * 1024 * 1024;

/** `<hash> <type> <size>`, or `<name> missing`. */
const MAX_HEADER = 256;

/**
 * Objects of a repository by their names, through one `cat-file --batch`. What is missing, or does not
 * hash to what git calls it (a damaged or forged pack), is left out.
 */
export async function* readGitObjects(
  run: GitRunner,
  gitDir: string,
  names: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Result<GitObject, HostFailure>> {
  const input = names.map((name) => `${name}\n`).join("");
  const args = ["cat-file", "--batch", "--buffer"];
  const process = run({ gitDir, args, input, ...(signal && { signal }) });
  if (process === null) {
    yield failure(NO_GIT);
    return;
  }
  const reader = createByteReader(process.output);
  try {
    for (let left = names.length; left > 0; left--) {
      const object = await readObject(reader);
      if (object === "ended") {
        yield failure(GIT_STOPPED);
        return;
      }
      if (object !== null && isItself(object)) yield success(object);
    }
  } finally {
    await reader.close();
  }
}

/** The next object; null when it is not to be had. */
async function readObject(reader: ByteReader): Promise<GitObject | null | "ended"> {
  const header = await reader.line(MAX_HEADER);
  if (header === null) return "ended";
  const [hash = "", type = "", digits] = header.split(" ");
  if (digits === undefined) return null;
  const size = Number(digits);
  if (size > MAX_OBJECT) return await reader.skip(size + 1) ? null : "ended";
  const bytes = await reader.take(size);
  return bytes !== null && await reader.skip(1) ? { hash, type, bytes } : "ended";
}

function isItself({ hash, type, bytes }: GitObject): boolean {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex") === hash;
}
