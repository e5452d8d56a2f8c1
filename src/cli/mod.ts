/** The commands of an operator and of an author. They receive ports and say what to print. */
export { type AccountAdminDeps, runAccountAdmin } from "./accounts/run_account_admin.ts";
export { type AdminDeps, runAdmin } from "./admin.ts";
export { type AdminArguments, adminArguments } from "./admin_arguments.ts";
export { type CheckRequest, notReadText, runCheck } from "./check/run_check.ts";
export { createChecker } from "./check/create_checker.ts";
export { type PublishArguments, publishArguments } from "./publish/publish_arguments.ts";
export { runPublish } from "./publish/run_publish.ts";
export { reportChanges } from "./watch/report_changes.ts";
export { PROBLEM_MEANINGS } from "./check/problem_meanings.ts";
export { type CheckArguments, checkArguments } from "./check/check_arguments.ts";
export type { CheckReport } from "./check/check_report.ts";
export { misunderstood, nearestWord } from "./misunderstood.ts";
export { type CommandResult, done, failed } from "./command_result.ts";
