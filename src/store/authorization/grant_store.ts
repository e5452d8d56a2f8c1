import type { z } from "zod";
import type { CodeRecord, Grant, GrantStore, NewTokens, Read } from "../../../contracts/auth/grants.ts";
import {
  ACCESS_RECORD,
  CODE_RECORD,
  GRANT_RECORD,
  REFRESH_RECORD,
  SEALED_ANSWER,
} from "../../../contracts/auth/grant_records.ts";
import type { GrantId, PersonId } from "../../../contracts/auth/viewer.ts";
import { commit, getEach, type KvDeps } from "../kv.ts";
import {
  accessKey,
  answerKey,
  codeKey,
  CODES_KEY,
  grantKey,
  grantOfKey,
  GRANTS_KEY,
  grantsOfKey,
  refreshKey,
} from "./keys.ts";
import { createLooks, type Looks } from "./looks.ts";

/** Rows tidy themselves up this long after they have run out: what decides is the time in the row. */
const TIDY_MS = 60_000;
const DAY_MS = 86_400_000;
/** A used code is remembered this long, so that a second use is known for one. */
const USED_CODE_MS = 600_000;
const GRANT_MS = 30 * DAY_MS;
/** More than that a person has not allowed: the longest unused ends. */
const MOST_GRANTS = 100;

export interface GrantStoreDeps extends KvDeps {
  /** Those of the process; its own when left out. */
  readonly looks?: Looks;
}

