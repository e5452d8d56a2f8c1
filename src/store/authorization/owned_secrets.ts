import type { z } from "zod";
import type { Look } from "../../../contracts/auth/look.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, getEach, type KvDeps, readRow } from "../kv.ts";
import { createLooks, type Looks } from "./looks.ts";

/** Where rows lie that are named by a secret's digest, and the lists of them by owner. */
export interface OwnedSecretsPlace<Owner, Record> {
  readonly shape: z.ZodType<Record>;
  readonly row: (digest: SecretDigest) => Deno.KvKey;
  /** Above the list of an owner, whose keys end with the digest. */
  readonly list: (owner: Owner) => Deno.KvKey;
  readonly listed: (owner: Owner, digest: SecretDigest) => Deno.KvKey;
  /** Written with each new secret: who makes two at once counts them one after the other. */
  readonly stamp: (owner: Owner) => Deno.KvKey;
  readonly ownerOf: (record: Record) => Owner;
}

/** When it was made and ends, in milliseconds since the epoch; null: it does not end by itself. */
interface Kept {
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** What else a commit writes. */
export type Beside = (operation: Deno.AtomicOperation) => Deno.AtomicOperation;

/** Read anew for each try; null: the secret is not kept after all. */
export type FindBeside = () => Promise<Beside | null>;

const NOTHING: FindBeside = () => Promise.resolve((operation) => operation);

export type Listed<Record> = Record & { readonly digest: SecretDigest };

/** Secrets of which an owner has a bounded number, sees the list and revokes each. */
export interface OwnedSecrets<Owner, Record> {
  /** False: its owner has as many as anybody may, or `beside` has nothing to write. */
  save(digest: SecretDigest, record: Record, most: number, beside?: FindBeside): Promise<boolean>;
  find(digest: SecretDigest): Promise<Record | null>;
  /** The same, with what calls by the secret needed beside it. */
  look(digest: SecretDigest): Promise<{ readonly value: Record | null; readonly look: Look }>;
  /** The newest first. */
  ofOwner(owner: Owner): Promise<readonly Listed<Record>[]>;
  /** False: the owner has no such secret. */
  revoke(owner: Owner, digest: SecretDigest, beside?: Beside): Promise<boolean>;
}

/** A row tidies itself up this long after its secret has run out: what decides is the time in the row. */
const TIDY_MS = 60_000;

/** How long the database keeps a row, as it takes it. */
export function expiryOf(
  { expiresAt }: Pick<Kept, "expiresAt">,
  { now }: KvDeps["clock"],
): { expireIn?: number } {
  return expiresAt === null ? {} : { expireIn: Math.max(1, expiresAt - now() + TIDY_MS) };
}

export interface OwnedSecretsDeps extends KvDeps {
  /** Those of the process; its own when left out. */
  readonly looks?: Looks;
}

export function createOwnedSecrets<Owner, Record extends Kept>(
  deps: OwnedSecretsDeps,
  { shape, row, list, listed, stamp, ownerOf }: OwnedSecretsPlace<Owner, Record>,
): OwnedSecrets<Owner, Record> {
  const { kv, clock, looks = createLooks(kv) } = deps;
  const begin = looks.begins<Record | null>(([entry]) => shape.safeParse(entry?.value).data ?? null);
  const look = (digest: SecretDigest) => begin(digest, [row(digest)]);

  async function ofOwner(owner: Owner): Promise<readonly Listed<Record>[]> {
    const digests: SecretDigest[] = [];
    for await (const { key } of kv.list({ prefix: list(owner) })) digests.push(key.at(-1) as SecretDigest);
    const found: Listed<Record>[] = [];
    for await (const { key, value } of getEach(kv, digests.map(row))) {
      const parsed = shape.safeParse(value);
      if (!parsed.success) continue;
      const { expiresAt } = parsed.data;
      const isAlive = expiresAt === null || clock.now() < expiresAt;
      if (isAlive) found.push({ ...parsed.data, digest: key.at(-1) as SecretDigest });
    }
    return found.sort((one, other) => other.createdAt - one.createdAt);
  }

  return {
    ofOwner,

    async save(digest, record, most, beside = NOTHING) {
      const owner = ownerOf(record);
      const kept = expiryOf(record, clock);
      return await compareAndSet("keep a secret", async () => {
        const made = await kv.get(stamp(owner));
        const written = await beside();
        if (written === null || (await ofOwner(owner)).length >= most) return false;
        const write = () =>
          written(kv.atomic())
            .check(made)
            .set(made.key, digest)
            .set(row(digest), record, kept)
            .set(listed(owner, digest), true, kept);
        const landed = async () => (await kv.get(row(digest))).versionstamp !== null;
        return await commit(deps, write, landed) ? true : CHANGED;
      });
    },

    look,
    find: async (digest) => (await look(digest)).value,

    async revoke(owner, digest, beside = (operation) => operation) {
      const { value } = await readRow(kv, row(digest), shape);
      if (value === null || ownerOf(value) !== owner) return false;
      await commit(deps, () => beside(kv.atomic()).delete(row(digest)).delete(listed(owner, digest)));
      return true;
    },
  };
}
