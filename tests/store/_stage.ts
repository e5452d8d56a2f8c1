import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type fc from "fast-check";
import type { BlobHash, CommitHash, HostKey, RepoPath } from "../../contracts/addresses.ts";
import type { Catalog, ContentId, FileFacts, ServedFile, TreeListing } from "../../contracts/domain.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import type { SearchReader } from "../../contracts/search_index.ts";
import type { SnapshotContents } from "../../contracts/snapshots.ts";
import type { KvDeps } from "../../src/store/kv.ts";
import { aroundCommits, type KvFile } from "../support/kv.ts";
import { openStore, type Store, type StoreDeps } from "../../src/store/mod.ts";
import type { CatalogView } from "../../contracts/catalog_view.ts";
import { wholeCatalogView } from "../../src/reading/mod.ts";
import { everythingOf } from "../support/catalogs/everything_of.ts";

export const HOST = "gh" as HostKey;
export const REPOSITORY = "123" as RepositoryId;
export const ROOT = ["r", HOST, REPOSITORY];

let made = 0;
/** Unique in the process, so that stores on one database do not meet by accident. */
export const newId = () => `id-${++made}`;

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Time stands still until it is moved, and waiting for another try takes none. */
export function manualClock(sleep: Clock["sleep"] = () => Promise.resolve()): ManualClock {
  let now = 1_000_000;
  return { now: () => now, sleep, advance: (ms) => void (now += ms) };
}

/** The locks of two processes on one file are real, and so must be the pauses between tries. */
const realSleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What parts of the store are built on. */
export function kvDeps(kv: StoreDeps["kv"]): KvDeps {
  return { kv, clock: manualClock(), newId, log: () => {} };
}

export interface Stage {
  readonly store: Store;
  readonly clock: ManualClock;
  /** Events of the log, with the part they are about. */
  readonly events: string[];
}

export function stage(kv: StoreDeps["kv"], deps: Partial<StoreDeps & { clock: ManualClock }> = {}): Stage {
  const clock = deps.clock ?? manualClock();
  const events: string[] = [];
  const store = openStore({
    kv,
    newId,
    log: (_level, event, fields) => void events.push(`${event} ${fields?.part ?? ""}`.trim()),
    openIndex: (bytes) => Promise.resolve(fakeReader(bytes)),
    cacheBytes: 64 * 1024 * 1024,
    ...deps,
    clock,
  });
  return { store, clock, events };
}

/** A store that shares the file, and nothing else, with those of other processes. */
export async function processOn(file: KvFile): Promise<Stage> {
  return stage(await file.open(), { clock: manualClock(realSleep) });
}

/** An opened "index" that finds its own bytes, so that a test sees which bytes were opened. */
function fakeReader(bytes: Uint8Array): SearchReader | null {
  if (bytes[0] === 0) return null;
  const text = new TextDecoder().decode(bytes);
  return { search: () => ({ hits: [], total: 0 }), excerpt: () => text, bytes: bytes.byteLength };
}

export function commitOf(digit: string): CommitHash {
  return digit.repeat(40) as CommitHash;
}

export function taskOf(digit: string, repository: RepositoryId = REPOSITORY, rules = "r1"): IndexTask {
  return {
    key: { host: HOST, repository, commit: commitOf(digit), rules, serving: "licensed" },
    repository: {
      host: HOST,
      id: repository,
      owner: "acme",
      name: "skills",
      description: null,
      visibility: "public",
      defaultBranch: "main",
      picture: null,
    },
  };
}

export function contentId(text: string): ContentId {
  return text as ContentId;
}

/** Bytes that no codec makes smaller, the same for the same seed. */
export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** Compares without printing megabytes when they differ. */
export function assertBytes(actual: Uint8Array | null, expected: Uint8Array): void {
  assert(actual !== null, "nothing was read");
  assert(Buffer.compare(actual, expected) === 0, "other bytes were read");
}

