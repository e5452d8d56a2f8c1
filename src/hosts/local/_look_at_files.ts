import type { BlobHash } from "../../../contracts/addresses.ts";
import type { TreeEntry } from "../../../contracts/domain.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import { comparePaths, gitBlobHash, parseBlobHash } from "../../format/mod.ts";
import type { IndexEntry } from "./_file_names.ts";
import { isSettled, marksOf } from "./_marks.ts";
import { leadsNowhereElse, readInside } from "./_read_inside.ts";
import { unreadHash } from "./_unread_hash.ts";
import { unlessChanged } from "./_unreadable.ts";

/** What was read of a file, and the marks by which a change of it shows. */
interface SeenFile {
  readonly marks: string;
  readonly hash: BlobHash;
  readonly size: number;
  readonly settled: boolean;
}

/** What a look leaves for the next one, by path. */
export type SeenFiles = Map<string, SeenFile>;

export interface FilesOnDisk {
  /** In path order. */
  readonly entries: readonly TreeEntry[];
  /** Tracked files that a sparse checkout leaves out, without their sizes. */
  readonly skipped: readonly TreeEntry[];
}

export interface LookOptions {
  /** Larger files are not read. Bytes. */
  readonly maxFileBytes: number;
  readonly clock: Clock;
  /** Ends the look early; what it answers then is not the directory. */
  readonly signal: AbortSignal;
}

interface Candidate {
  readonly path: string;
  readonly index: IndexEntry | null;
  readonly info: Deno.FileInfo;
}

/** Files looked at in one go, without letting other work in: about four milliseconds. */
const SLICE = 1000;

/** No file system has longer paths. */
const MAX_PATH = 4096;

/** An index made by hand may hold any path; git's own files, in any case, hold more than content. */
const LEADS_OUT = /(^|\/)(\.{0,2}|\.git|git~1)(\/|$)/i;

/** Files read at the same time. */
const READERS = 8;

/**
 * The given files of a directory as they are on the disk. One is read only when its size, times or
 * identity differ from the previous look, because directories are looked at again every second.
 *
 * @param seen Filled as the look goes on, so that one that was ended early is not lost.
 */
export async function lookAtFiles(
  root: string,
  files: ReadonlyMap<string, IndexEntry | null>,
  previous: ReadonlyMap<string, SeenFile>,
  seen: SeenFiles,
  { maxFileBytes, clock, signal }: LookOptions,
): Promise<FilesOnDisk> {
  const entries: TreeEntry[] = [];
  const skipped: TreeEntry[] = [];

  async function add({ path, index, info }: Candidate): Promise<void> {
    const file = seen.get(path) ?? await see(path, info);
    if (file === null) return;
    seen.set(path, file);
    const { hash, size } = file;
    entries.push({ path, mode: modeOf(info, index, hash), hash, size });
  }

  async function see(path: string, info: Deno.FileInfo): Promise<SeenFile | null> {
    const read = info.isSymlink
      ? await unlessChanged(readLink(root, path))
      : await readInside(root, path, maxFileBytes);
    if (read === null) return null;
    const { size, bytes } = read;
    const hash = bytes === null ? unreadHash(size) : gitBlobHash(bytes);
    return { marks: marksOf(info), hash, size, settled: isSettled(info, clock.now()) };
  }

  for (const slice of slices([...files], SLICE)) {
    const candidates: Candidate[] = [];
    // Not for longer than the slice takes: it never lets anybody else in.
    const isDirectory = directoryCheck(root);
    for (const [path, index] of slice) {
      const hash = parseBlobHash(index?.hash ?? "");
      if (index?.mode === "submodule") {
        if (hash.ok) entries.push({ path, mode: "submodule", hash: hash.value, size: null });
        continue;
      }
      const isInside = !LEADS_OUT.test(path) && path.length <= MAX_PATH && isDirectory(directoryOf(path));
      const info = isInside ? lstat(`${root}/${path}`) : null;
      if (info?.isFile || info?.isSymlink) {
        candidates.push({ path, index, info });
        const known = previous.get(path);
        if (known?.settled && known.marks === marksOf(info)) seen.set(path, known);
      } else if (info === null && index?.skipped && hash.ok) {
        skipped.push({ path, mode: index.mode, hash: hash.value, size: null });
      }
    }
    for (const batch of slices(candidates, READERS)) {
      await Promise.all(batch.map(add));
      if (signal.aborted) return { entries, skipped };
    }
    await clock.sleep(0);
  }
  entries.sort((one, other) => comparePaths(one.path, other.path));
  return { entries, skipped };
}

/** A link as git keeps it: a file of its target. */
async function readLink(root: string, path: string): Promise<{ size: number; bytes: Uint8Array } | null> {
  const bytes = new TextEncoder().encode(await Deno.readLink(`${root}/${path}`));
  const directory = directoryOf(path);
  return directory === "" || leadsNowhereElse(root, directory) ? { size: bytes.length, bytes } : null;
}

function modeOf(info: Deno.FileInfo, index: IndexEntry | null, hash: BlobHash): TreeEntry["mode"] {
  if (info.isSymlink) return "symlink";
  if (index === null) return (info.mode ?? 0) & 0o111 ? "executable" : "file";
  // Not every file system holds links; git then writes a file with the target in it.
  if (index.mode === "symlink") return hash === index.hash ? "symlink" : "file";
  // Nor does every one hold the executable bit, and nothing that is served depends on it.
  return index.mode;
}

/**
 * Tells whether a path below `root` is a directory with no link on the way to it: a tracked path says
 * nothing of what is on the disk now, and `docs/passwd` is not to be read when `docs` leads to `/etc`.
 */
function directoryCheck(root: string): (path: string) => boolean {
  const known = new Map([["", true]]);
  return function check(path: string): boolean {
    let answer = known.get(path);
    if (answer === undefined) {
      answer = check(directoryOf(path)) && lstat(`${root}/${path}`)?.isDirectory === true;
      known.set(path, answer);
    }
    return answer;
  };
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Synchronous: for thousands of files in turn it takes a quarter of the time. Null as for `unlessChanged`. */
function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

function* slices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
