/** Git's own protocol, and any git server behind the `GitHost` port. */

export type { GitRemote, GitRequestKind } from "./transport/connection.ts";
export { createGitHost, type GitHostOptions } from "./create_git_host.ts";
export { type GitCredential, gitCredential } from "./git_credential.ts";
export { DEFAULT_GIT_LIMITS, type GitLimits } from "./git_limits.ts";
export { createGitReader } from "./git_reader.ts";
export { listHeldTree } from "./tree/list_held_tree.ts";
