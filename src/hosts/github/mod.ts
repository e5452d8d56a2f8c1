/** GitHub and GitHub Enterprise Server, behind the `GitHost` port. */

export { createGithubHost, type GithubHostOptions, type GithubRequestKind } from "./create_github_host.ts";
