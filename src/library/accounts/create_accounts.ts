import { createEndAccounts, type EndAccounts, type EndAccountsDeps } from "./end_accounts.ts";
import { createOpenAccounts, type OpenAccounts, type OpenAccountsDeps } from "./open_accounts.ts";
import { createOverseeAccounts, type OverseeAccounts } from "./oversee_accounts.ts";

export type AccountsDeps = OpenAccountsDeps & EndAccountsDeps;

export type Accounts = OpenAccounts & OverseeAccounts & EndAccounts;

/** Everything that is done with accounts themselves. */
export function createAccounts(deps: AccountsDeps): Accounts {
  return { ...createOpenAccounts(deps), ...createOverseeAccounts(deps), ...createEndAccounts(deps) };
}
