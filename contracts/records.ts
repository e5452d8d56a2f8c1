/**
 * The values in Deno KV, as they are validated when they are read. Keys are in `src/store/keys.ts`. A
 * value that does not parse counts as absent: whoever needs it makes it again. Chunks are raw bytes and
 * are judged by the checksum of their part instead.
 */
import { z } from "zod";
import type { CommitHash, HostKey } from "./addresses.ts";
import type { ContentId } from "./domain.ts";
import type { PublicRepository, Repository, RepositoryId } from "./git_host.ts";
import type { CollectionState } from "./housekeeping.ts";
import type { IndexFailureCode } from "./indexing.ts";
import type { Invalidated, SnapshotKey, StoredRepository, StoredResolution } from "./mounts.ts";
import type { PartManifest, SnapshotRecord } from "./snapshots.ts";
import type { TrustEntry } from "./trust.ts";

const wholeNumber = z.int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().nonnegative();
const commitHash = z.custom<CommitHash>((value) => typeof value === "string" && /^[0-9a-f]{40}$/.test(value));
const hostKey = z.custom<HostKey>(isFilled);
const repositoryId = z.custom<RepositoryId>(isFilled);

/** A record of codes rather than a list, so that a code missing here is a type error. */
const FAILURE_CODES: Readonly<Record<IndexFailureCode, true>> = {
  tree_truncated: true,
  tree_too_large: true,
  host_not_found: true,
  host_rate_limited: true,
  host_unavailable: true,
  commit_unsupported: true,
  objects_missing: true,
  content_changed: true,
  internal: true,
};
const failureCode = z.custom<IndexFailureCode>((value) =>
  typeof value === "string" && Object.hasOwn(FAILURE_CODES, value)
);

const repository = z.object({
  host: hostKey,
  id: repositoryId,
  owner: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: z.enum(["public", "private"]),
  defaultBranch: z.string().nullable(),
  // Rows that were written before there were pictures.
  picture: z.string().nullable().default(null),
  stale: z.literal(true).exactOptional(),
  confirmed: z.object({ at: time, etag: z.string().nullable() }).exactOptional(),
}) satisfies z.ZodType<Repository>;

const publicRepository = repository.extend({ visibility: z.literal("public") }) satisfies z.ZodType<
  PublicRepository
>;

/** How to read a chunked value: a snapshot's part, the tree of a commit, a pack. */
export const PART_MANIFEST = z.object({
  id: z.string().min(1),
  chunks: wholeNumber,
  bytes: wholeNumber,
  storedBytes: wholeNumber,
  codec: z.enum(["zstd", "gzip", "none"]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
}) satisfies z.ZodType<PartManifest>;

/** The manifest of a pack, and when its contents were last written: what is young is never collected. */
export const STORED_PACK = PART_MANIFEST.extend({
  // Packs that were stored before the time was kept are old.
  storedAt: time.default(0),
});

export type StoredPack = z.output<typeof STORED_PACK>;

/** A part that no manifest names: it is being written, or what was in it is gone. */
export const ORPHAN = z.object({ chunks: wholeNumber, storedBytes: wholeNumber, since: time });

export type Orphan = z.output<typeof ORPHAN>;

/** When a snapshot was last read, to the hour. */
export const SNAPSHOT_READ = z.object({ readAt: time });

const stand = { attempt: wholeNumber, fence: wholeNumber, updatedAt: time };

const snapshotRecord = z.discriminatedUnion("state", [
  z.object({ ...stand, state: z.literal("pending") }),
  z.object({
    ...stand,
    state: z.literal("indexing"),
    lease: z.object({ owner: z.string(), until: time, fence: wholeNumber }),
  }),
  z.object({
    ...stand,
    state: z.literal("ready"),
    parts: z.object({ catalog: PART_MANIFEST, search: PART_MANIFEST, facts: PART_MANIFEST }),
    counts: z.object({
      skills: wholeNumber,
      documents: wholeNumber,
      files: wholeNumber,
      invalidSkills: wholeNumber,
    }),
  }),
  z.object({
    ...stand,
    state: z.literal("failed"),
    code: failureCode,
    retryAt: time.nullable(),
  }),
]) satisfies z.ZodType<SnapshotRecord>;

/** A snapshot's row. `write` is unique to the commit that wrote it, so that its writer can tell it landed. */
export interface StoredSnapshot {
  readonly record: SnapshotRecord;
  readonly repository: Repository;
  readonly write: string;
}

export const STORED_SNAPSHOT = z.object({
  record: snapshotRecord,
  repository,
  write: z.string(),
}) satisfies z.ZodType<StoredSnapshot>;

/** A row of the index of unfinished work: which snapshot it is about. */
export const SNAPSHOT_KEY = z.object({
  host: hostKey,
  repository: repositoryId,
  commit: commitHash,
  rules: z.string(),
  serving: z.enum(["full", "licensed"]),
}) satisfies z.ZodType<SnapshotKey>;

/** The commit of the newest ready snapshot of a repository under the same rules. */
export const NEWEST_COMMIT = commitHash;

export const CONTENT_ID = z.custom<ContentId>(isFilled);

/** Where the bytes of a content id are. Void while there is no pack of that id. */
export interface StoredLocation {
  /** SHA-256 of the pack's uncompressed bytes, hex. */
  readonly pack: string;
  /** Bytes from the start of the pack. */
  readonly offset: number;
  readonly length: number;
}

export const STORED_LOCATION = z.object({
  pack: z.string().regex(/^[0-9a-f]{64}$/),
  offset: wholeNumber,
  length: wholeNumber,
}) satisfies z.ZodType<StoredLocation>;

export const STORED_RESOLUTION = z.object({
  resolution: z.object({
    commit: commitHash,
    kind: z.enum(["branch", "tag", "commit", "worktree"]),
    name: z.string().nullable(),
    onDefaultBranch: z.boolean(),
  }),
  resolvedAt: time,
  identified: z.literal(true).exactOptional(),
}) satisfies z.ZodType<StoredResolution>;

/** Where the collection of garbage stands. */
export const STORED_COLLECTION = z.object({
  lease: z.object({ owner: z.string(), until: time }).nullable(),
  after: z.object({ host: hostKey, repository: repositoryId }).nullable(),
  bytes: wholeNumber,
  endedAt: time.nullable(),
}) satisfies z.ZodType<CollectionState>;

/** What a name stood for when its host was last asked. */
export const STORED_REPOSITORY = z.object({
  repository: publicRepository,
  askedAt: time,
}) satisfies z.ZodType<
  StoredRepository
>;

const invalidated = z.object({ refs: time, facts: time, closed: time }) satisfies z.ZodType<Invalidated>;

/** The latest invalidations by `host subject`; of everything else no more is known than `others`. */
export interface StoredInvalidations {
  readonly subjects: Readonly<Record<string, Invalidated>>;
  readonly others: Invalidated;
}

export const STORED_INVALIDATIONS = z.object({
  subjects: z.record(z.string(), invalidated),
  others: invalidated,
}) satisfies z.ZodType<StoredInvalidations>;

/** A repository on the operator's lists. */
export const TRUST_ENTRY = z.object({
  host: hostKey,
  repository: repositoryId,
  owner: z.string(),
  name: z.string(),
  verified: z.boolean(),
  featured: z.boolean(),
  blocked: z.boolean(),
  changedAt: time,
}) satisfies z.ZodType<TrustEntry>;

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
