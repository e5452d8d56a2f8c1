import { createHash } from "node:crypto";
import type { HostRules, HostTable } from "../../contracts/addresses.ts";
import type { Catalog, ContentId, FileFacts } from "../../contracts/domain.ts";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../../contracts/limits.ts";
import type { Permit } from "../../contracts/auth/permission.ts";
import type { PublicRepository, RepositoryId } from "../../contracts/git_host.ts";
import type { IndexState } from "../../contracts/indexing.ts";
import type { Mount, ServingMode } from "../../contracts/mounts.ts";
import type { SnapshotReader } from "../../contracts/snapshots.ts";
import {
  assembleDocument,
  contentIdOf,
  decodeText,
  finishCatalog,
  gitBlobHash,
  inspectFile,
  parseAddress,
  parseCommitHash,
  readingRules,
  readRepository,
  type RepositoryReading,
} from "../../src/format/mod.ts";
import {
  openSnapshot,
  type OpenSnapshotDeps,
  type Snapshot,
  wholeCatalogView,
} from "../../src/reading/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";

/** A commit's files by their path from the repository root. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface CommitOptions {
  readonly limits?: Partial<ReadingLimits>;
  /** `full` unless said otherwise. */
  readonly serving?: ServingMode;
}

/** A mount of what everyone may see. */
export type PublicMount = Extract<Mount, { readonly permit: null }>;

export interface MountOptions {
  /** `/gh/acme/library` unless said otherwise; a directory behind it mounts that directory. */
  readonly address?: string;
  readonly verified?: boolean;
  /** The git host's description of the repository. */
  readonly description?: string | null;
  /** Null: the host has no place for raw bytes. */
  readonly rawBase?: string | null;
  /** Null unless said otherwise: the host has no place where a person sees a file. */
  readonly webBase?: string | null;
}

const TEST_COMMIT = "0123456789abcdef0123456789abcdef01234567";

const GITHUB: HostRules = {
  ignoresCase: true,
  nestedOwners: false,
  owner: /^[a-z0-9-]{1,39}$/,
  repo: /^[a-z0-9._-]{1,100}$/,
};

export const TEST_HOSTS: HostTable = new Map([["gh", GITHUB]]);

/** A ready snapshot of a commit that holds exactly `files`, read by the real format and search. */
export async function snapshotOf(
  files: Files,
  options: CommitOptions & MountOptions = {},
): Promise<Snapshot> {
  const reader = await readerOf(files, options);
  const opened = await openSnapshot(sourcesOf(reader), mountOf(options), 0);
  if (!opened.ok) throw new Error(`Cannot open the snapshot: ${opened.error.code}`);
  return opened.value;
}

/** What `openSnapshot()` needs, where indexing is always in `state`. */
export function sourcesOf(reader: SnapshotReader, state: IndexState = { state: "ready" }): OpenSnapshotDeps {
  return {
    reader,
    indexing: {
      request: () => Promise.resolve(state),
      wait: () => Promise.resolve(state),
      forget: () => {},
    },
    clock: { now: () => 0 },
    hosts: TEST_HOSTS,
  };
}

export function mountOf(options: MountOptions = {}): PublicMount {
  const address = proved(parseAddress(options.address ?? "/gh/acme/library", TEST_HOSTS));
  const commit = proved(parseCommitHash(TEST_COMMIT));
  const repository: PublicRepository = {
    host: address.host,
    id: "1" as RepositoryId,
    owner: address.owner,
    name: address.repo,
    description: options.description ?? null,
    visibility: "public",
    defaultBranch: "main",
    picture: null,
  };
  const { rawBase = "https://raw.example/acme/library", webBase = null } = options;
  const pinned = address.revision.kind === "commit";
  return {
    viewer: { kind: "nobody" },
    address,
    repository,
    permit: null,
    resolution: {
      commit,
      kind: pinned ? "commit" : "branch",
      name: pinned ? null : "main",
      onDefaultBranch: true,
    },
    pinned,
    verified: options.verified ?? false,
    snapshot: {
      host: address.host,
      repository: repository.id,
      commit,
      rules: readingRules(DEFAULT_READING_LIMITS).version,
      serving: "full",
    },
    validUntil: 60_000,
    webUrl: (path) => webBase === null ? null : `${webBase}/${commit}/${path}`,
    rawUrl: (path) => rawBase === null ? null : `${rawBase}/${commit}/${path}`,
  };
}

