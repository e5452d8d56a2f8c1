import { distance } from "fastest-levenshtein";
import type { RepoPath } from "../../../contracts/addresses.ts";
import { baseName, comparePaths, directoryOf, foldedPath, isHidden } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";

/** Paths that are compared with one that leads nowhere, and the characters of a name that is compared. */
const MOST_COMPARED = 200;
const LONGEST_COMPARED = 100;

/** Finds what a path that leads nowhere may have been meant as. */
export type NearestPath = (target: string) => RepoPath | null;

/**
 * The nearest of `paths`, which are files and directories: the same but for letter case or Unicode form,
 * else with the extension that was left out, else the same name elsewhere, else a name like it in the same
 * directory. A name that many files have, such as README.md, says nothing unless its directory is called alike.
 */
export function* nearestPathAmong(paths: Iterable<RepoPath>): Step<NearestPath> {
  const pause = createPause();
  const folded = new Map<string, RepoPath[]>();
  const byName = new Map<string, RepoPath[]>();
  const byDirectory = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (pause(2)) yield NOTHING;
    append(folded, foldedPath(path), path);
    append(byName, foldedPath(baseName(path)), path);
    append(byDirectory, foldedPath(directoryOf(path)), path);
  }
  return (target) => {
    const wanted = foldedPath(target);
    const [same] = folded.get(wanted) ?? [];
    if (same !== undefined) return same;
    const name = nameOf(wanted);
    const directory = wanted.slice(0, Math.max(0, wanted.length - name.length - 1));
    const beside = byDirectory.get(directory) ?? [];
    const extended = beside.filter((path) => foldedPath(baseName(path)).startsWith(`${name}.`));
    return plainest(extended) ?? moved(wanted, byName.get(name) ?? []) ?? like(name, beside);
  };
}

/** The file of that name elsewhere which shares most directories with the target. */
function moved(target: string, named: readonly RepoPath[]): RepoPath | null {
  const compared = named.slice(0, MOST_COMPARED);
  const directory = nameOf(target.slice(0, Math.max(0, target.lastIndexOf("/"))));
  const found = compared.filter((path) =>
    named.length === 1 || distanceOf(directory, baseName(directoryOf(path))) !== null
  );
  return found.sort((one, other) =>
    shared(other, target) - shared(one, target) || Number(isHidden(one)) - Number(isHidden(other)) ||
    one.length - other.length || comparePaths(one, other)
  )[0] ?? null;
}

function like(name: string, beside: readonly RepoPath[]): RepoPath | null {
  const near = beside.slice(0, MOST_COMPARED).flatMap((path) => {
    const distance = distanceOf(name, foldedPath(baseName(path)));
    return distance === null ? [] : [{ path, distance }];
  });
  return near.sort((one, other) => one.distance - other.distance)[0]?.path ?? null;
}

function plainest(paths: readonly RepoPath[]): RepoPath | null {
  return [...paths].sort((one, other) => one.length - other.length || comparePaths(one, other))[0] ?? null;
}

function append(lists: Map<string, RepoPath[]>, key: string, path: RepoPath): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [path]);
  else list.push(path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** How many directories two paths have in common from the root. */
function shared(one: string, other: string): number {
  const [first, second] = [one.split("/"), other.split("/")];
  const end = first.findIndex((segment, index) => segment !== second[index]);
  return end < 0 ? first.length : end;
}

/** How far two names are apart; null when it is more than a third of the first. */
function distanceOf(one: string, other: string): number | null {
  const most = Math.floor(one.length / 3);
  if (Math.abs(one.length - other.length) > most || one.length > LONGEST_COMPARED) return null;
  const apart = distance(one, other);
  return apart <= most ? apart : null;
}
