/** Accounts and their members over real stores, as the server puts them together. */
import assert from "node:assert/strict";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acting, AuditLog } from "../../../contracts/library/audit.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import {
  type Accounts,
  type AccountsDeps,
  createAccounts,
  createCutOff,
  createMembers,
  type Members,
  type MembersDeps,
} from "../../../src/library/mod.ts";
import { createGrantStore } from "../../../src/store/authorization/grant_store.ts";
import { createPeopleStore } from "../../../src/store/authorization/people_store.ts";
import { createAccountStore } from "../../../src/store/library/account_store.ts";
import { createAuditLog } from "../../../src/store/library/audit_log.ts";
import { createAuditRows } from "../../../src/store/library/audit_rows.ts";
import { createMemberStore } from "../../../src/store/library/member_store.ts";

export const OPERATOR: Acting = { actor: { kind: "operator" }, request: null };

export interface AccountsStage {
  readonly accounts: Accounts;
  readonly members: Members;
  readonly stores: {
    readonly accounts: AccountStore;
    readonly members: MemberStore;
    readonly audit: AuditLog;
    readonly people: ReturnType<typeof createPeopleStore>;
    readonly grants: ReturnType<typeof createGrantStore>;
  };
  /** An organisation that the operator made. */
  made(name: string): Promise<Account>;
}

export function accountsOn(
  kv: Deno.Kv,
  clock: Clock,
  options: Partial<Pick<AccountsDeps & MembersDeps, "ownerOf" | "endings" | "revokeKeys" | "hostKeys">> = {},
): AccountsStage {
  const newId = () => crypto.randomUUID();
  const deps = { kv, clock, newId, log: () => {} };
  const audit = createAuditRows(deps);
  const stores = {
    accounts: createAccountStore({ ...deps, audit }),
    members: createMemberStore({ ...deps, audit }),
    audit: createAuditLog({ ...deps, audit }),
    people: createPeopleStore(deps),
    grants: createGrantStore(deps),
  };
  const cutOff = createCutOff(stores.grants);
  const accounts = createAccounts({
    ...stores,
    hostKeys: new Set(["gh"]),
    ownerOf: () => Promise.resolve("nobody"),
    cutOff,
    endings: [],
    settleInstalls: () => Promise.resolve(),
    clock,
    newId,
    ...options,
  });
  const members = createMembers({
    ...stores,
    signInHosts: new Set(["gh"]),
    cutOff,
    revokeKeys: () => Promise.resolve(),
    clock,
    ...options,
  });
  return {
    accounts,
    members,
    stores,
    async made(name) {
      const account = await accounts.open(OPERATOR, name, { founder: null });
      assert(account.ok);
      return account.value;
    },
  };
}