export function catalogOf(commit: CommitHash, files = 3): Catalog {
  return {
    commit,
    manifests: [],
    skills: [],
    files: Array.from({ length: files }, (_, index) => `docs/page-${index}.md`).sort().map(servedFile),
    folders: [],
    describedOnly: [],
    emptyDirectories: ["empty" as RepoPath],
    licence: null,
    diagnostics: [],
    partial: [],
    counts: { skills: 0, documents: files, files, invalidSkills: 0 },
  };
}

function servedFile(path: string): ServedFile {
  return {
    path: path as RepoPath,
    content: contentId(path),
    size: 10,
    kind: "document",
    stored: true,
    characters: 10,
    skill: null,
    title: "漢字 und mehr",
    summary: null,
    searched: true,
    lfsPointer: false,
    sha256: "a".repeat(64),
  };
}

export function factsOf(characters: number): FileFacts {
  return {
    role: "other",
    characters,
    sha256: "b".repeat(64),
    lfsPointer: false,
    licence: null,
    markdown: null,
    skill: null,
    manifest: null,
    problems: [],
  };
}

export function contentsOf(task: IndexTask, search = "an index"): SnapshotContents {
  return {
    catalog: catalogOf(task.key.commit),
    search: new TextEncoder().encode(search),
    facts: new Map([["other:a", factsOf(1)], ["other:b", factsOf(2)]]),
    digests: new Map([[contentId("document:1"), "c".repeat(64)]]),
  };
}

/** Four parts' worth of chunks: catalog, search index and facts that each need several. */
export function largeContentsOf(task: IndexTask): SnapshotContents {
  const facts = Array.from({ length: 4000 }, (_, index): [string, FileFacts] => [
    `other:${index}-${noise(16, index).toHex()}`,
    factsOf(index),
  ]);
  return {
    catalog: catalogOf(task.key.commit, 2500),
    search: noise(900_000),
    facts: new Map(facts),
    digests: new Map([[contentId("document:1"), "c".repeat(64)]]),
  };
}

export function treeOf(entries: number): TreeListing {
  return {
    truncated: false,
    entries: Array.from({ length: entries }, (_, index) => ({
      path: `docs/page ${index}.md`,
      mode: "file",
      hash: noise(20, index).toHex() as BlobHash,
      size: index,
    })),
  };
}

/** Makes a snapshot ready the way an indexer does. */
export async function publishSnapshot(
  store: Store,
  task: IndexTask,
  contents: SnapshotContents = contentsOf(task),
): Promise<void> {
  await store.snapshots.create(task);
  const work = await store.snapshots.claim(task, "publisher", 30_000);
  if (work === null || !await store.snapshots.publish(work, contents)) {
    throw new Error(`Cannot publish snapshot of commit "${task.key.commit}": it could not be claimed`);
  }
}

/** The same KV, whose reads and commits happen in the order that the scheduler picks. */
export function scheduled(kv: Deno.Kv, scheduler: fc.Scheduler): StoreDeps["kv"] {
  const turn = () => scheduler.schedule(Promise.resolve());
  const inner = aroundCommits(kv, async (commit) => {
    await turn();
    return await commit();
  });
  return {
    ...inner,
    async get<Value>(...[key, options]: Parameters<Deno.Kv["get"]>) {
      await turn();
      return await kv.get<Value>(key, options);
    },
    getMany: (async (...asked: Parameters<Deno.Kv["getMany"]>) => {
      await turn();
      return await kv.getMany(...asked);
    }) as Deno.Kv["getMany"],
    // Each entry comes in a batch of its own: a long list is not one snapshot of the database either.
    list: (async function* (selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
      await turn();
      for await (const entry of kv.list(selector, { ...options, batchSize: 1 })) {
        yield entry;
        await turn();
      }
    }) as unknown as Deno.Kv["list"],
  };
}

/** All that is stored of a snapshot's catalog, and what it should be. */
export async function assertCatalog(view: CatalogView | null, expected: Catalog): Promise<void> {
  assert(view !== null, "there is no catalog");
  assert.deepEqual(await everythingOf(view), await everythingOf(wholeCatalogView(expected)));
}