/** What reading the files gives, as indexing would read them. */
export interface ReadFiles {
  readonly catalog: Catalog;
  readonly searchable: RepositoryReading["searchable"];
  /** Bytes by content id, documents too. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

export function readFiles(files: Files, options: CommitOptions = {}): ReadFiles {
  const limits = { ...DEFAULT_READING_LIMITS, ...options.limits };
  const encoder = new TextEncoder();
  const blobs = new Map(
    Object.entries(files).map(([path, content]) => {
      const bytes = typeof content === "string" ? encoder.encode(content) : content;
      return [path, { bytes, hash: gitBlobHash(bytes) }];
    }),
  );
  const contents = new Map(
    [...blobs.values()].map(({ bytes, hash }) => [contentIdOf(hash) as string, bytes]),
  );
  const bytesOf = (id: string) => contents.get(id) ?? new Uint8Array();

  const steps = readRepository({
    commit: proved(parseCommitHash(TEST_COMMIT)),
    repositoryName: "library",
    tree: {
      entries: [...blobs].map(([path, { bytes, hash }]) => ({
        path,
        mode: "file",
        hash,
        size: bytes.length,
      })),
      truncated: false,
    },
    limits,
    serving: options.serving ?? "full",
    sourceUrl: (path) => `https://raw.example/acme/library/${TEST_COMMIT}/${path}`,
  });
  let step = steps.next(new Map());
  while (!step.done) {
    const facts = new Map<string, FileFacts>();
    for (const { path, hash } of step.value) {
      facts.set(path, inspectFile(path, bytesOf(contentIdOf(hash)), limits));
    }
    step = steps.next(facts);
  }
  const { draft, documents, searchable } = step.value;
  const digests = new Map<ContentId, string>();
  for (const plan of documents) {
    const bytes = assembleDocument(plan, bytesOf);
    contents.set(plan.content, bytes);
    digests.set(plan.content, createHash("sha256").update(bytes).digest("hex"));
  }
  return { catalog: finishCatalog(draft, digests), searchable, contents };
}

/** The same of a repository that is not public. The permit is the tests' own: no check was made. */
export function privately(mount: Mount): Mount {
  const repository = { ...mount.repository, visibility: "private" } as const;
  const permit = { repository, credential: { token: "of-a-test" } } as Permit;
  return { ...mount, repository, permit };
}

/** Reads the files as indexing would and serves them from memory. */
export async function readerOf(files: Files, options: CommitOptions = {}): Promise<SnapshotReader> {
  const { catalog, searchable, contents } = readFiles(files, options);
  const view = wholeCatalogView(catalog);
  const search = await searchReader(searchable, (id) => contents.get(id) ?? new Uint8Array());
  const content = (id: string) => contents.get(id) ?? null;
  return {
    catalog: () => Promise.resolve(view),
    heldCatalog: () => null,
    search: () => Promise.resolve(search),
    content: (_key, id) => Promise.resolve(content(id)),
    text: (_key, id) => Promise.resolve(textOf(content(id))),
  };
}

async function searchReader(
  searchable: RepositoryReading["searchable"],
  bytesOf: (id: string) => Uint8Array,
) {
  const engine = createSearchIndex();
  const entries = searchable.map(({ path, group, fingerprint, body, ...fields }) => ({
    path,
    group,
    fingerprint,
    fields: () => {
      const { name, description, headings, language } = fields;
      const text = body === null ? null : decodeText(bytesOf(body.content).subarray(body.start));
      return Promise.resolve({ name, description, headings, body: text ?? "", language });
    },
  }));
  return await engine.open(await engine.build(entries, null));
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : decodeText(bytes);
}

function proved<Value>(
  parsed: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown },
): Value {
  if (!parsed.ok) throw new TypeError(`Cannot use the text: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
}
