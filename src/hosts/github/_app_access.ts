/**
 * What a GitHub App reads: the repositories that their owners chose when they installed it. Each is read with a token for it alone
 * that can do nothing but read, so that one that is lost opens one repository for an hour, and a name that came to mean another
 * repository gives nothing.
 */
import { z } from "zod";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { HostApp, HostCredential, HostFailure, PrivateRepository } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createBoundedMap, createSingleFlight } from "../../flow/mod.ts";
import { limited } from "./_find_private.ts";
import type { Rest, RestReply, RestRequest } from "../rest/mod.ts";

interface AppAccessDeps {
  readonly key: HostKey;
  readonly rest: Rest;
  readonly clock: Clock;
  /** Stands for the app itself. */
  readonly appToken: () => Promise<string>;
  /** What a token is shown of a repository. */
  readonly findAs: (
    token: string,
    owner: string,
    name: string,
  ) => Promise<Result<PrivateRepository, HostFailure>>;
  readonly onRefused?: () => void;
}

/** Which repository a token is for: by its id where that is known, for its name may be another's by now. */
type Narrowing = { readonly repository_ids: readonly number[] } | {
  readonly repositories: readonly string[];
};

interface Kept {
  readonly token: string;
  readonly asked: number;
  /** Milliseconds since the epoch. */
  readonly renewFrom: number;
}

const INSTALLATION = z.object({ id: z.int().positive() });

const TOKEN = z.object({
  token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  expires_at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
});

/** Reading one commit may take a quarter of an hour, and ends with the token that it began with. */
const EARLY_MS = 16 * 60_000;
const LONGEST_MS = 60 * 60_000;
const MOST_KEPT = 5000;
const HOUR_MS = 3_600_000;

const READ_CONTENTS = { contents: "read", metadata: "read" } as const;

const AWAY: Result<never, HostFailure> = failure({
  reason: "unavailable",
  detail: "the host does not give this server access to what its app was installed for",
});

export function createAppAccess(deps: AppAccessDeps): HostApp {
  const { rest, clock } = deps;
  const kept = createBoundedMap<Kept>(MOST_KEPT);
  const share = createSingleFlight<Result<Kept, HostFailure>>();
  let refusedAt = -Infinity;

  /** A request in the app's own name. One that is not believed is the operator's to mend, and no word about a repository. */
  async function asApp(request: RestRequest): Promise<RestReply> {
    return await rest({ ...request, token: await deps.appToken() });
  }

  function refused(): Result<never, HostFailure> {
    if (clock.now() - refusedAt >= HOUR_MS) {
      refusedAt = clock.now();
      deps.onRefused?.();
    }
    return AWAY;
  }

  /** By what the app was installed for the repository behind a name. */
  async function installation(owner: string, name: string): Promise<Result<number, HostFailure>> {
    const reply = await asApp({ path: `/repos/${owner}/${name}/installation` });
    switch (reply.kind) {
      case "found": {
        const parsed = INSTALLATION.safeParse(reply.body);
        return parsed.success ? success(parsed.data.id) : AWAY;
      }
      case "not_found":
        return failure({ reason: "not_found" });
      case "refused":
        return refused();
      case "limited":
        return limited(reply.until, clock.now());
      case "unchanged":
      case "unavailable":
        return AWAY;
    }
  }

  async function newToken(
    owner: string,
    name: string,
    narrowing: Narrowing,
  ): Promise<Result<Kept, HostFailure>> {
    const asked = clock.now();
    const found = await installation(owner, name);
    if (!found.ok) return found;
    const reply = await asApp({
      path: `/app/installations/${found.value}/access_tokens`,
      body: { ...narrowing, permissions: READ_CONTENTS },
    });
    switch (reply.kind) {
      case "found": {
        const parsed = TOKEN.safeParse(reply.body);
        if (!parsed.success) return AWAY;
        const { token, expires_at: expiresAt } = parsed.data;
        return success({ token, asked, renewFrom: Math.min(expiresAt, asked + LONGEST_MS) - EARLY_MS });
      }
      // Suspended, without the permission to read contents, or not for this repository.
      case "refused":
      case "not_found":
        return failure({ reason: "not_found" });
      case "limited":
        return limited(reply.until, clock.now());
      case "unchanged":
      case "unavailable":
        return AWAY;
    }
  }

  return {
    async credential({ id, owner, name }, { since = 0 } = {}): Promise<Result<HostCredential, HostFailure>> {
      const known = kept.get(id);
      const now = clock.now();
      const holds = known !== undefined && known.asked > since && now >= known.asked && now < known.renewFrom;
      if (holds) return success({ token: known.token });
      const made = await share(id, () => newToken(owner, name, { repository_ids: [Number(id)] }));
      if (made.ok) kept.set(id, made.value);
      else kept.delete(id);
      return made.ok ? success({ token: made.value.token }) : made;
    },

    async repository(owner, name) {
      const made = await share(`${owner}/${name}`, () => newToken(owner, name, { repositories: [name] }));
      return made.ok ? await deps.findAs(made.value.token, owner, name) : made;
    },
  };
}
