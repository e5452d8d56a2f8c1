import type { AccountId, PersonId } from "../../contracts/auth/viewer.ts";
import type { ListedAccountKey } from "../../contracts/library/keys.ts";
import type { StorePorts } from "../../contracts/store.ts";
import type { Config } from "../config/mod.ts";
import { type Accounts, createAccounts, createCutOff, createMembers, type Members } from "../library/mod.ts";
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
    endings: [
      async ({ id }) => {
        for (const { digest } of await store.accountKeys.ofAccount(id)) {
          await store.accountKeys.revoke(id, digest);
        }
      },
    ],
    clock,
    newId,
  });
  const members = createMembers({
    ...store,
    signInHosts: new Set((config.authorization?.apps ?? []).map(({ key }) => key)),
    cutOff,
    async revokeKeys(acting, account, maker) {
      for (const { lastFour } of await revokeKeysOf(store, account, maker)) {
        await store.audit.add(account, {
          ...acting,
          action: "key.revoke",
          target: lastFour,
          before: null,
          after: null,
        });
      }
    },
    clock,
  });
  return { accounts, members };
}

/** Revokes the keys of an account that a person made; which. */
export async function revokeKeysOf(
  { accountKeys }: Pick<StorePorts, "accountKeys">,
  account: AccountId,
  maker: PersonId,
): Promise<readonly ListedAccountKey[]> {
  const theirs = (await accountKeys.ofAccount(account)).filter((key) => key.maker === maker);
  for (const { digest } of theirs) await accountKeys.revoke(account, digest);
  return theirs;
}
