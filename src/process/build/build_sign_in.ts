import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock, Log, NewId } from "../../../contracts/ambient.ts";
import type { MayWrite, NumbersOf } from "../../../contracts/library/repository_sync.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import {
  createHostTokens,
  createMayWrite,
  createNameOwner,
  createNumbersOf,
  createSealer,
  type HostTokensKeeper,
  type Sealer,
} from "../../auth/mod.ts";
import { apiUrlOf } from "./build_hosts.ts";
import type { AuthorizationConfig, Config } from "../../config/mod.ts";
import type { OwnerOf } from "../../library/mod.ts";
import { createSignInHost } from "../../hosts/sign_in/mod.ts";
import { randomBytes } from "./ambient.ts";

const SECRET_BYTES = 48;

/** The hosts where people sign in, and what asks there for them: who they are and what they are called stands on it. */
export interface BuiltSignIn {
  /** In the order of the settings. */
  readonly signInHosts: ReadonlyMap<HostKey, ReturnType<typeof createSignInHost>>;
  readonly tokens: HostTokensKeeper;
  readonly ownerOf: OwnerOf;
  readonly mayWrite: MayWrite;
  readonly numbersOf: NumbersOf;
  readonly sealer: (purpose: string) => Sealer;
}

export interface SignInParts {
  readonly store: StorePorts;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly metrics?: Metrics;
}

export async function buildSignIn(
  config: Config,
  authorization: AuthorizationConfig,
  { store, clock, newId, log, metrics }: SignInParts,
): Promise<BuiltSignIn> {
  const { grants, sessions, permissionStore: permissions } = store;
  const secrets = authorization.secrets ??
    [await store.ownSecret(randomBytes(SECRET_BYTES).toBase64())] as const;
  const sealer = (purpose: string) => createSealer({ secrets, purpose, randomBytes });
  const signInHosts = signInHostsOf(config, authorization, clock);
  const tokens = createHostTokens({
    ...(metrics !== undefined && { metrics }),
    permissions,
    hosts: signInHosts,
    sealer: sealer("host tokens"),
    clock,
    newId,
    async onRefused(person) {
      log("info", "sign_in.refused_by_host", {});
      await sessions.endAll(person);
      for (const { id } of await grants.ofPerson(person)) await grants.end(id);
    },
  });
  const asking = { hosts: signInHosts, credentialOf: tokens.credentialOf };
  return {
    signInHosts,
    tokens,
    ownerOf: createNameOwner(asking),
    mayWrite: createMayWrite(asking),
    numbersOf: createNumbersOf(asking),
    sealer,
  };
}

function signInHostsOf({ github, gitHosts }: Config, { apps }: AuthorizationConfig, clock: Clock) {
  const hosts = apps.flatMap(({ key, clientId, secret: clientSecret }) => {
    const place = gitHosts.find((host) => host.key === key);
    if (github !== null && key === github.key) {
      const { webUrl, apiUrl } = github;
      return [
        createSignInHost({
          key,
          kind: "github",
          webUrl,
          apiUrl,
          clientId,
          clientSecret,
          token: github.token,
          fetch,
          clock,
        }),
      ];
    }
    if (place === undefined) return [];
    const { baseUrl: webUrl } = place;
    const apiUrl = apiUrlOf(place);
    return [createSignInHost({ key, kind: "forgejo", webUrl, apiUrl, clientId, clientSecret, fetch, clock })];
  });
  return new Map<HostKey, (typeof hosts)[number]>(hosts.map((host) => [host.key, host]));
}
