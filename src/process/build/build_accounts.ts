import type { AccountKeys } from "../../../contracts/library/keys.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import { createAccountKeys } from "../../auth/mod.ts";
import type { Config } from "../../config/mod.ts";
import {
  type Accounts,
  createAccounts,
  createCutOff,
  createEndSkills,
  createMembers,
  createStandingOf,
  createStats,
  type Members,
  type OwnerOf,
  type Stats,
} from "../../library/mod.ts";
import { clock, newId, randomBytes } from "./ambient.ts";

export interface BuiltAccounts {
  readonly accounts: Accounts;
  readonly members: Members;
  readonly keys: AccountKeys;
  readonly stats: Stats;
}

/** Where nobody signs in at a host, and for the operator, who gives names as they like. */
const NOBODYS: OwnerOf = () => Promise.resolve("nobody");

/** Accounts and who belongs to them, with or without a sign-in. */
export function buildAccounts(config: Config, store: StorePorts, ownerOf: OwnerOf = NOBODYS): BuiltAccounts {
  const { local, github, gitHosts } = config;
  const hostKeys = [local?.key, github?.key, ...gitHosts.map(({ key }) => key)];
  const cutOff = createCutOff(store.grants);
  const keys = createAccountKeys({
    keys: store.accountKeys,
    standingOf: createStandingOf(store),
    clock,
    randomBytes,
  });
  const stats = createStats({ ...store, items: store.libraryItems, clock });
  const accounts = createAccounts({
    ...store,
    hostKeys: new Set(hostKeys.filter((key) => key !== undefined)),
    ownerOf,
    cutOff,
    endings: [
      createEndSkills({ skills: store.skills, items: store.libraryItems, clock }),
      async ({ id }) => {
        await store.accountKeys.forget(id);
        await store.installLinks.forget(id);
        await store.connections.forget(id);
        await store.sets.forget(id);
        return false;
      },
    ],
    settleInstalls: stats.settle,
    clock,
    newId,
  });
  const members = createMembers({
    ...store,
    signInHosts: new Set((config.authorization?.apps ?? []).map(({ key }) => key)),
    cutOff,
    async revokeKeys(acting, account, maker) {
      await keys.revokeMadeBy(acting, account, maker);
    },
    clock,
  });
  return { accounts, members, keys, stats };
}
