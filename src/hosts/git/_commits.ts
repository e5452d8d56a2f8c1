import { LRUCache } from "lru-cache";
import type { BlobHash, CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Blob } from "../../../contracts/git_host.ts";
import { createCommitFetcher, type FetchedCommit, unknownFiles } from "./_commit_fetcher.ts";
import type { Connect, Connection, GitRemote } from "./transport/connection.ts";
import { readFetchReply } from "./transport/fetch_reply.ts";
import { fetchRequest } from "./transport/fetch_request.ts";
import type { FileSize } from "./_file_size.ts";
import { GitFailure } from "./git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { createPace } from "./pace.ts";
import { readFirstEntry } from "./pack/pack_header.ts";
import type { Pack } from "./pack/pack_reader.ts";
import { servableObjects } from "./tree/servable.ts";
import { readSizes } from "./_sizes.ts";

/** The content of commits. All throw `GitFailure`. */
export interface Commits {
  /** `known` lists files whose sizes need not be asked for, and whose bytes are not wanted. */
  tree(remote: GitRemote, commit: CommitHash, options: TreeOptions): Promise<TreeListing>;
  /** Blobs by hash, those that the host does not have left out. */
  blobs(
    remote: GitRemote,
    commit: CommitHash,
    hashes: Iterable<BlobHash>,
    signal: AbortSignal,
  ): AsyncGenerator<Blob>;
  /** Whether the host has a commit of that hash, by its word alone: `tree()` checks it. */
  isCommit(remote: GitRemote, hash: string): Promise<boolean>;
}

export interface TreeOptions {
  readonly maxEntries: number;
  readonly known: TreeListing | null;
  readonly signal: AbortSignal;
}

/** A host that lacks one blob refuses all that are asked for with it, so that they are asked for in parts. */
const MAX_BLOB_REQUESTS = 16;

export function createCommits(
  connect: Connect,
  { clock, limits, withheldBytes }: {
    readonly clock: Clock;
    readonly limits: GitLimits;
    /** Blobs of at least so many bytes need not be sent with a commit. */
    readonly withheldBytes: number;
  },
): Commits {
  const fetcher = createCommitFetcher(limits, withheldBytes);
  // Its files are asked for as soon as a commit was listed, and came with it.
  const kept = new LRUCache<string, Pack>({
    maxSize: limits.keptBytes,
    sizeCalculation: (pack) => pack.heldBytes,
  });

  function keep(key: string, pack: Pack): void {
    kept.set(key, pack);
    void clock.sleep(limits.keptMs).then(() => {
      if (kept.peek(key) === pack) kept.delete(key);
    });
  }

  /** The blobs of one request, or of several where the host refuses some or one pack does not hold all. */
  async function* askForBlobs(
    connection: Connection,
    hashes: readonly BlobHash[],
    signal: AbortSignal,
  ): AsyncGenerator<Blob> {
    const parts = [hashes];
    for (let asked = 0; parts.length > 0 && asked < MAX_BLOB_REQUESTS; asked++) {
      const part = parts.shift() ?? [];
      try {
        using pack = await fetcher.blobs(connection, part, signal);
        yield* blobsOf(pack, part);
        const rest = part.filter((hash) => !pack.get(hash)?.held);
        if (rest.length > 0 && rest.length < part.length) parts.push(rest);
      } catch (error) {
        if (!(error instanceof GitFailure) || error.failure.reason !== "not_found") throw error;
        const half = Math.ceil(part.length / 2);
        if (part.length > 1) parts.push(part.slice(0, half), part.slice(half));
      }
    }
  }

  /** Of files that did not come along and may be served; those that are asked for first are told first. */
  async function sizesOfAbsent(
    connection: Connection,
    { listed, sizes, blobs, servable }: FetchedCommit,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    if (listed.truncated) return new Map();
    const isTold = (hash: string) => blobs?.get(hash) !== undefined || sizes.has(hash);
    const absent = await unknownFiles(listed, (hash) => isTold(hash) || servable?.has(hash) === false);
    if (absent.length === 0) return new Map();
    // Nobody is told the size of a file that is not served.
    const { hashes } = servable === null ? await servableObjects(listed) : { hashes: servable };
    const [first, last] = [
      absent.filter((hash) => hashes.has(hash)),
      absent.filter((hash) => !hashes.has(hash)),
    ];
    return await readSizes(connection, [...first, ...last], limits, signal);
  }

  return {
    async tree(remote, commit, { maxEntries, known, signal }) {
      const connection = await connect(remote, signal);
      const request = { connection, commit, maxEntries, signal };
      const changes = known === null ? null : await fetcher.changes(request, known);
      const fetched = changes ?? await fetcher.whole(request);
      const { listed, sizes, blobs, servable } = fetched;
      const told = await sizesOfAbsent(connection, fetched, signal);
      if (blobs !== null && !listed.truncated) keep(`${remote.id} ${commit}`, blobs);

      function sizeOf(hash: string): FileSize {
        const size = blobs?.get(hash)?.size ?? told.get(hash);
        if (size !== undefined) return { size };
        // What may be served was withheld for its length alone.
        return sizes.get(hash) ?? { size: servable?.has(hash) === false ? 0 : withheldBytes, least: true };
      }
      const pace = createPace();
      const entries: TreeEntry[] = [];
      for (const entry of listed.entries) {
        await pace(0);
        entries.push({ ...entry, ...(entry.mode === "submodule" ? { size: null } : sizeOf(entry.hash)) });
      }
      return { entries, truncated: listed.truncated };
    },

    async *blobs(remote, commit, hashes, signal) {
      const pack = kept.get(`${remote.id} ${commit}`);
      const wanted = [...new Set(hashes)];
      if (pack !== undefined) yield* blobsOf(pack, wanted);
      const absent = pack === undefined ? wanted : wanted.filter((hash) => !pack.get(hash)?.held);
      if (absent.length > 0) yield* askForBlobs(await connect(remote, signal), absent, signal);
    },

    async isCommit(remote, hash) {
      const { capabilities, request } = await connect(remote);
      const body = fetchRequest(capabilities, { wants: [hash], depth: 1, filter: "tree:0", done: true });
      return await request("kind", body, async (packets) => {
        const { pack } = await readFetchReply(packets);
        return pack !== null && (await readFirstEntry(pack))?.type === "commit";
      });
    },
  };
}

async function* blobsOf(pack: Pack, hashes: readonly BlobHash[]): AsyncGenerator<Blob> {
  for (const hash of hashes) {
    const object = pack.get(hash);
    if (object?.type === "blob" && object.held) yield { hash, bytes: await pack.read(hash) };
  }
}
