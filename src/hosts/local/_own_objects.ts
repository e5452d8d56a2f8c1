import { join } from "node:path";
import type { Clock } from "../../../contracts/ambient.ts";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { children } from "./_directories.ts";
import { isSettled, marksOf } from "./_marks.ts";
import { isUnreadable, unlessUnreadable } from "./_unreadable.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/** Says why the objects in an object directory may be another repository's; null when they are its own. */
export type OwnObjects = (objects: string) => Promise<HostFailure | null>;

export const BORROWS: HostFailure = {
  reason: "unsupported",
  detail: "the repository borrows its objects from another place",
};

const TOO_MANY: HostFailure = {
  reason: "unsupported",
  detail: "the repository has too many object files to check where they lead; git gc packs them",
};

/** A repository that has more was not packed for long: git does so by itself from about 7,000 on. */
const MAX_FILES = 200_000;

/** Directories without links that are remembered: those of about a hundred repositories. */
const MAX_KNOWN = 25_000;

/** A directory's entries as far as they matter. */
interface Listed {
  readonly marks: string;
  readonly files: number;
  readonly hasLinks: boolean;
  /** Names. */
  readonly directories: readonly string[];
}

/**
 * Looks at every file from which git may read an object: those of `pack` and `info` and, one level
 * down, those of the 256 directories that are named after the first byte of a hash. A directory at rest
 * is read once.
 */
export function createOwnObjects(clock: Clock, maxFiles = MAX_FILES): OwnObjects {
  const known = createBoundedMap<Listed>(MAX_KNOWN);

  /** Null without the directory. More than `room` entries are not told apart. */
  async function list(directory: string, room: number): Promise<Listed | "unreadable" | null> {
    const info = lstat(directory);
    if (info === null) return null;
    const before = known.get(directory);
    if (before?.marks === marksOf(info)) return before;
    const entries = info.isDirectory ? await unlessUnreadable(children(directory, room + 1)) : null;
    if (entries === null) return "unreadable";
    const listed = {
      marks: marksOf(info),
      files: entries.length,
      hasLinks: entries.some(({ isSymlink }) => isSymlink),
      directories: entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name),
    };
    if (entries.length <= room && isSettled(info, clock.now())) known.set(directory, listed);
    return listed;
  }

  return async (objects) => {
    const directories = [objects];
    let room = maxFiles;
    for (const directory of directories) {
      const listed = await list(directory, room);
      if (listed === null) continue;
      // In a directory that cannot be listed, git can still open what a hash names.
      if (listed === "unreadable" || listed.hasLinks) return BORROWS;
      room -= listed.files;
      if (room < 0) return TOO_MANY;
      if (directory === objects) directories.push(...listed.directories.map((name) => join(objects, name)));
    }
    const alternates = lstat(join(objects, "info", "alternates"));
    return alternates !== null && alternates.size > 0 ? BORROWS : null;
  };
}

/** Synchronous, as for the files of a working tree: most of a look at a directory at rest is this. */
function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
