import type { Clock } from "../../../contracts/ambient.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Identity, PersonId, Scope } from "../../../contracts/auth/viewer.ts";
import { type Failure, StoreUnavailable } from "../../../contracts/errors.ts";
import type { Acts, StandingOf } from "../../../contracts/library/access.ts";
import type { Acting, AuditNote } from "../../../contracts/library/audit.ts";
import {
  type AccountKey,
  type AccountKeyKind,
  type AccountKeys,
  type AccountKeyStore,
  KEY_PREFIXES,
  shownKey,
} from "../../../contracts/library/keys.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { digestOf, type RandomBytes } from "../secrets.ts";
import { isKey, newKey } from "./key_text.ts";

export interface AccountKeysDeps {
  readonly keys: AccountKeyStore;
  readonly standingOf: StandingOf;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = 3650;
const LONGEST_LABEL = 60;
const MOST_SKILLS = 100;

export function createAccountKeys({ keys, standingOf, clock, randomBytes }: AccountKeysDeps): AccountKeys {
  /** One that its maker can tell from the others of the account by its last four. */
  async function distinctKey(kind: AccountKeyKind, account: AccountKey["account"]): Promise<string> {
    const taken = new Set((await keys.ofAccount(account)).map(({ lastFour }) => lastFour));
    let key = newKey(KEY_PREFIXES[kind], randomBytes);
    while (taken.has(key.slice(-4))) key = newKey(KEY_PREFIXES[kind], randomBytes);
    return key;
  }

  return {
    async make(acting, { kind, account, label, writes, skills, days }) {
      if (days !== null && (!Number.isSafeInteger(days) || days < 1 || days > MOST_DAYS)) {
        return refused(
          `a key works for 1 to ${MOST_DAYS} days, or until it is revoked`,
          "Give a whole number of days",
        );
      }
      if ([...label].length > LONGEST_LABEL || /\p{C}/u.test(label)) {
        return refused(`a label has up to ${LONGEST_LABEL} visible characters`, "Shorten it");
      }
      if (skills !== null && (skills.length === 0 || skills.length > MOST_SKILLS)) {
        return refused(`a key is confined to 1 to ${MOST_SKILLS} skills, or to none`, "Name fewer");
      }
      const maker = acting.actor.kind === "person" ? acting.actor.person : null;
      const standing = await standingOf(account, actsAs(maker));
      if (standing === null || acting.actor.kind === "key") {
        return NOBODY;
      }
      if (writes && standing.role === "member") return failure(TOO_MUCH);
      const key = await distinctKey(kind, account);
      const createdAt = clock.now();
      const scopes: readonly Scope[] = kind === "account" && writes
        ? ["registry:read", "registry:write"]
        : ["registry:read"];
      const isSaved = await keys.save(
        digestOf(key),
        {
          kind,
          account,
          maker,
          label,
          scopes,
          skills,
          lastFour: key.slice(-4),
          createdAt,
          expiresAt: days === null ? null : createdAt + days * DAY_MS,
          usedAt: null,
        },
        standing.limits.keys,
        {
          ...acting,
          action: "key.create",
          target: shownKey({ kind, lastFour: key.slice(-4) }),
          before: null,
          after: [...scopes, ...skills ?? []].join(" "),
        },
      );
      if (isSaved) return success(key);
      if (await standingOf(account, actsAs(maker)) === null) return NOBODY;
      return refused(
        `the account has ${standing.limits.keys} keys, as many as its plan allows`,
        "Revoke one that is not used",
      );
    },

    list: (account) => keys.ofAccount(account),

    async revoke(acting, account, digest) {
      const key = await keys.find(digest);
      return key !== null && await keys.revoke(account, digest, revocation(acting, key));
    },

    async revokeMadeBy(acting, account, maker) {
      let revoked = 0;
      for (const key of await keys.ofAccount(account)) {
        if (key.maker !== maker) continue;
        if (await keys.revoke(account, key.digest, revocation(acting, key))) revoked++;
      }
      return revoked;
    },
  };
}

const NOBODY = refused(
  "there is no such account for who asks",
  "Make it first, or have somebody of it make the key",
);

const TOO_MUCH: Failure = {
  code: "publish.not_allowed",
  reason: "a member's keys only read",
  hint: "Ask an owner or admin of the account for a key that publishes",
};

/** The operator makes keys as an owner does. */
function actsAs(maker: PersonId | null): Acts {
  return maker === null ? { kind: "key", maker, lastFour: "" } : { kind: "token", person: maker };
}

function revocation(acting: Acting, key: AccountKey): AuditNote {
  return { ...acting, action: "key.revoke", target: shownKey(key), before: null, after: null };
}

/** Who holds an account's key; null: it is none, it was revoked or it has run out. */
export async function findAccountKey(
  bearer: string,
  { keys, clock }: Pick<AccountKeysDeps, "keys" | "clock">,
): Promise<Identity | null> {
  if (!Object.values(KEY_PREFIXES).some((prefix) => isKey(bearer, prefix))) return null;
  const digest = digestOf(bearer);
  const { value: found, look } = await keys.look(digest);
  const now = clock.now();
  if (found === null || (found.expiresAt !== null && now >= found.expiresAt)) return null;
  await noteUse(digest, found, now, keys);
  const { account, maker, lastFour, skills } = found;
  if (found.kind === "catalog") return { kind: "catalog_key", look, account, key: digest, maker, lastFour };
  return {
    kind: "account_key",
    look,
    account,
    key: digest,
    maker,
    lastFour,
    scopes: new Set(found.scopes),
    skills: skills === null ? null : new Set(skills),
  };
}

/** To the hour: a key that is used all day is written to a few times. */
async function noteUse(
  digest: SecretDigest,
  { usedAt }: AccountKey,
  now: number,
  keys: AccountKeyStore,
): Promise<void> {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  if (usedAt !== null && usedAt >= hour) return;
  try {
    await keys.touch(digest, hour);
  } catch (error) {
    // Whoever reads needs no store that can be written to; the store has told that it cannot.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

function refused(reason: string, hint: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason, hint });
}
