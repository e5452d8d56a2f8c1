import type { GitRepository } from "./git_repository.ts";

export interface ImportedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Written to git in parts of about this size. */
const PART_BYTES = 1024 * 1024;

/**
 * Commits files to `main` by `git fast-import`, one after the other: for repositories too large to be
 * written out as files first. Gives the commit's hash.
 */
export async function importFiles(repository: GitRepository, files: Iterable<ImportedFile>): Promise<string> {
  await repository.git(["fast-import", "--quiet", "--force", "--done"], importStream(files));
  return await repository.git(["rev-parse", "refs/heads/main"]);
}

/** The stream of git-fast-import(1), its parts collected into larger ones. */
function* importStream(files: Iterable<ImportedFile>): Generator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for (const bytes of statements(files)) {
    if (filled + bytes.length > part.length) {
      yield part.subarray(0, filled);
      part = new Uint8Array(Math.max(PART_BYTES, bytes.length));
      filled = 0;
    }
    part.set(bytes, filled);
    filled += bytes.length;
  }
  yield part.subarray(0, filled);
}

function* statements(files: Iterable<ImportedFile>): Generator<Uint8Array> {
  const utf8 = new TextEncoder();
  yield utf8.encode(
    "commit refs/heads/main\ncommitter Ada Author <ada@example.com> 1704067200 +0000\ndata 0\n",
  );
  for (const { path, bytes } of files) {
    yield utf8.encode(`M 100644 inline ${path}\ndata ${bytes.length}\n`);
    yield bytes;
    yield utf8.encode("\n");
  }
  yield utf8.encode("\ndone\n");
}

/** Bytes that no compressor makes shorter, the same for the same seed. */
export function noise(length: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = (seed * 2_654_435_761) | 1;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, length);
}
