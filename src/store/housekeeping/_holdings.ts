import type { Holdings, RepositoryKey, StoredEntry, StoredRef } from "../../../contracts/housekeeping.ts";
import {
  SNAPSHOT_KEY,
  SNAPSHOT_READ,
  STORED_RESOLUTION,
  STORED_SNAPSHOT,
} from "../../../contracts/records.ts";
import type { Kv } from "../kv.ts";
import { REPOSITORIES_KEY, repositoryKey, rowsKey, snapshotIn } from "../keys.ts";

const BATCH = { batchSize: 500 };

/** Every repository, found by jumping from the first key of one to the first of the next. */
export async function* repositoriesIn(
  kv: Kv,
  after: RepositoryKey | null = null,
): AsyncGenerator<RepositoryKey> {
  for (let last = after;;) {
    const next = await firstAfter(kv, last);
    if (next === null) return;
    last = next;
    yield next;
  }
}

async function firstAfter(kv: Kv, last: RepositoryKey | null): Promise<RepositoryKey | null> {
  // Booleans come after all other parts of a key, and no row ends in one.
  const start = last === null ? {} : { start: [...repositoryKey(last.host, last.repository), true] };
  const entries = kv.list({ prefix: REPOSITORIES_KEY, ...start }, { limit: 1 });
  for await (const { key: [, host, repository] } of entries) {
    return SNAPSHOT_KEY.pick({ host: true, repository: true }).parse({ host, repository });
  }
  return null;
}

export async function holdingsOf(kv: Kv, { host, repository }: RepositoryKey): Promise<Holdings> {
  const root = repositoryKey(host, repository);
  const reads = new Map<string, { readonly readAt: number | null; readonly versionstamp: string }>();
  for await (const { key, value, versionstamp } of kv.list({ prefix: rowsKey(root, "a") })) {
    const readAt = SNAPSHOT_READ.safeParse(value).data?.readAt ?? null;
    reads.set(snapshotIn(key), { readAt, versionstamp });
  }
  const snapshots: StoredEntry[] = [];
  for await (const { key, value, versionstamp } of kv.list({ prefix: rowsKey(root, "s") }, BATCH)) {
    const [, , , , commit, rules, serving] = key;
    const named = SNAPSHOT_KEY.safeParse({ host, repository, commit, rules, serving }).data;
    const stored = STORED_SNAPSHOT.safeParse(value).data;
    // A row that cannot be read is made again by whoever asks for the commit.
    if (named === undefined || stored === undefined) continue;
    const read = reads.get(snapshotIn(key));
    snapshots.push({
      key: named,
      repository: stored.repository,
      record: stored.record,
      readAt: read?.readAt ?? null,
      version: { row: versionstamp, read: read?.versionstamp ?? null },
    });
  }
  const refs: StoredRef[] = [];
  for await (const { key, value } of kv.list({ prefix: rowsKey(root, "f") }, BATCH)) {
    const stored = STORED_RESOLUTION.safeParse(value).data;
    if (stored !== undefined) refs.push({ ref: String(key.at(-1)), ...stored });
  }
  return { snapshots, refs };
}
