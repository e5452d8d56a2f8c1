import { digestOf } from "../../../src/auth/mod.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { HostTokens, SignInFailure, SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { PersonId, Viewer } from "../../../contracts/auth/viewer.ts";
import type { GitHost, HostFailure, RepositoryId } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createHostTokens, createPermissions } from "../../../src/auth/mod.ts";
import { createSealer } from "../../../src/auth/sealing.ts";
import { createPermissionStore } from "../../../src/store/authorization/permission_store.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { scriptedHost } from "../../support/scripted_host.ts";

export const ADA = "gh/1" as PersonId;
export const BOB = "gh/2" as PersonId;

export function person(id: PersonId): Viewer {
  return { kind: "person", person: id, session: digestOf(id) };
}

export const HOUR_MS = 3_600_000;

/** A host that shows `acme/secret` to whom it lets, and people who signed in there, on a real store. */
export function stage(
  kv: Deno.Kv,
  { ttlSeconds = 60, secrets = ["s".repeat(32)] as [string, ...string[]] } = {},
) {
  const clock = manualClock();
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const permissions = createPermissionStore({ kv, clock, newId, log: () => {} });
  const self = {
    clock,
    permissions,
    /** Access tokens that may see it. */
    allowed: new Set<string>(),
    trouble: null as HostFailure | null,
    /** Access token of each question about a repository. */
    asked: [] as string[],
    /** What a renewal gives. */
    renewal: failure("refused") as Result<HostTokens, SignInFailure>,
    /** Refresh tokens that were used. */
    renewed: [] as string[],
    refused: [] as PersonId[],
    /** When something of the repository was said to count no longer. */
    invalidatedAt: 0,
    open,
  };
  const host: GitHost = {
    ...scriptedHost(),
    as: ({ token }) => ({
      ...host,
      repository(owner, name) {
        self.asked.push(token);
        if (self.trouble !== null) return Promise.resolve(failure(self.trouble));
        if (!self.allowed.has(token) || name !== "secret") {
          return Promise.resolve(failure({ reason: "not_found" }));
        }
        return Promise.resolve(success({
          host: host.key,
          id: "7" as RepositoryId,
          owner,
          name,
          description: null,
          visibility: "private",
          defaultBranch: "main",
          picture: null,
        }));
      },
    }),
  };
  const signIn: SignInHost = {
    key: "gh" as HostKey,
    begin: () => Promise.reject(new Error("Cannot begin: nobody signs in here")),
    finish: () => Promise.reject(new Error("Cannot finish: nobody signs in here")),
    async renew(refreshToken) {
      self.renewed.push(refreshToken);
      await Promise.resolve();
      return self.renewal;
    },
    ownerOf: () => Promise.resolve(success("nobody")),
    isMember: () => Promise.resolve(success(false)),
    mayWrite: () => Promise.resolve(success(false)),
    numbersOf: () => Promise.resolve(success(null)),
  };

  /** A process on the store. */
  function open() {
    const tokens = createHostTokens({
      permissions,
      hosts: new Map([[signIn.key, signIn]]),
      sealer: createSealer({
        secrets,
        purpose: "host tokens",
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      }),
      clock,
      newId,
      onRefused: (who) => Promise.resolve(void self.refused.push(who)),
    });
    const check = createPermissions({
      permissions,
      invalidations: {
        of: () => Promise.resolve({ refs: 0, facts: self.invalidatedAt, closed: 0 }),
      },
      credentialOf: tokens.credentialOf,
      clock,
      ttlSeconds,
    });
    const named = (name: string) => ({ host, owner: "acme", name });
    return {
      tokens,
      /** What a call comes to: a stored yes, else the host's answer. */
      async see(viewer: Viewer, name = "secret") {
        const known = await check.known(viewer, named(name));
        return known === null ? await check.ask(viewer, named(name)) : success(known);
      },
      known: (viewer: Viewer, name = "secret") => check.known(viewer, named(name)),
      ask: (viewer: Viewer, name = "secret") => check.ask(viewer, named(name)),
    };
  }
  return self;
}
