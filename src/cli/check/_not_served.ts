import type { TreeEntry } from "../../../contracts/domain.ts";
import type { WholeCatalog } from "./_whole_catalog.ts";
import type { RememberedFacts } from "../../../contracts/snapshots.ts";
import { parseRepoPath } from "../../format/mod.ts";

/** Why an agent gets nothing of a file. */
export type NotServedReason =
  | "excluded"
  | "closed"
  | "licence"
  | "link"
  | "submodule"
  | "unservable"
  | "unreachable";

/** A file, or a directory of which nothing is served for one and the same reason. */
export interface NotServed {
  /** A directory's ends in `/`. */
  readonly path: string;
  readonly files: number;
  readonly reason: NotServedReason;
  /** Of `unservable`: what about the path, as a clause. */
  readonly rule: string | null;
}

type Why = Pick<NotServed, "reason" | "rule">;

const MANIFEST = "SKILLCDN.md";

/** What of a tree its catalog leaves out, whole directories as one, in path order. */
export function notServed(
  entries: readonly TreeEntry[],
  catalog: WholeCatalog,
  facts: RememberedFacts,
): readonly NotServed[] {
  const served = new Set<string>(catalog.files.map(({ path }) => path));
  for (const { path } of catalog.skills) served.add(path);
  const reasonOf = reasons(entries, catalog, facts);
  const missing = new Map<string, Why>();
  /** By directory: what all below it has in common; null: something there is served, or reasons differ. */
  const common = new Map<string, Why | null>();
  for (const entry of entries) {
    const why = served.has(entry.path) ? null : reasonOf(entry);
    if (why !== null) missing.set(entry.path, why);
    for (const directory of above(entry.path)) {
      const known = common.get(directory);
      const isAlike = (known === undefined || known === why) && !(why !== null && isOfNames(why, directory));
      common.set(directory, isAlike ? why : null);
    }
  }
  const groups = new Map<string, NotServed>();
  for (const [path, why] of missing) {
    const name = above(path).find((directory) => common.get(directory) === why) ?? path;
    groups.set(name, { path: name, files: (groups.get(name)?.files ?? 0) + 1, ...why });
  }
  return [...groups.values()].sort((one, other) => one.path < other.path ? -1 : 1);
}

/** What names break rules must be told of one by one; a directory that breaks one itself says it all. */
function isOfNames({ reason }: Why, directory: string): boolean {
  return reason === "unservable" && parseRepoPath(directory.slice(0, -1)).ok;
}

/** Equal reasons are one and the same object. */
function reasons(
  entries: readonly TreeEntry[],
  catalog: WholeCatalog,
  facts: RememberedFacts,
): (entry: TreeEntry) => Why {
  const known = new Map<string, Why>();
  const because = (reason: NotServedReason, rule: string | null = null): Why => {
    const key = `${reason} ${rule}`;
    const why = known.get(key) ?? { reason, rule };
    known.set(key, why);
    return why;
  };
  const describedOnly = new Set<string>(catalog.describedOnly.map(({ path }) => path));
  const excluded = new Set(entries.flatMap(({ path, hash }) => {
    const isManifest = path === MANIFEST || path.endsWith(`/${MANIFEST}`);
    const manifest = isManifest ? facts.get(`manifest:${hash}`)?.manifest : undefined;
    return (manifest?.exclusions ?? []).map((written) => {
      const target = written === "." ? directoryOf(path) : directoryOf(path) + written;
      // Who excludes a manifest closes its directory.
      return target.endsWith(`/${MANIFEST}`) ? target.slice(0, -MANIFEST.length) : target;
    });
  }));
  const closed = new Set(
    catalog.diagnostics.filter(({ code }) => code === "manifest_unreadable").map(({ path }) =>
      directoryOf(path)
    ),
  );
  const isIn = (set: ReadonlySet<string>, path: string) =>
    set.has(path) || above(path).some((directory) => set.has(directory) || set.has(directory.slice(0, -1)));
  return ({ path, mode }) => {
    if (isIn(excluded, path)) return because("excluded");
    if (isIn(closed, path)) return because("closed");
    if (describedOnly.has(path)) return because("licence");
    const parsed = parseRepoPath(path);
    if (!parsed.ok) return because("unservable", parsed.error);
    if (mode === "symlink") return because("link");
    return because(mode === "submodule" ? "submodule" : "unreachable");
  };
}

/** `a/b/` of `a/b/c`; empty at the root. */
function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The directories above, from the root's, which is empty, to the nearest: ``, `a/`, `a/b/`. */
function above(path: string): string[] {
  const found = [""];
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    found.push(path.slice(0, end + 1));
  }
  return found;
}