export function createGrantStore(deps: GrantStoreDeps): GrantStore {
  const { kv, clock, looks = createLooks(kv) } = deps;
  const beginAccess = looks.begins(([token, grant]) => {
    const access = token && readOf(token, ACCESS_RECORD);
    const found = grant && readOf(grant, GRANT_RECORD);
    return access && found && grant?.key[2] === access.value.grant
      ? { token: access.value, grant: found.value }
      : null;
  });

  async function read<Value>(key: Deno.KvKey, shape: z.ZodType<Value>): Promise<Read<Value> | null> {
    return readOf(await kv.get(key), shape);
  }

  /** The writes of one generation of tokens, and of the grant that they keep alive. */
  function withTokens(operation: Deno.AtomicOperation, id: GrantId, grant: Grant, tokens: NewTokens) {
    const { access, accessRecord, refresh, refreshRecord } = tokens;
    const now = clock.now();
    return operation
      .set(grantKey(id), grant, { expireIn: GRANT_MS + TIDY_MS })
      .set(grantOfKey(grant.person, id), true, { expireIn: GRANT_MS + TIDY_MS })
      .set(accessKey(access), accessRecord, { expireIn: accessRecord.expiresAt - now + TIDY_MS })
      .set(refreshKey(refresh), refreshRecord, { expireIn: refreshRecord.expiresAt - now + TIDY_MS });
  }

  /** Whether the tokens were written: a commit that failed may have landed all the same. */
  async function hasTokens({ refresh }: NewTokens): Promise<boolean> {
    return (await kv.get(refreshKey(refresh))).versionstamp !== null;
  }

  async function end(id: GrantId): Promise<void> {
    const grant = await read(grantKey(id), GRANT_RECORD);
    await commit(deps, () => {
      const operation = kv.atomic().delete(grantKey(id));
      return grant === null ? operation : operation.delete(grantOfKey(grant.value.person, id));
    });
  }

  async function ofPerson(person: PersonId) {
    const ids: GrantId[] = [];
    for await (const { key } of kv.list({ prefix: grantsOfKey(person) })) ids.push(key[3] as GrantId);
    const found: { readonly id: GrantId; readonly grant: Grant }[] = [];
    for await (const entry of getEach(kv, ids.map(grantKey))) {
      const grant = GRANT_RECORD.safeParse(entry.value);
      if (grant.success) found.push({ id: entry.key[2] as GrantId, grant: grant.data });
    }
    return found.sort((one, other) => other.grant.usedAt - one.grant.usedAt);
  }

  return {
    async saveCode(digest, code) {
      await commit(deps, () => kv.atomic().set(codeKey(digest), code, { expireIn: USED_CODE_MS }));
    },

    code: (digest) => read(codeKey(digest), CODE_RECORD),

    async redeem(digest, code, grant, tokens) {
      const id = code.value.grant;
      const isRedeemed = await commit(deps, () => {
        const used = kv.atomic()
          .check({ key: codeKey(digest), versionstamp: code.version })
          .set(codeKey(digest), { ...code.value, isUsed: true }, { expireIn: USED_CODE_MS });
        return withTokens(used, id, grant, tokens);
      }, () => hasTokens(tokens));
      if (isRedeemed) {
        for (const { id } of (await ofPerson(grant.person)).slice(MOST_GRANTS)) await end(id);
      }
      return isRedeemed;
    },

    spoil(digest, code) {
      return commit(deps, () =>
        kv.atomic()
          .check({ key: codeKey(digest), versionstamp: code.version })
          .set(codeKey(digest), { ...code.value, isUsed: true }, { expireIn: USED_CODE_MS }));
    },

    async access(digest, id) {
      const { value, look } = await beginAccess(`${digest} ${id}`, [accessKey(digest), grantKey(id)]);
      return value && { ...value, look };
    },

    async refresh(digest, id) {
      const [token, grant] = await kv.getMany([refreshKey(digest), grantKey(id)]);
      const record = readOf(token, REFRESH_RECORD);
      const found = readOf(grant, GRANT_RECORD);
      return record?.value.grant !== id || found === null ? null : { token: record, grant: found };
    },

    rotate({ digest, token, grant }, successor, tokens, sealed, keptMs) {
      const id = token.value.grant;
      const now = clock.now();
      return commit(deps, () => {
        const used = kv.atomic()
          .check({ key: refreshKey(digest), versionstamp: token.version })
          .check({ key: grantKey(id), versionstamp: grant.version })
          .set(refreshKey(digest), { ...token.value, successor }, {
            expireIn: token.value.expiresAt - now + TIDY_MS,
          })
          .set(answerKey(digest), { sealed, isAnswered: false }, { expireIn: keptMs });
        return withTokens(used, id, { ...grant.value, usedAt: now }, tokens);
      }, () => hasTokens(tokens));
    },

    async answer(digest) {
      return (await read(answerKey(digest), SEALED_ANSWER))?.value ?? null;
    },

    async markAnswered(digest, keptMs) {
      const row = await read(answerKey(digest), SEALED_ANSWER);
      if (row === null || row.value.isAnswered) return;
      // Whoever was first wrote the same.
      await commit(deps, () =>
        kv.atomic()
          .check({ key: answerKey(digest), versionstamp: row.version })
          .set(answerKey(digest), { ...row.value, isAnswered: true }, { expireIn: keptMs }));
    },

    async isUsed(digest) {
      const successor = await read(refreshKey(digest), REFRESH_RECORD);
      return successor === null || successor.value.successor !== null;
    },

    end,

    async endEvery(whose) {
      const isTheirs = (held: Grant | CodeRecord | undefined) =>
        held !== undefined &&
        ("person" in whose ? held.person === whose.person : held.client === whose.client);
      // Codes first: one that is exchanged meanwhile has made its grant by then.
      for await (const { key, value } of kv.list({ prefix: CODES_KEY })) {
        if (isTheirs(CODE_RECORD.safeParse(value).data)) await commit(deps, () => kv.atomic().delete(key));
      }
      let ended = 0;
      for await (const { key, value } of kv.list({ prefix: GRANTS_KEY })) {
        if (!isTheirs(GRANT_RECORD.safeParse(value).data)) continue;
        await end(key[2] as GrantId);
        ended++;
      }
      return ended;
    },

    async endAccess(digest) {
      await commit(deps, () => kv.atomic().delete(accessKey(digest)));
    },

    ofPerson,
  };
}

function readOf<Value>(
  entry: Deno.KvEntryMaybe<unknown>,
  shape: z.ZodType<Value>,
): Read<Value> | null {
  if (entry.versionstamp === null) return null;
  const parsed = shape.safeParse(entry.value);
  return parsed.success ? { value: parsed.data, version: entry.versionstamp } : null;
}
