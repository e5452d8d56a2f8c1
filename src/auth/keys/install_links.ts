import type { Clock } from "../../../contracts/ambient.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { StandingOf } from "../../../contracts/library/access.ts";
import type { Acting, AuditNote } from "../../../contracts/library/audit.ts";
import {
  type InstallLink,
  type InstallLinks,
  type InstallLinkStore,
  LINK_HOURS,
  type ListedInstallLink,
} from "../../../contracts/library/install_links.ts";
import type { AccountKeyStore } from "../../../contracts/library/keys.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { digestOf, type RandomBytes } from "../secrets.ts";
import { isKey, newKey } from "./key_text.ts";

export interface InstallLinksDeps {
  readonly links: InstallLinkStore;
  readonly keys: Pick<AccountKeyStore, "find">;
  readonly standingOf: StandingOf;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const PREFIX = "in_";
const HOUR_MS = 3_600_000;

/** Of an account at one time. */
const MOST_LINKS = 100;
const MOST_SKILLS = 100;

export function createInstallLinks(deps: InstallLinksDeps): InstallLinks {
  const { links, keys, standingOf, clock, randomBytes } = deps;

  /** Whether what made it may still do so: its key is there, and its maker belongs to the account, which is in use. */
  async function holds({ account, maker, key, expiresAt }: InstallLink): Promise<boolean> {
    const now = clock.now();
    if (now >= expiresAt) return false;
    if (key !== null) {
      const found = await keys.find(key);
      if (found === null || (found.expiresAt !== null && now >= found.expiresAt)) return false;
    }
    const by = maker === null
      ? { kind: "key", maker, lastFour: "" } as const
      : { kind: "token", person: maker } as const;
    const standing = await standingOf(account, by);
    return standing !== null && !standing.isSuspended;
  }

  async function byDigest(digest: SecretDigest): Promise<ListedInstallLink | null> {
    const link = await links.find(digest);
    return link !== null && await holds(link) ? { ...link, digest } : null;
  }

  return {
    async make(acting, { account, maker, key, skills, hours }) {
      if (!Number.isSafeInteger(hours) || hours < 1 || hours > LINK_HOURS.most) {
        return refused(`a link works for 1 to ${LINK_HOURS.most} hours`, "Give a whole number of hours");
      }
      if (skills !== null && (skills.length === 0 || skills.length > MOST_SKILLS)) {
        return refused(`a link opens 1 to ${MOST_SKILLS} skills, or the library`, "Name fewer");
      }
      const token = newKey(PREFIX, randomBytes);
      const createdAt = clock.now();
      const lastFour = token.slice(-4);
      const expiresAt = createdAt + hours * HOUR_MS;
      const link: InstallLink = { account, maker, key, skills, lastFour, createdAt, expiresAt };
      const digest = digestOf(token);
      const after = skills === null ? "library" : `${skills.length} of its skills`;
      const isSaved = await links.save(digest, link, MOST_LINKS, note(acting, "link.create", link, after));
      return isSaved
        ? success({ token, link: { ...link, digest } })
        : refused(`the account has ${MOST_LINKS} links, as many as it may`, "Revoke one that is not used");
    },

    list: (account) => links.ofAccount(account),

    async revoke(acting, account, digest) {
      const link = await links.find(digest);
      return link !== null && await links.revoke(account, digest, note(acting, "link.revoke", link, null));
    },

    byToken: async (token) => isKey(token, PREFIX) ? await byDigest(digestOf(token)) : null,

    byDigest,
  };
}

function note(
  acting: Acting,
  action: "link.create" | "link.revoke",
  { lastFour }: InstallLink,
  after: string | null,
): AuditNote {
  return { ...acting, action, target: `${PREFIX}…${lastFour}`, before: null, after };
}

function refused(reason: string, hint: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason, hint });
}
