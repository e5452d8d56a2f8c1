import assert from "node:assert/strict";
import type { HostTable } from "../../../contracts/addresses.ts";
import { success } from "../../../contracts/result.ts";
import { addressResource, createAddressKeys } from "../../../src/auth/mod.ts";
import { type AccountAdminDeps, adminArguments, runAccountAdmin } from "../../../src/cli/mod.ts";
import { formatAddress } from "../../../src/format/mod.ts";
import { createAddressKeyStore } from "../../../src/store/authorization/address_key_store.ts";
import { createClientStore } from "../../../src/store/authorization/client_store.ts";
import { createPermissionStore } from "../../../src/store/authorization/permission_store.ts";
import { createSessionStore } from "../../../src/store/authorization/session_store.ts";
import { accountsOn } from "../../support/library/accounts.ts";
import { createConnections, createFeaturing } from "../../../src/library/mod.ts";
import { libraryOn } from "../../support/library/library.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { ANY_PLACE } from "../../support/library/connections.ts";

const HOSTS: HostTable = new Map([
  ["gh", {
    ignoresCase: true,
    nestedOwners: false,
    owner: /^[a-z0-9-]{1,39}$/i,
    repo: /^[a-z0-9._-]{1,99}$/i,
  }],
]);
const PLACES = { issuer: "https://account.example", publicUrl: "https://skills.example", hosts: HOSTS };
/** The commands about accounts over real stores, and the library that the operator moderates. */
export async function stage(options: Partial<AccountAdminDeps> = {}) {
  const kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const deps = { kv, clock, newId: () => crypto.randomUUID(), log: () => {} };
  const built = accountsOn(kv, clock);
  const published = libraryOn(kv, { clock });
  const { accounts, stores } = built;
  const [sessions, clients] = [createSessionStore(deps), createClientStore(deps)];
  const [keyStore, permissions] = [createAddressKeyStore(deps), createPermissionStore(deps)];
  const revokedKeys: string[] = [];
  const all: AccountAdminDeps = {
    ...stores,
    accounts,
    moderation: published.moderation,
    featuring: createFeaturing({ ...published.store, clock, isAnalysed: true }),
    stats: published.stats,
    reports: published.store.reports,
    connections: published.store.connections,
    accountOf: published.store.accounts.account,
    sync: createConnections({
      ...published.store,
      ...deps,
      repositories: ANY_PLACE,
    }),
    clock,
    hostTable: HOSTS,
    signInLink: (name) => Promise.resolve(`${PLACES.issuer}/sign-in/link/li_${name}`),
    access: {
      ...stores,
      sessions,
      clients,
      permissions,
      addressKeys: keyStore,
      revokeAccountKeys: (account, maker) => Promise.resolve(revokedKeys.push(`${account} ${maker}`)),
    },
    addressKeys: createAddressKeys({
      keys: keyStore,
      mayOpen: () => Promise.resolve(success(null)),
      audienceOf: (address) => addressResource(address, PLACES).audience,
      nameOf: (address) => formatAddress(address, HOSTS),
      clock,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    }),
    ...options,
  };
  return {
    ...built,
    published,
    clock,
    sessions,
    clients,
    keyStore,
    permissions,
    revokedKeys,
    async admin(line: string) {
      const parsed = adminArguments(line.split(" "));
      if (!parsed.ok) return parsed.error;
      assert(parsed.value.command === "accounts", line);
      return await runAccountAdmin(all, parsed.value.asked);
    },
    [Symbol.dispose]: () => kv.close(),
  };
}

export const out = (text: string) => ({ code: 0, out: text, err: "" });
export const err = (text: string) => ({ code: 1, out: "", err: text });
