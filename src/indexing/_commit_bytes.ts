import type { BlobHash } from "../../contracts/addresses.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { IndexProgress } from "../../contracts/index_progress.ts";
import type { Blob, GitHost } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { type ContentStore, repositoryRoot } from "../../contracts/snapshots.ts";
import { contentIdOf } from "../format/mod.ts";
import { createContentWriter } from "./_content_writer.ts";
import { hostFailure, IndexingFailure } from "./_failure.ts";
import type { Turn } from "./_turns.ts";

/** One request to the host asks for at most this much. */
const FETCH_BYTES = 8 * 1024 * 1024;
const FETCH_BLOBS = 1000;

/** Bytes that are kept for what comes after, so that not everything is read back from the store. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A blob of the commit and where it lies. */
export interface WantedBlob {
  readonly hash: BlobHash;
  readonly path: string;
  readonly size: number;
}

/** Told how far the work is, often: it must cost next to nothing. */
export type Report = (progress: IndexProgress) => void;

/** The bytes of one commit: from the store when they are there, else from the host and then stored. */
export interface CommitBytes {
  /**
   * Every blob once, in any order. `stored`: all are stored when the iteration ends. `unstored`: those
   * that come from the host are not, because it is not known yet whether they may be served.
   */
  blobs(wanted: Iterable<WantedBlob>, keeping: "stored" | "unstored"): AsyncGenerator<Blob>;
  /** As `blobs`, stored, for those that the store is known not to have. */
  fetch(wanted: Iterable<WantedBlob>): AsyncGenerator<Blob>;
  /** Whether this run has seen the blob stored. */
  has(hash: BlobHash): boolean;
  /** Bytes that are stored already. */
  read(id: ContentId): Promise<Uint8Array>;
  /** How many blobs came from the host. */
  readonly fetched: number;
}

export function createCommitBytes(
  contents: ContentStore,
  host: GitHost,
  task: IndexTask,
  signal: AbortSignal,
  turn: Turn,
  report: Report,
): CommitBytes {
  const { repository } = task;
  const root = repositoryRoot(repository.host, repository.id);
  const stored = new Set<BlobHash>();
  const kept = new Map<ContentId, Uint8Array>();
  let keptBytes = 0;
  let fetched = 0;
  let [done, total] = [0, 0];

  async function* reported(wanted: readonly WantedBlob[], blobs: AsyncIterable<Blob>): AsyncGenerator<Blob> {
    total += wanted.length;
    report({ stage: "fetching", done, total });
    for await (const blob of blobs) {
      yield blob;
      report({ stage: "fetching", done: ++done, total });
    }
  }

  function keep({ hash, bytes }: Blob): void {
    const id = contentIdOf(hash);
    if (kept.has(id) || keptBytes + bytes.byteLength > KEPT_BYTES) return;
    kept.set(id, bytes);
    keptBytes += bytes.byteLength;
  }

  /** The blobs as the host has them. */
  async function* ask(wanted: readonly WantedBlob[]): AsyncGenerator<Blob> {
    for (const batch of batches(wanted)) {
      const missing = new Set(batch.map(({ hash }) => hash));
      for await (const reply of host.blobs(repository, task.key.commit, batch, signal)) {
        await turn();
        if (!reply.ok) throw hostFailure(reply.error);
        if (!missing.delete(reply.value.hash)) continue;
        keep(reply.value);
        fetched++;
        yield reply.value;
      }
      signal.throwIfAborted();
      // A host leaves out what it no longer has, such as an edited file of a working tree.
      if (missing.size > 0) throw new IndexingFailure("content_changed");
    }
  }

  /** Those that were asked for before without being stored, then those of the host. */
  async function* gather(wanted: readonly WantedBlob[]): AsyncGenerator<Blob> {
    const absent: WantedBlob[] = [];
    for (const blob of wanted) {
      const bytes = kept.get(contentIdOf(blob.hash));
      if (bytes === undefined) absent.push(blob);
      else yield { hash: blob.hash, bytes };
    }
    yield* ask(absent);
  }

  async function* fetchAndStore(wanted: readonly WantedBlob[]): AsyncGenerator<Blob> {
    const writer = createContentWriter(contents, root);
    try {
      for await (const blob of gather(wanted)) {
        await writer.add(contentIdOf(blob.hash), blob.bytes);
        stored.add(blob.hash);
        yield blob;
      }
    } finally {
      // What arrived before a failure need not be fetched again.
      await writer.flush();
    }
  }

  async function read(id: ContentId): Promise<Uint8Array | null> {
    signal.throwIfAborted();
    return kept.get(id) ?? await contents.read(root, id);
  }

  async function* obtain(
    wanted: readonly WantedBlob[],
    keeping: "stored" | "unstored",
  ): AsyncGenerator<Blob> {
    const ids = wanted.map(({ hash }) => contentIdOf(hash));
    const found = await contents.stored(root, ids);
    const missing: WantedBlob[] = [];
    for (const blob of wanted) {
      const id = contentIdOf(blob.hash);
      const bytes = found.has(id) ? await read(id) : null;
      if (bytes === null) {
        missing.push(blob);
        continue;
      }
      await turn();
      keep({ hash: blob.hash, bytes });
      stored.add(blob.hash);
      yield { hash: blob.hash, bytes };
    }
    yield* keeping === "stored" ? fetchAndStore(missing) : gather(missing);
  }

  return {
    blobs(wanted, keeping) {
      const blobs = distinct(wanted);
      return reported(blobs, obtain(blobs, keeping));
    },
    fetch: (wanted) => {
      const blobs = distinct(wanted);
      return reported(blobs, fetchAndStore(blobs));
    },
    has: (hash) => stored.has(hash),
    async read(id) {
      const bytes = await read(id);
      // Found broken only now, and dropped: the next try fetches it again.
      if (bytes === null) throw new Error(`Cannot read content "${id}": stored and gone`);
      return bytes;
    },
    get fetched() {
      return fetched;
    },
  };
}

function distinct(blobs: Iterable<WantedBlob>): WantedBlob[] {
  return [...new Map(Array.from(blobs, (blob) => [blob.hash, blob])).values()];
}

function* batches(wanted: readonly WantedBlob[]): Generator<WantedBlob[]> {
  let batch: WantedBlob[] = [];
  let bytes = 0;
  for (const blob of wanted) {
    if (batch.length > 0 && (batch.length >= FETCH_BLOBS || bytes + blob.size > FETCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(blob);
    bytes += blob.size;
  }
  if (batch.length > 0) yield batch;
}
