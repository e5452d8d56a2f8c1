import type { StorePorts } from "../../contracts/store.ts";
import type { Config } from "../config/mod.ts";
import {
  type Accounts,
  createAccounts,
  createCutOff,
  createEndLibrary,
  createMembers,
  type Members,
} from "../library/mod.ts";
import { clock, newId } from "./_ambient.ts";

export interface BuiltAccounts {
  readonly accounts: Accounts;
  readonly members: Members;
}

/** Accounts and who belongs to them, with or without a sign-in. */
export function buildAccounts(config: Config, store: StorePorts): BuiltAccounts {
  const { local, github, gitHosts } = config;
  const keys = [local?.key, github?.key, ...gitHosts.map(({ key }) => key)];
  const cutOff = createCutOff(store.grants);
  const accounts = createAccounts({
    ...store,
    hostKeys: new Set(keys.filter((key) => key !== undefined)),
    ownerOf: () => Promise.resolve("nobody"),
    cutOff,
    endings: [createEndLibrary({ ...store, clock })],
    clock,
    newId,
  });
  const members = createMembers({
    ...store,
    signInHosts: new Set((config.authorization?.apps ?? []).map(({ key }) => key)),
    cutOff,
    revokeKeys: () => Promise.resolve(),
    clock,
  });
  return { accounts, members };
}
