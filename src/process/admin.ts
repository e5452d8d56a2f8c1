import { dirname, resolve } from "node:path";
import type { GitHost } from "../../contracts/git_host.ts";
import type { StoreFile } from "../../contracts/housekeeping.ts";
import type { Moderation } from "../../contracts/library/library.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { StorePorts } from "../../contracts/store.ts";
import { type AddressKeys, addressResource, createAddressKeys, type ResourcePlaces } from "../auth/mod.ts";
import {
  type AccountAdminDeps,
  type AdminArguments,
  adminArguments,
  type CommandResult,
  failed,
  runAccountAdmin,
  runAdmin,
} from "../cli/mod.ts";
import type { Config, KvConfig } from "../config/mod.ts";
import { formatAddress, readingRules } from "../format/mod.ts";
import { createMetrics } from "../http/mod.ts";
import { createGarbageCollection } from "../indexing/mod.ts";
import { moderatedRegister } from "../app/mod.ts";
import {
  createConnections,
  createEditions,
  createFeaturing,
  createModeration,
  createRepositoryModeration,
} from "../library/mod.ts";
import { createTrustRegister } from "../mounts/mod.ts";
import { createCatalogSearch, createSearchIndex } from "../search/mod.ts";
import { createStoreFile, openStore } from "../store/mod.ts";
import {
  buildAccounts,
  buildAuthorization,
  buildHosts,
  buildSignIn,
  type BuiltAccounts,
  clock,
  logErrors as log,
  newId,
  randomBytes,
} from "./build/mod.ts";
import { messageOf } from "./_message_of.ts";
import { openKv } from "./_open_kv.ts";
import { serverSettings } from "./_settings.ts";
import { type Need, permitted, type Program, storeNeeds } from "./program.ts";

/** The settings of a dev server, and its store. */
const DEV = "--dev";

/** An operator's command, on the store of the server that is configured the same. */
export async function admin(args: readonly string[], program: Program): Promise<CommandResult> {
  return await administer(args, program).catch((error) => failed(1, messageOf(error)));
}

async function administer(args: readonly string[], program: Program): Promise<CommandResult> {
  const asked = adminArguments(args.filter((argument) => argument !== DEV), program.typed);
  if (!asked.ok) return asked.error;
  const settings = serverSettings(args.includes(DEV) ? "dev" : "start", []);
  if (!settings.ok) return settings.error;
  const config = settings.value;
  const nothingLocal = { directories: new Map(), excludesFile: null };
  const built = buildHosts(config, nothingLocal, { clock, metrics: createMetrics(), log });
  const hosts = new Map(built.map((host) => [host.key, host]));
  const allowed = await permitted([...storeNeeds(config.kv), ...copyNeeds(asked.value, config.kv)], program);
  if (!allowed.ok) return allowed.error;
  const opened = await openKv(config.kv);
  if (!opened.ok) return opened.error;
  using kv = opened.value;
  const { open: openIndex } = createSearchIndex();
  const store = openStore({ kv, clock, newId, log, openIndex, cacheBytes: config.cacheBytes });
  const rules = readingRules(config.limits).version;
  const { accounts, keys, stats } = buildAccounts(config, store);
  const moderation = createModeration({ ...store, clock, newId });
  return await runAdmin({
    ...store,
    findAccount: accounts.find,
    keys,
    hosts,
    accounts: async (asked) =>
      await runAccountAdmin(
        await accountAdmin(config, hosts, store, { accounts, keys, stats, moderation }),
        asked,
      ),
    register: moderatedRegister(
      createTrustRegister({ ...store, hosts }),
      createRepositoryModeration({ ...store, moderation }),
    ),
    // Other processes may have read what this one knows nothing of.
    garbage: createGarbageCollection({
      ...store,
      ...config.storage,
      clock,
      newId,
      log,
      rules,
      isAlone: false,
    }),
    catalog: createEditions({
      ...store,
      search: createCatalogSearch(),
      isAnalysed: config.publishing.isAnalysed,
      clock,
      log,
    }),
    file: storeFile(config.kv),
  }, asked.value);
}

async function accountAdmin(
  config: Config,
  hosts: ReadonlyMap<string, GitHost>,
  store: StorePorts,
  { accounts, keys, stats, moderation }:
    & Pick<BuiltAccounts, "accounts" | "keys" | "stats">
    & { readonly moderation: Moderation },
): Promise<AccountAdminDeps> {
  const hostTable = new Map([...hosts].map(([key, host]) => [key, host.rules]));
  const authorization = config.authorization === null
    ? null
    : buildAuthorization(config, config.authorization, hostTable, {
      store,
      accounts,
      clock,
      log,
      signInOf: await buildSignIn(config, config.authorization, { store, clock, newId, log }),
    });
  return {
    ...store,
    hostTable,
    accounts,
    stats,
    moderation,
    featuring: createFeaturing({ ...store, clock, isAnalysed: config.publishing.isAnalysed }),
    clock,
    accountOf: store.accounts.account,
    sync: createConnections({ ...store, repositories: NO_ADDRESSES, clock, newId }),
    signInLink: authorization === null ? null : async (name) => {
      const link = await authorization.signIn.makeLink(name);
      return link === null ? null : `${authorization.ports.issuer}/sign-in/link/${link}`;
    },
    access: {
      ...store,
      permissions: store.permissionStore,
      revokeAccountKeys: (account, maker) =>
        keys.revokeMadeBy({ actor: { kind: "operator" }, request: null }, account, maker),
    },
    addressKeys: authorization === null ? null : operatorKeys(authorization.places, store),
  };
}

/** What the program needs for the copy of the store. */
function copyNeeds(asked: AdminArguments, kv: KvConfig): Need[] {
  return asked.command === "backup" && kv.kind === "file"
    ? [{ setting: "the file of the copy", directory: dirname(resolve(asked.path)), kinds: ["read", "write"] }]
    : [];
}

/** No command of the operator's takes an address to connect. */
const NO_ADDRESSES = {
  parse: () => failure({ code: "address.invalid" } as const),
};

/** What the operator makes opens what they may, whatever there is now. */
function operatorKeys(
  places: ResourcePlaces,
  { addressKeys: keys }: Pick<StorePorts, "addressKeys">,
): AddressKeys {
  return createAddressKeys({
    keys,
    mayOpen: () => Promise.resolve(success(null)),
    audienceOf: (address) => addressResource(address, places).audience,
    nameOf: (address) => formatAddress(address, places.hosts),
    clock,
    randomBytes,
  });
}

function storeFile(kv: KvConfig): Result<StoreFile, string> {
  switch (kv.kind) {
    case "file":
      return success(createStoreFile(kv.path));
    case "remote":
      return failure(
        "it is a denokv server's; run this where that server is, with KV_PATH set to the file of its --sqlite-path",
      );
    case "runtime":
    case "memory":
      return failure("only the runtime knows its file; set KV_PATH, for the server too");
  }
}
