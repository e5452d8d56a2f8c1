import type { z } from "zod";
import type { ListedSession, SessionStore } from "../../../contracts/auth/people.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import { BEGUN_RECORD, LINK_RECORD, SESSION_RECORD } from "../../../contracts/auth/people_records.ts";
import { commit, getEach, type KvDeps, readRow } from "../kv.ts";
import { begunKey, linkKey, sessionKey, sessionOfKey, sessionsOfKey } from "./keys.ts";

const HOUR_MS = 3_600_000;
/** A session that is not used for so long is over. */
const IDLE_MS = 30 * 24 * HOUR_MS;
/** Rows tidy themselves up this long after they have run out: what decides is the time in the row. */
const TIDY_MS = 60_000;

export function createSessionStore(deps: KvDeps): SessionStore {
  const { kv, clock } = deps;

  /** A row that exists once: who deletes it has it. */
  async function take<Value extends { readonly expiresAt: number }>(
    key: Deno.KvKey,
    shape: z.ZodType<Value>,
  ): Promise<Value | null> {
    const row = await readRow(kv, key, shape);
    if (row.value === null) return null;
    const isTaken = await commit(deps, () => kv.atomic().check(row).delete(key));
    return isTaken && clock.now() < row.value.expiresAt ? row.value : null;
  }

  async function put(key: Deno.KvKey, value: { readonly expiresAt: number }): Promise<void> {
    const expireIn = Math.max(0, value.expiresAt - clock.now()) + TIDY_MS;
    await commit(deps, () => kv.atomic().set(key, value, { expireIn }));
  }

  return {
    async start(digest, session) {
      await commit(deps, () =>
        kv.atomic()
          .set(sessionKey(digest), session, { expireIn: IDLE_MS + TIDY_MS })
          .set(sessionOfKey(session.person, digest), true, { expireIn: IDLE_MS + TIDY_MS }));
    },

    async session(digest) {
      const row = await readRow(kv, sessionKey(digest), SESSION_RECORD);
      const now = clock.now();
      if (row.value === null || now - row.value.seenAt >= IDLE_MS) return null;
      if (now - row.value.seenAt < HOUR_MS) return row.value;
      const seen = { ...row.value, seenAt: now };
      // Where it ended meanwhile, it stays ended.
      const isKept = await commit(deps, () =>
        kv.atomic().check(row)
          .set(row.key, seen, { expireIn: IDLE_MS + TIDY_MS })
          .set(sessionOfKey(seen.person, digest), true, { expireIn: IDLE_MS + TIDY_MS }));
      return isKept ? seen : (await readRow(kv, sessionKey(digest), SESSION_RECORD)).value;
    },

    async ofPerson(person) {
      const digests: SecretDigest[] = [];
      for await (const { key } of kv.list({ prefix: sessionsOfKey(person) })) {
        digests.push(key[3] as SecretDigest);
      }
      const found: ListedSession[] = [];
      for await (const { key, value } of getEach(kv, digests.map(sessionKey))) {
        const { data } = SESSION_RECORD.safeParse(value);
        const holds = data !== undefined && clock.now() - data.seenAt < IDLE_MS;
        if (holds) found.push({ ...data, digest: key[2] as SecretDigest });
      }
      return found.sort((one, other) => other.seenAt - one.seenAt);
    },

    async end(digest) {
      const { value } = await readRow(kv, sessionKey(digest), SESSION_RECORD);
      if (value === null) return;
      await commit(
        deps,
        () => kv.atomic().delete(sessionKey(digest)).delete(sessionOfKey(value.person, digest)),
      );
    },

    async endAll(person) {
      for await (const { key } of kv.list({ prefix: sessionsOfKey(person) })) {
        await commit(deps, () => kv.atomic().delete(sessionKey(key[3] as SecretDigest)).delete(key));
      }
    },

    saveLink: (digest, link) => put(linkKey(digest), link),

    async link(digest) {
      const { value } = await readRow(kv, linkKey(digest), LINK_RECORD);
      return value !== null && clock.now() < value.expiresAt ? value : null;
    },

    takeLink: (digest) => take(linkKey(digest), LINK_RECORD),

    begin: (digest, begun) => put(begunKey(digest), begun),

    takeBegun: (digest) => take(begunKey(digest), BEGUN_RECORD),
  };
}
