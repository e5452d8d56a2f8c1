import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { FileSize } from "./_file_size.ts";
import { readCommit } from "./tree/commit_object.ts";
import type { Connection } from "./transport/connection.ts";
import { readFetchReply } from "./transport/fetch_reply.ts";
import { fetchRequest, type Wanted } from "./transport/fetch_request.ts";
import { broken, isRefusal, notFound, tooLarge } from "./git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { type ListedTree, listTree } from "./tree/list_tree.ts";
import { createPace } from "./pace.ts";
import { type Extent, type Pack, receivePack } from "./pack/pack_reader.ts";
import { servableObjects } from "./tree/servable.ts";

/** By hash. */
export type Sizes = ReadonlyMap<string, FileSize>;

/** A commit that was listed, and what is known of its files. */
export interface FetchedCommit {
  readonly listed: ListedTree;
  /** Of files that were not fetched. */
  readonly sizes: Sizes;
  /** Files that came along. */
  readonly blobs: Pack | null;
  /** The only files of a large commit that are of any use, by hash; null where all were fetched. */
  readonly servable: ReadonlySet<string> | null;
}

/** A commit to be fetched. */
export interface CommitRequest {
  readonly connection: Connection;
  readonly commit: CommitHash;
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

/** Fetches commits without their history. All throw `GitFailure`. */
export interface CommitFetcher {
  /** A commit with all its files but the large ones; of a commit that is too much, those that may be served. */
  whole(request: CommitRequest): Promise<FetchedCommit>;
  /**
   * A commit's directories, then by their hashes the files that are not known: no negotiation, so that
   * a commit before or beside the known one costs the same. Null where fetching the whole is better.
   */
  changes(request: CommitRequest, known: TreeListing): Promise<FetchedCommit | null>;
  blobs(connection: Connection, hashes: readonly string[], signal: AbortSignal): Promise<Pack>;
}

/** With more new files than this, or than half of all, a commit is fetched as a whole. */
const MAX_NEW_FILES = 2000;

export function createCommitFetcher(limits: GitLimits, withheldBytes: number): CommitFetcher {
  const filter = `blob:limit=${withheldBytes}`;

  async function fetchPack(
    { capabilities, request }: Connection,
    kind: "commit" | "blobs",
    wanted: Omit<Wanted, "done">,
    { signal, extent, packLimits = limits }: {
      readonly signal: AbortSignal;
      readonly extent: Extent;
      readonly packLimits?: GitLimits;
    },
  ): Promise<Pack> {
    return await request(
      kind,
      fetchRequest(capabilities, { ...wanted, done: true }),
      async (packets, pace) => {
        const { pack } = await readFetchReply(packets);
        if (pack === null) throw broken("holds no pack");
        return await receivePack(pack, packLimits, pace, extent);
      },
      signal,
    );
  }

  /** Null where not all of its directories are there. */
  async function listCommit(pack: Pack, { commit, maxEntries }: CommitRequest): Promise<ListedTree | null> {
    const object = pack.get(commit);
    if (object?.type !== "commit") {
      if (pack.whole) throw notFound();
      return null;
    }
    const readTree = async (hash: string) => {
      const directory = pack.get(hash);
      return directory?.type === "tree" && directory.held ? await pack.read(hash) : null;
    };
    const { tree } = readCommit(await pack.read(commit));
    return await listTree(readTree, tree, { maxEntries, maxDepth: limits.treeDepth, pace: createPace() });
  }

  async function listWhole(pack: Pack, request: CommitRequest): Promise<ListedTree> {
    const listed = await listCommit(pack, request);
    if (listed === null) throw tooLarge("lacks a directory that the host could not send");
    return listed;
  }

  async function listDirectories(request: CommitRequest): Promise<ListedTree> {
    const { connection, commit, signal } = request;
    const wanted = { wants: [commit], depth: 1, filter: "blob:none" };
    using pack = await fetchPack(connection, "commit", wanted, { signal, extent: "start" });
    return await listWhole(pack, request);
  }

  /** The sizes of files of which a pack holds a delta and not the base; their bytes are asked for when they are needed. */
  async function sizesOfUnresolved(
    pack: Pack | null,
    listed: ListedTree,
    servable: ReadonlySet<string> | null,
    { connection, signal }: CommitRequest,
  ): Promise<Sizes> {
    // A host that tells sizes is asked for those of all files that are missing.
    if (connection.capabilities.objectInfo) return new Map();
    const known = (hash: string) => pack?.get(hash) !== undefined || servable?.has(hash) === false;
    const wants = pack === null || pack.unresolved === 0 ? [] : await unknownFiles(listed, known);
    if (wants.length === 0) return new Map();
    const packLimits = { ...limits, heldBytes: limits.heldBytes / 4 };
    const options = { signal, extent: "start", packLimits } as const;
    using rest = await unlessRefused(fetchPack(connection, "blobs", { wants }, options));
    return rest === null ? new Map() : await sizesIn(rest, listed);
  }

  /** What is known of a commit by as much of it as was read; its directories may all be there already. */
  async function begin(begun: Pack, request: CommitRequest) {
    using pack = begun;
    const listed = await listCommit(pack, request) ?? await listDirectories(request);
    return { listed, sizes: await sizesIn(pack, listed) };
  }

  async function inParts(begun: Pack, request: CommitRequest): Promise<FetchedCommit> {
    const { listed, sizes } = await begin(begun, request);
    if (listed.truncated) return { listed, sizes, blobs: null, servable: null };
    const { hashes, wants } = await servableObjects(listed);
    if (wants.length === 0) return { listed, sizes, blobs: null, servable: hashes };
    const options = { signal: request.signal, extent: "all" } as const;
    const wanted = fetchPack(request.connection, "blobs", { wants, filter }, options);
    const blobs = await unlessRefused(wanted);
    if (blobs === null) return await read(request, "all");
    const unresolved = await sizesOfUnresolved(blobs, listed, hashes, request);
    return { listed, sizes: new Map([...sizes, ...unresolved]), blobs, servable: hashes };
  }

  async function read(request: CommitRequest, extent: Extent): Promise<FetchedCommit> {
    const { connection, commit, signal } = request;
    const wanted = { wants: [commit], depth: 1, filter };
    const pack = await fetchPack(connection, "commit", wanted, { signal, extent });
    if (!pack.whole) return await inParts(pack, request);
    const listed = await listWhole(pack, request);
    const sizes = listed.truncated ? new Map() : await sizesOfUnresolved(pack, listed, null, request);
    return { listed, sizes, blobs: pack, servable: null };
  }

  return {
    // What a host that cannot filter sends has to be sat through.
    whole: (request) => read(request, request.connection.capabilities.filter ? "start" : "all"),

    async changes(request, known) {
      const { sizes, isComplete } = sizesOf(known, withheldBytes);
      const { connection, signal } = request;
      if (sizes.size === 0 || !connection.capabilities.filter) return null;
      const listed = await listDirectories(request);
      const servable = isComplete ? null : (await servableObjects(listed)).hashes;
      const wants = await unknownFiles(listed, (hash) => sizes.has(hash) || servable?.has(hash) === false);
      if (listed.truncated || wants.length === 0) return { listed, sizes, blobs: null, servable };
      if (wants.length > Math.min(MAX_NEW_FILES, listed.entries.length / 2)) return null;
      const packLimits = { ...limits, packBytes: Math.min(limits.packBytes, limits.newBytes) };
      const options = { signal, extent: "start", packLimits } as const;
      const blobs = await unlessRefused(fetchPack(connection, "blobs", { wants }, options));
      return blobs?.whole ? { listed, sizes, blobs, servable } : null;
    },

    blobs: (connection, wants, signal) =>
      fetchPack(connection, "blobs", { wants }, { signal, extent: "all" }),
  };
}

/** Null where the host gives nothing by hash, or a file is too large to come along. */
async function unlessRefused(asked: Promise<Pack>): Promise<Pack | null> {
  try {
    return await asked;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
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

async function sizesIn(pack: Pack, { entries }: ListedTree): Promise<Sizes> {
  const pace = createPace();
  const sizes = new Map<string, FileSize>();
  for (const { hash } of entries) {
    await pace(0);
    const size = pack.get(hash)?.size;
    if (size !== undefined) sizes.set(hash, { size });
  }
  return sizes;
}

/** `isComplete`: no size was left out for a commit being large. */
function sizesOf(
  known: TreeListing,
  withheldBytes: number,
): { readonly sizes: Sizes; readonly isComplete: boolean } {
  const sizes = new Map<string, FileSize>();
  let isComplete = true;
  for (const { hash, size, least } of known.entries) {
    if (size === null) continue;
    if (least && size < withheldBytes) isComplete = false;
    else sizes.set(hash, least ? { size, least } : { size });
  }
  return { sizes, isComplete };
}
