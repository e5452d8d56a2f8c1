import type { CommandResult } from "../command_result.ts";
import { type AccessCommandDeps, runAccessCommand } from "./access_commands.ts";
import type { AccountArguments } from "./account_arguments.ts";
import { type AccountCommandDeps, runAccountCommand } from "./account_commands.ts";

export type AccountAdminDeps = AccountCommandDeps & AccessCommandDeps;

/** The commands of an operator about accounts, people, apps and keys. Exit codes: 0 done, 1 not done. */
export async function runAccountAdmin(
  deps: AccountAdminDeps,
  asked: AccountArguments,
): Promise<CommandResult> {
  switch (asked.command) {
    case "person revoke":
    case "client revoke":
    case "address-key create":
    case "address-key list":
    case "address-key revoke":
      return await runAccessCommand(deps, asked);
    default:
      return await runAccountCommand(deps, asked);
  }
}
