/**
 * The key layout. Everything of a repository lies under `["r", host, repository]`: forgetting a
 * repository deletes that prefix, and no key of one repository can name bytes of another; what an account
 * published lies likewise under `["lb", account]`. The second
 * root, `u`, is an index over repositories that heals itself: a row whose snapshot is gone or finished is
 * dropped by whoever meets it. What the operator says of repositories, `o`, outlives what is stored of them.
 *
 * | key | value |
 * | --- | --- |
 * | r host repository s commit rules serving | a snapshot's row |
 * | r host repository n rules serving | commit of the newest ready snapshot |
 * | r host repository t commit | manifest of the tree listing |
 * | r host repository p pack | manifest of a pack |
 * | r host repository l content | location of a content in its pack |
 * | r host repository d part number | one chunk of a part |
 * | r host repository x part | a part that no manifest names: it is being written, or left over |
 * | r host repository a commit rules serving | when the snapshot was last read, about |
 * | r host repository g | true, written with every removal of a pack, for its versionstamp |
 * | r host repository v | true, written with every publication of a snapshot, for its versionstamp |
 * | r host repository f ref | what the ref was last resolved to |
 * | r host repository c commit | the commit was resolved here: true |
 * | lb account p l d x g v | the contents of an account, as those of a repository are below `r` |
 * | u due host repository commit rules serving | unfinished work, by the time it is due |
 * | b | about how many bytes are stored, a counter |
 * | h | how far the collection of garbage is, and who is at it |
 * | n host name | what `owner/name` stood for when its host was last asked |
 * | i | since when what was learnt of repositories no longer counts |
 * | o host repository | the repository's place on the operator's lists |
 * | w host repository day | what was used of the repository that day |
 * | ov | true, written with every change of `o`, for its versionstamp |
 *
 * KV cannot list keys without values, so the chunks (`d`) are never listed but one part at a time.
 */
import type { CommitHash, HostKey } from "../../contracts/addresses.ts";
import type { ContentRoot } from "../../contracts/snapshots.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";

type Key = Deno.KvKey;

export const REPOSITORIES_KEY: Key = ["r"];

export function repositoryKey(host: HostKey, repository: RepositoryId): Key {
  return ["r", host, repository];
}

export function snapshotKey({ host, repository, commit, rules, serving }: SnapshotKey): Key {
  return ["r", host, repository, "s", commit, rules, serving];
}

export function newestKey({ host, repository, rules, serving }: SnapshotKey): Key {
  return ["r", host, repository, "n", rules, serving];
}

export function treeKey({ host, repository, commit }: SnapshotKey): Key {
  return ["r", host, repository, "t", commit];
}

export function readKey({ host, repository, commit, rules, serving }: SnapshotKey): Key {
  return ["r", host, repository, "a", commit, rules, serving];
}

/** Above the contents of all accounts. */
export const ACCOUNT_CONTENTS_KEY: Key = ["lb"];

/** What the keys of a root's contents start with. */
export function rootKey(root: ContentRoot): Key {
  return root.kind === "repository" ? repositoryKey(root.host, root.repository) : ["lb", root.account];
}

/** `root` is a root's key here and below. */
export function packsKey(root: Key): Key {
  return [...root, "p"];
}

export function packKey(root: Key, pack: string): Key {
  return [...root, "p", pack];
}

export function locationsKey(root: Key): Key {
  return [...root, "l"];
}

export function locationKey(root: Key, content: ContentId): Key {
  return [...root, "l", content];
}

export function chunksKey(root: Key, part: string): Key {
  return [...root, "d", part];
}

export function chunkKey(root: Key, part: string, number: number): Key {
  return [...root, "d", part, number];
}

export function orphansKey(root: Key): Key {
  return [...root, "x"];
}

export function orphanKey(root: Key, part: string): Key {
  return [...root, "x", part];
}

export function removalsKey(root: Key): Key {
  return [...root, "g"];
}

export function publicationsKey(root: Key): Key {
  return [...root, "v"];
}

/** Above every row of one kind. */
export function rowsKey(root: Key, kind: "s" | "t" | "f" | "c" | "a"): Key {
  return [...root, kind];
}

/** The commit that a row is about which has one behind its kind. */
export function commitIn(key: Key): unknown {
  return key[4];
}

/** Which snapshot of its repository a row of one is about: commit, rules and serving mode. */
export function snapshotIn(key: Key): string {
  return key.slice(4).join("\0");
}

export function refKey(host: HostKey, repository: RepositoryId, ref: string): Key {
  return ["r", host, repository, "f", ref];
}

export function resolvedKey(host: HostKey, repository: RepositoryId, commit: CommitHash): Key {
  return ["r", host, repository, "c", commit];
}

export const UNFINISHED_KEY: Key = ["u"];

/** `due` in milliseconds since the epoch. */
export function unfinishedKey(due: number, { host, repository, commit, rules, serving }: SnapshotKey): Key {
  return ["u", due, host, repository, commit, rules, serving];
}

export const STORED_BYTES_KEY: Key = ["b"];

export const COLLECTION_KEY: Key = ["h"];

export function nameKey(host: HostKey, name: string): Key {
  return ["n", host, name];
}

export const INVALIDATIONS_KEY: Key = ["i"];

export const TRUST_KEY: Key = ["o"];

export const TRUST_VERSION_KEY: Key = ["ov"];

export function trustKey(host: HostKey, repository: RepositoryId): Key {
  return ["o", host, repository];
}

/** Without a day, above all of them. */
export function usageKey(host: HostKey, repository: RepositoryId, ...day: readonly string[]): Key {
  return ["w", host, repository, ...day];
}
