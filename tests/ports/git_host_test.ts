import { gitHost } from "../support/git_host.ts";
import { createGitHttpServer, type GitHttpServerOptions } from "../support/git_http_server.ts";
import type { GitRepository } from "../support/git_repository.ts";
import { gitHostSuite } from "./git_host_suite.ts";

gitHostSuite("a git server that filters", serve({}));
gitHostSuite("a git server that tells sizes", serve({ objectInfo: true }));
gitHostSuite("a git server that cannot filter", serve({ filters: false, anyHash: false }));

function serve(options: Partial<GitHttpServerOptions>) {
  return ({ gitDir }: GitRepository) => {
    const server = createGitHttpServer({ ...options, repositories: new Map([["acme/library", gitDir]]) });
    return {
      host: gitHost({ baseUrl: server.url, verified: true }),
      owner: "acme",
      name: "library",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}
