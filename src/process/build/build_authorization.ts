import { lookup } from "node:dns/promises";
import type { HostTable } from "../../../contracts/addresses.ts";
import type { Clock, Log } from "../../../contracts/ambient.ts";
import type { HostReader, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import { success } from "../../../contracts/result.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import type { AuthorizationPorts } from "../../app/mod.ts";
import {
  createAuthenticator,
  createFindClient,
  createPermissions,
  createSignIn,
  findKeyHolder,
  findOwnKey,
  personAt,
  type ResourcePlaces,
  revokePerson,
  type SignIn,
} from "../../auth/mod.ts";
import type { AuthorizationConfig, Config } from "../../config/mod.ts";
import type { Accounts } from "../../library/mod.ts";
import { createDocumentFetcher } from "../../hosts/web/mod.ts";
import { randomBytes } from "./ambient.ts";
import { DEV_ACCOUNT } from "./build_hosts.ts";
import type { BuiltSignIn } from "./build_sign_in.ts";

export interface BuiltAuthorization {
  readonly ports: AuthorizationPorts;
  readonly signIn: SignIn;
  readonly places: ResourcePlaces;
}

export interface AuthorizationDeps {
  readonly store: StorePorts;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly signInOf: BuiltSignIn;
}

/** Everything that knows who people are, on what the store and the configuration say. */
export function buildAuthorization(
  config: Config,
  authorization: AuthorizationConfig,
  hosts: HostTable,
  { store, accounts, clock, log, metrics, signInOf }: AuthorizationDeps,
): BuiltAuthorization {
  const { issuer, publicUrl, localhost, accessSeconds, graceSeconds } = authorization;
  const { clients, grants, people, sessions, permissionStore: permissions, invalidations, addressKeys } =
    store;
  if (config.mode === "start" && issuer === publicUrl) {
    // Clients look for a sign-in at an address's origin, and then ask for it at what everyone may read.
    log("warn", "sign_in.shares_origin", { hint: "Set ACCOUNT_HOST" });
  }
  const { signInHosts, tokens, sealer } = signInOf;
  const counting = metrics === undefined ? {} : { metrics };
  const signIn = createSignIn({
    accounts,
    sessions,
    hosts: signInHosts,
    allowed: authorization.signInAllowed,
    clock,
    randomBytes,
    keepTokens: tokens.keep,
  });
  const documents = authorization.documents;
  const fetchDocument = documents === null
    ? null
    : createDocumentFetcher({ resolve: addressesOf, allowed: documents });
  const places = { issuer, publicUrl, hosts };
  async function disconnect(person: PersonId): Promise<void> {
    // Keys of accounts are the accounts' own.
    const access = { ...store, permissions, revokeAccountKeys: () => Promise.resolve(0) };
    await revokePerson(person, access, false);
  }
  const isClosed = (config.local?.private.length ?? 0) > 0;
  const ports: AuthorizationPorts = {
    issuer,
    publicUrl,
    // A mistyped address of this machine stays the answer that names the right ones.
    challenges: config.mode === "start" || isClosed,
    authenticate: createAuthenticator({
      grants,
      sessions,
      clock,
      keys: async (bearer) =>
        await findOwnKey(bearer, { ...store, clock }) ??
          await findKeyHolder(bearer, { keys: addressKeys, clock }),
    }),
    permissions: createPermissions({
      ...counting,
      permissions,
      invalidations,
      credentialOf: async (reader, host, kept) =>
        host === config.local?.key
          ? success(await localCredential(reader))
          : await tokens.credentialOf(reader, host, kept),
      clock,
      ttlSeconds: authorization.permissionSeconds,
    }),
    revokePerson: (host, id) => disconnect(personAt(host, id)),
    server: {
      ...counting,
      places,
      clients,
      grants,
      people,
      accounts,
      sessions,
      disconnect,
      signIn,
      signInHosts: authorization.apps.map(({ key }) => ({
        key,
        label: key === config.github?.key ? "GitHub" : key,
      })),
      localhost,
      takesDocuments: fetchDocument !== null,
      findClient: createFindClient({ clients, fetchDocument, localhost, clock }),
      sealer: sealer("consent"),
      clock,
      randomBytes,
      accessSeconds,
      graceSeconds,
    },
  };
  return { ports, signIn, places };

  /** On this machine the account `dev` is the one that sees what is private, and the operator sees what it does. */
  async function localCredential(reader: HostReader) {
    const credential = { token: DEV_ACCOUNT };
    if (reader === "@operator") return credential;
    const known = await people.person(reader);
    const dev = await accounts.find(DEV_ACCOUNT);
    return dev !== null && known?.accounts.includes(dev.account.id) ? credential : null;
  }
}

/** A link that signs in once for the account `dev`, which is made where there is none. */
export async function devSignInLink(accounts: Accounts, signIn: SignIn, issuer: string): Promise<string> {
  if (await accounts.find(DEV_ACCOUNT) === null) {
    const acting = { actor: { kind: "server" }, request: null } as const;
    await accounts.open(acting, DEV_ACCOUNT, { founder: null });
  }
  return `${issuer}/sign-in/link/${await signIn.makeLink(DEV_ACCOUNT)}`;
}

async function addressesOf(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
