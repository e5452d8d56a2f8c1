import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import { readCommit } from "./_commit_object.ts";
import type { Connection } from "./_connection.ts";
import { readFetchReply } from "./_fetch_reply.ts";
import { fetchRequest, type Wanted } from "./_fetch_request.ts";
import { broken, GitFailure, notFound, tooLarge } from "./_git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { type ListedTree, listTree } from "./_list_tree.ts";
import { createPace } from "./_pace.ts";
import { type Pack, receivePack } from "./_pack_reader.ts";

/** A commit that was listed, and what is known of its files. */
export interface FetchedCommit {
  readonly listed: ListedTree;
  /** Of files that were not fetched. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Files that came along. */
  readonly blobs: Pack | null;
}

/** Fetches commits without their history. All throw `GitFailure`. */
export interface CommitFetcher {
  /** A commit with all its files but the large ones. */
  whole(connection: Connection, commit: CommitHash, maxEntries: number): Promise<FetchedCommit>;
  /**
   * A commit's directories, then by their hashes the files that are not known: no negotiation, so that
   * a commit before or beside the known one costs the same. Null where fetching the whole is better.
   */
  changes(
    connection: Connection,
    commit: CommitHash,
    maxEntries: number,
    known: TreeListing,
  ): Promise<FetchedCommit | null>;
  blobs(connection: Connection, hashes: readonly string[], signal: AbortSignal): Promise<Pack>;
}

/** With more new files than this, or than half of all, a commit is fetched as a whole. */
const MAX_NEW_FILES = 2000;

export function createCommitFetcher(limits: GitLimits, withheldBytes: number): CommitFetcher {
  async function fetchPack(
    { capabilities, request }: Connection,
    kind: "commit" | "blobs",
    wanted: Wanted,
    signal?: AbortSignal,
    packLimits = limits,
  ): Promise<Pack> {
    return await request(kind, fetchRequest(capabilities, wanted), async (packets, pace) => {
      const { pack } = await readFetchReply(packets);
      if (pack === null) throw broken("holds no pack");
      return await receivePack(pack, packLimits, pace);
    }, signal);
  }

  async function listCommit(pack: Pack, commit: CommitHash, maxEntries: number): Promise<ListedTree> {
    if (pack.get(commit)?.type !== "commit") throw notFound();
    const readTree = async (hash: string) => {
      if (pack.get(hash)?.type !== "tree") throw tooLarge("lacks a directory that the host could not send");
      return await pack.read(hash);
    };
    const { tree } = readCommit(await pack.read(commit));
    return await listTree(readTree, tree, { maxEntries, maxDepth: limits.treeDepth, pace: createPace() });
  }

  return {
    async whole(connection, commit, maxEntries) {
      const filter = `blob:limit=${withheldBytes}`;
      const pack = await fetchPack(connection, "commit", { wants: [commit], depth: 1, filter, done: true });
      return { listed: await listCommit(pack, commit, maxEntries), sizes: new Map(), blobs: pack };
    },

    async changes(connection, commit, maxEntries, known) {
      const sizes = sizesOf(known);
      if (sizes.size === 0 || !connection.capabilities.filter) return null;
      const trees = await fetchPack(connection, "commit", {
        wants: [commit],
        depth: 1,
        filter: "blob:none",
        done: true,
      });
      const listed = await listCommit(trees, commit, maxEntries);
      const wants = await unknownFiles(listed, (hash) => sizes.has(hash));
      if (listed.truncated || wants.length === 0) return { listed, sizes, blobs: null };
      if (wants.length > Math.min(MAX_NEW_FILES, listed.entries.length / 2)) return null;
      try {
        const bounded = { ...limits, packBytes: Math.min(limits.packBytes, limits.newBytes) };
        const blobs = await fetchPack(connection, "blobs", { wants, done: true }, undefined, bounded);
        return { listed, sizes, blobs };
      } catch (error) {
        // A file too large to come along, or a host that gives nothing by hash.
        if (error instanceof GitFailure && error.failure.reason !== "unavailable") return null;
        throw error;
      }
    },

    blobs: (connection, wants, signal) => fetchPack(connection, "blobs", { wants, done: true }, signal),
  };
}

/** The files and links of a listing that are not known, each once by its hash. */
export async function unknownFiles(
  { entries }: ListedTree,
  isKnown: (hash: string) => boolean,
): Promise<string[]> {
  const pace = createPace();
  const unknown = new Set<string>();
  for (const { mode, hash } of entries) {
    await pace(0);
    if (mode !== "submodule" && !isKnown(hash)) unknown.add(hash);
  }
  return [...unknown];
}

function sizesOf(known: TreeListing): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { hash, size } of known.entries) {
    if (size !== null) sizes.set(hash, size);
  }
  return sizes;
}
