import assert from "node:assert/strict";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGithubHost } from "../../src/hosts/github/mod.ts";
import { createGitHttpServer } from "../support/git_http_server.ts";
import { createGithubApiServer } from "../support/github_api_server.ts";
import { manualClock } from "../support/manual_clock.ts";
import { gitHostSuite } from "./git_host_suite.ts";

gitHostSuite("GitHub", ({ gitDir }) => {
  const git = createGitHttpServer({ repositories: new Map([["acme/library", gitDir]]) });
  const api = createGithubApiServer([{ id: 4711, owner: "acme", name: "library" }]);
  const key = parseHostKey("gh");
  assert(key.ok);
  const host = createGithubHost({
    key: key.value,
    webUrl: git.url,
    apiUrl: api.url,
    token: null,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock: manualClock(),
    verified: true,
  });
  return {
    host,
    owner: "acme",
    name: "library",
    async [Symbol.asyncDispose]() {
      await Promise.all([git[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
    },
  };
});
