/** The commands of an operator and of an author. They receive ports and say what to print. */
export { type AdminDeps, runAdmin } from "./admin.ts";
export { type AdminArguments, adminArguments } from "./admin_arguments.ts";
export { type CheckPorts, type CheckRequest, runCheck } from "./check.ts";
export { type CheckArguments, checkArguments } from "./check_arguments.ts";
export type { CheckedLicence, CheckedProblem, CheckedSkill, CheckReport } from "./check_report.ts";
export { type CommandResult, done, failed } from "./command_result.ts";
