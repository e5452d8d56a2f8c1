import assert from "node:assert/strict";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGitHost } from "../../src/hosts/git/mod.ts";
import { createGitHttpServer, type GitHttpServerOptions } from "../support/git_http_server.ts";
import type { GitRepository } from "../support/git_repository.ts";
import { manualClock } from "../support/manual_clock.ts";
import { gitHostSuite } from "./git_host_suite.ts";

gitHostSuite("a git server that filters", serve({}));
gitHostSuite("a git server that tells sizes", serve({ objectInfo: true }));
gitHostSuite("a git server that cannot filter", serve({ filters: false, anyHash: false }));

function serve(options: Partial<GitHttpServerOptions>) {
  return ({ gitDir }: GitRepository) => {
    const server = createGitHttpServer({ ...options, repositories: new Map([["acme/library", gitDir]]) });
    const key = parseHostKey("code");
    assert(key.ok);
    const host = createGitHost({
      key: key.value,
      baseUrl: server.url,
      nestedOwners: false,
      lifetimes: { repository: 60, ref: 60 },
      fetch,
      clock: manualClock(),
      verified: true,
    });
    return {
      host,
      owner: "acme",
      name: "library",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}
