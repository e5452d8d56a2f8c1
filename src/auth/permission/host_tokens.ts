import { z } from "zod";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock, NewId } from "../../../contracts/ambient.ts";
import type { Read } from "../../../contracts/auth/grants.ts";
import type { KeptTokens, PermissionStore } from "../../../contracts/auth/permission.ts";
import type { HostTokens, SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { HostReader, PersonId } from "../../../contracts/auth/viewer.ts";
import type { HostCredential, HostFailure } from "../../../contracts/git_host.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Sealer } from "../sealing.ts";
import { createBoundedMap } from "../../flow/mod.ts";

export interface HostTokensDeps {
  readonly permissions: PermissionStore;
  readonly hosts: ReadonlyMap<HostKey, SignInHost>;
  /** For this purpose alone. */
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics?: Pick<Metrics, "count">;
  /** A host refuses a person's tokens for good: what else was theirs ends with them. */
  readonly onRefused: (person: PersonId) => Promise<void>;
}

/** What asks at git hosts on behalf of people who signed in there. */
export interface HostTokensKeeper {
  keep(person: PersonId, tokens: HostTokens): Promise<void>;
  /**
   * A credential that works now, renewed where it has to be; null: the reader has none at this host.
   *
   * @param kept The row as it was read just now, where it was.
   */
  credentialOf(
    reader: HostReader,
    host: HostKey,
    kept?: Read<KeptTokens> | null,
  ): Promise<Result<HostCredential | null, HostFailure>>;
}

const TOKENS = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  expiresAt: z.number().nullable(),
}) satisfies z.ZodType<HostTokens>;

/** Renewed so long before it runs out, so that a call that begins with it can end with it. */
const EARLY_MS = 60_000;
const MOST_REMEMBERED = 1000;
const LEASE_MS = 15_000;
const LOOK_AGAIN_MS = 250;
/** Longer than a lease of somebody who died. */
const MOST_LOOKS = 2 * LEASE_MS / LOOK_AGAIN_MS;

const AWAY: Result<never, HostFailure> = failure({
  reason: "unavailable",
  detail: "the host does not renew what asks there for people",
});

export function createHostTokens(deps: HostTokensDeps): HostTokensKeeper {
  const { permissions, hosts, sealer, clock } = deps;
  /** What sealed texts hold, for every call needs one: that it is stored still has been read each time. */
  const remembered = createBoundedMap<HostTokens>(MOST_REMEMBERED);

  const sealed = (person: PersonId, tokens: HostTokens): KeptTokens => ({
    sealed: sealer.seal(JSON.stringify(tokens), person),
    expiresAt: tokens.expiresAt,
    lease: null,
  });

  /** Null: sealed under a secret that is lost, so that the person signs in again. */
  function opened(person: PersonId, kept: KeptTokens): HostTokens | null {
    const key = `${person} ${kept.sealed}`;
    const before = remembered.get(key);
    if (before !== undefined) return before;
    const text = sealer.open(kept.sealed, person);
    const tokens = text === null ? null : TOKENS.safeParse(JSON.parse(text));
    if (!tokens?.success) return null;
    remembered.set(key, tokens.data);
    return tokens.data;
  }

  /** Null: look again. */
  async function renew(
    person: PersonId,
    host: SignInHost,
    kept: Read<KeptTokens>,
    tokens: HostTokens,
  ): Promise<Result<HostCredential | null, HostFailure> | null> {
    const { lease } = kept.value;
    if (lease !== null && lease.until > clock.now()) {
      await clock.sleep(LOOK_AGAIN_MS);
      return null;
    }
    if (tokens.refresh === null) return await refused(person);
    const claim = { ...kept.value, lease: { owner: deps.newId(), until: clock.now() + LEASE_MS } };
    if (!await permissions.keepTokens(person, claim, kept.version)) return null;
    const answer = await host.renew(tokens.refresh);
    const outcome = answer.ok ? "ok" : answer.error;
    deps.metrics?.count("skillmount_host_token_renewals_total", { host: host.key, outcome });
    const now = await permissions.tokens(person);
    // Somebody else was at it, or the person signed in meanwhile: what they got counts.
    if (now === null || now.value.lease?.owner !== claim.lease.owner) return null;
    if (answer.ok) {
      await permissions.keepTokens(person, sealed(person, answer.value), now.version);
      return null;
    }
    if (answer.error === "refused") return await refused(person);
    await permissions.keepTokens(person, { ...now.value, lease: null }, now.version);
    return AWAY;
  }

  async function refused(person: PersonId): Promise<Result<null, never>> {
    await permissions.forget(person);
    await deps.onRefused(person);
    return success(null);
  }

  return {
    async keep(person, tokens) {
      await permissions.keepTokens(person, sealed(person, tokens), null);
    },

    async credentialOf(person, key, kept) {
      const host = hosts.get(key);
      // The operator signs in nowhere.
      if (host === undefined || person === "@operator" || !person.startsWith(`${key}/`)) return success(null);
      let row = kept === undefined ? await permissions.tokens(person) : kept;
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        const tokens = row === null ? null : opened(person, row.value);
        if (row === null || tokens === null) return success(null);
        const { expiresAt } = tokens;
        if (expiresAt === null || clock.now() < expiresAt - EARLY_MS) {
          if (sealer.isOld(row.value.sealed)) {
            await permissions.keepTokens(person, sealed(person, tokens), row.version);
          }
          return success({ token: tokens.access });
        }
        const renewed = await renew(person, host, row, tokens);
        if (renewed !== null) return renewed;
        row = await permissions.tokens(person);
      }
      return AWAY;
    },
  };
}
