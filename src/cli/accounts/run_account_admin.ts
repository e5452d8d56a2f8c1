import type { CommandResult } from "../command_result.ts";
import { type AccessCommandDeps, runAccessCommand } from "./access_commands.ts";
import type { AccountArguments } from "./account_arguments.ts";
import { type AccountCommandDeps, runAccountCommand } from "./account_commands.ts";
import { type ConnectionCommandDeps, runConnectionCommand } from "./connection_commands.ts";
import { type ReportCommandDeps, runReportCommand } from "./report_commands.ts";
import { runSkillCommand, type SkillCommandDeps } from "./skill_commands.ts";
import { runStatsCommand, type StatsCommandDeps } from "./stats_commands.ts";

export type AccountAdminDeps =
  & AccountCommandDeps
  & AccessCommandDeps
  & SkillCommandDeps
  & StatsCommandDeps
  & ReportCommandDeps
  & ConnectionCommandDeps;

/** The commands of an operator about accounts, what they publish, people, apps and keys. Exit codes: 0 done, 1 not done. */
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
    case "skill held":
    case "skill flag":
    case "skill unflag":
    case "skill release":
    case "skill remove-version":
    case "skill transfer":
    case "skill feature":
    case "skill unfeature":
      return await runSkillCommand(deps, asked);
    case "reports list":
    case "reports close":
      return await runReportCommand(deps, asked);
    case "connections list":
    case "connections vouch":
    case "connections unvouch":
      return await runConnectionCommand(deps, asked);
    case "stats recount":
      return await runStatsCommand(deps);
    default:
      return await runAccountCommand(deps, asked);
  }
}
