import type { BlobHash } from "../../contracts/addresses.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { Blob, ContentStore, GitHost, IndexTask } from "../../contracts/ports.ts";
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

/** The bytes of one commit: from the store when they are there, else from the host and then stored. */
export interface CommitBytes {
  /** Every blob once, in any order. All are stored when the iteration ends. */
  blobs(wanted: Iterable<WantedBlob>): AsyncGenerator<Blob>;
  /** As `blobs`, for those that the store is known not to have. */
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
): CommitBytes {
  const { repository } = task;
  const stored = new Set<BlobHash>();
  const kept = new Map<ContentId, Uint8Array>();
  let keptBytes = 0;
  let fetched = 0;

  function keep({ hash, bytes }: Blob): void {
    const id = contentIdOf(hash);
    stored.add(hash);
    if (kept.has(id) || keptBytes + bytes.byteLength > KEPT_BYTES) return;
    kept.set(id, bytes);
    keptBytes += bytes.byteLength;
  }

  async function* fetch(wanted: Iterable<WantedBlob>): AsyncGenerator<Blob> {
    const writer = createContentWriter(contents, repository);
    try {
      for (const batch of batches(distinct(wanted))) {
        const missing = new Set(batch.map(({ hash }) => hash));
        for await (const reply of host.blobs(repository, task.key.commit, batch, signal)) {
          await turn();
          if (!reply.ok) throw hostFailure(reply.error);
          const blob = reply.value;
          if (!missing.delete(blob.hash)) continue;
          await writer.add(contentIdOf(blob.hash), blob.bytes);
          keep(blob);
          fetched++;
          yield blob;
        }
        signal.throwIfAborted();
        // A host leaves out what it no longer has, such as an edited file of a working tree.
        if (missing.size > 0) throw new IndexingFailure("content_changed");
      }
    } finally {
      // What arrived before a failure need not be fetched again.
      await writer.flush();
    }
  }

  async function read(id: ContentId): Promise<Uint8Array | null> {
    signal.throwIfAborted();
    return kept.get(id) ?? await contents.read(repository.host, repository.id, id);
  }

  return {
    async *blobs(wanted) {
      const blobs = distinct(wanted);
      const ids = blobs.map(({ hash }) => contentIdOf(hash));
      const found = await contents.stored(repository.host, repository.id, ids);
      const missing: WantedBlob[] = [];
      for (const blob of blobs) {
        const id = contentIdOf(blob.hash);
        const bytes = found.has(id) ? await read(id) : null;
        if (bytes === null) {
          missing.push(blob);
          continue;
        }
        await turn();
        keep({ hash: blob.hash, bytes });
        yield { hash: blob.hash, bytes };
      }
      yield* fetch(missing);
    },
    fetch,
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
