import { join, sep } from "node:path";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { addressName } from "./_address_name.ts";
import { unlessUnreadable } from "./_unreadable.ts";

/** A directory that an address names. */
export interface NamedDirectory {
  /** Absolute, every link resolved. */
  readonly path: string;
  /** Where all that it is read from must lie: the directory itself, or the root it was found below. */
  readonly boundary: string;
}

/** Finds the directory of `owner/name`. */
export type FindDirectory = (owner: string, name: string) => Promise<Result<NamedDirectory, HostFailure>>;

/** A directory that holds more is no shelf of repositories. */
const MAX_CHILDREN = 10_000;

/**
 * Looks among the listed directories, then at `<root>/<owner>/<name>` under the names that
 * `addressName()` gives there. Names are compared with what the root holds and never become part of a
 * path, and no link leads out of the root.
 */
export function findDirectory(listed: ReadonlyMap<string, string>, root: string | null): FindDirectory {
  return async (owner, name) => {
    const directory = listed.get(`${owner}/${name}`);
    const path = directory === undefined ? null : await realDirectory(directory);
    if (path !== null) return success({ path, boundary: path });
    const boundary = root === null ? null : await realDirectory(root);
    if (boundary === null) return failure({ reason: "not_found" });
    const above = await childNamed(boundary, owner, boundary);
    if (!above.ok) return above;
    const found = await childNamed(above.value, name, boundary);
    return found.ok ? success({ path: found.value, boundary }) : found;
  };
}

async function childNamed(
  directory: string,
  name: string,
  boundary: string,
): Promise<Result<string, HostFailure>> {
  const found: { readonly called: string; readonly path: string }[] = [];
  for (const child of await unlessUnreadable(children(directory, MAX_CHILDREN)) ?? []) {
    // What is hidden in the root, such as its own `.git`, was not put there to be served.
    if (child.isFile || child.name.startsWith(".") || addressName(child.name) !== name) continue;
    const path = await realDirectory(join(directory, child.name));
    if (path !== null && isInside(path, boundary)) found.push({ called: child.name, path });
  }
  const [first, second] = found;
  if (first === undefined) return failure({ reason: "not_found" });
  if (second === undefined) return success(first.path);
  const names = [first.called, second.called].sort().map((called) => JSON.stringify(called)).join(" and ");
  return failure({ reason: "unsupported", detail: `${names} have the same address` });
}

/** The first entries of a directory, in no order. */
export async function children(directory: string, max: number): Promise<Deno.DirEntry[]> {
  const entries: Deno.DirEntry[] = [];
  for await (const entry of Deno.readDir(directory)) {
    if (entries.push(entry) === max) break;
  }
  return entries;
}

/** The directory with every link resolved; null when there is none. */
export async function realDirectory(path: string): Promise<string | null> {
  const real = await unlessUnreadable(Deno.realPath(path));
  if (real === null) return null;
  return (await unlessUnreadable(Deno.stat(real)))?.isDirectory ? real : null;
}

/** Whether a real path is a directory or lies below it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
