import type { FileRow } from "../../../contracts/catalog_view.ts";
import type { ContentId, Diagnostic } from "../../../contracts/domain.ts";

/** A link to local Markdown that leads to no file, as its author needs it to mend it. */
export interface DeadLink {
  readonly path: string;
  /** 1-based place of the destination; null where it is not written out in the text. */
  readonly line: number | null;
  readonly column: number | null;
  /** The destination as written. */
  readonly written: string;
  /** The path it means from the root of the repository; null when it means none. */
  readonly target: string | null;
  /** A file that may have been meant: another one, or the target itself where it is excluded or closed. */
  readonly suggestion: string | null;
}

export interface DeadLinkSources {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileRow[];
  /** Every path of the tree. */
  readonly paths: readonly string[];
  readonly text: (id: ContentId) => Promise<string | null>;
}

/** The dead links that the indexer reports, each with its place and what may have been meant. */
export async function deadLinks({ diagnostics, files, paths, text }: DeadLinkSources): Promise<DeadLink[]> {
  const contents = new Map<string, ContentId>(files.map(({ path, content }) => [path, content]));
  const suggest = suggestions(paths);
  const found: DeadLink[] = [];
  let read = { path: "", text: "" };
  for (const { path, link } of diagnostics) {
    if (link === undefined) continue;
    const content = contents.get(path);
    if (read.path !== path) read = { path, text: content === undefined ? "" : await text(content) ?? "" };
    const { written, path: target } = link;
    found.push({
      path,
      ...placeOf(written, read.text),
      written,
      target,
      suggestion: target === null ? null : suggest(target),
    });
  }
  return found;
}

/** How a destination starts: an inline link's, or a reference's, in angle brackets or not. */
const BEFORE = /\](?:\(|:)\s{0,8}<?$/;
const AFTER = /^(?:[)>#?\s]|$)/;

/** The first place where the text stands as a destination, whatever the file says of it elsewhere. */
function placeOf(written: string, text: string): Pick<DeadLink, "line" | "column"> {
  for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1)) {
    const end = at + written.length;
    if (!BEFORE.test(text.slice(Math.max(0, at - 12), at)) || !AFTER.test(text.slice(end, end + 1))) continue;
    const before = text.slice(0, at).split("\n");
    return { line: before.length, column: [...before.at(-1) ?? ""].length + 1 };
  }
  return { line: null, column: null };
}

/** Comparing names takes time in the product of their lengths. */
const MOST_COMPARED = 1000;
const LONGEST_COMPARED = 100;

/**
 * The nearest existing path: the same name elsewhere, else a name like it in the same directory. A name
 * that many files have, such as README.md, says nothing unless its directory is called alike.
 */
function suggestions(paths: readonly string[]): (target: string) => string | null {
  const byName = new Map<string, string[]>();
  const byDirectory = new Map<string, string[]>();
  for (const path of paths) {
    append(byName, nameOf(path).toLowerCase(), path);
    append(byDirectory, directoryOf(path), path);
  }
  return (target) => {
    const same = (byName.get(nameOf(target).toLowerCase()) ?? []).slice(0, MOST_COMPARED);
    const directory = nameOf(directoryOf(target));
    const [moved] = same
      .filter((path) => same.length === 1 || distanceOf(directory, nameOf(directoryOf(path))) !== null)
      .sort((one, other) =>
        shared(other, target) - shared(one, target) || one.length - other.length || (one < other ? -1 : 1)
      );
    if (moved !== undefined) return moved;
    const beside = (byDirectory.get(directoryOf(target)) ?? []).slice(0, MOST_COMPARED);
    const near = beside.flatMap((path) => {
      const distance = distanceOf(nameOf(target), nameOf(path));
      return distance === null ? [] : [{ path, distance }];
    });
    const [nearest] = near.sort((one, other) => one.distance - other.distance);
    return nearest?.path ?? null;
  };
}

function append(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [path]);
  else list.push(path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** How many directories two paths have in common from the root. */
function shared(one: string, other: string): number {
  const [first, second] = [one.split("/"), other.split("/")];
  const end = first.findIndex((segment, index) => segment !== second[index]);
  return end < 0 ? first.length : end;
}

/** Levenshtein distance of two names; null when it is more than a third of the first. */
function distanceOf(one: string, other: string): number | null {
  const most = Math.floor(one.length / 3);
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > most || one.length > LONGEST_COMPARED) return null;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  const distance = row[other.length] ?? 0;
  return distance <= most ? distance : null;
}
