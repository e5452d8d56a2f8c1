/** The repositories and directories of this machine, behind the `GitHost` port. */

export { createLocalHost, type LocalHostOptions } from "./create_local_host.ts";
export { createGitRunner } from "./git_runner.ts";
export { localAddresses } from "./local_addresses.ts";
export { operatorExcludes, type OperatorHome } from "./operator_excludes.ts";
