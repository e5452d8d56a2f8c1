/**
 * The same repositories on one server three times: from this machine, from GitHub, and from a git server
 * that an operator named. GitHub and the git server are real git behind HTTP on loopback.
 */
import assert from "node:assert/strict";
import type { HostKey } from "../../contracts/addresses.ts";
import { STALE_SECONDS } from "../../contracts/limits.ts";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGitHost } from "../../src/hosts/git/mod.ts";
import { createGithubHost } from "../../src/hosts/github/mod.ts";
import { createGitHttpServer } from "./git_http_server.ts";
import { createGithubApiServer } from "./github_api_server.ts";
import { manualClock } from "./manual_clock.ts";
import { type Answer, waitForIndex, walkRepository } from "./repository_walk.ts";
import { testServer } from "./test_server.ts";

export interface HostedRepository {
  /** In lower case. */
  readonly name: string;
  readonly gitDir: string;
}

export interface EveryHost extends AsyncDisposable {
  /** Has a repository indexed at each address. */
  index(name: string): Promise<void>;
  /** A walk at each address: on this machine first. Addresses are equally long, so that pages end alike. */
  walks(name: string, paths: readonly string[]): AsyncGenerator<Answer>[];
  /** What was asked of hosts since the last call, such as `gh refs`, sorted. */
  asked(): string[];
  /** Lets what is known of refs and repositories grow old. */
  outlive(): void;
}

const LIFETIME_SECONDS = 60;

/** Owners by host key: whose repositories they are. */
const OWNERS = { local: "acme", gh: "acme-io", forge: "acme" } as const;

/** As its links say; a link to a place without encryption is not given. */
const GITHUB = "https://github.example";

export async function everyHost(repositories: readonly HostedRepository[]): Promise<EveryHost> {
  await using stack = new AsyncDisposableStack();
  const gitDirs = repositories.flatMap(({ name, gitDir }) =>
    [OWNERS.gh, OWNERS.forge].map((owner) => [`${owner}/${name}`, gitDir] as const)
  );
  const git = stack.use(createGitHttpServer({ repositories: new Map(gitDirs) }));
  const api = stack.use(createGithubApiServer(
    repositories.map(({ name }, index) => ({ id: index + 1, owner: OWNERS.gh, name, description: null })),
  ));
  const clock = manualClock();
  let asked: string[] = [];
  const shared = (key: keyof typeof OWNERS) => ({
    key: keyOf(key),
    lifetimes: { repository: LIFETIME_SECONDS, ref: LIFETIME_SECONDS, stale: STALE_SECONDS },
    clock,
    onRequest: (kind: string) => void asked.push(`${key} ${kind}`),
  });
  const server = await testServer({
    directories: new Map(repositories.map(({ name, gitDir }) => [`${OWNERS.local}/${name}`, gitDir])),
    hosts: [
      createGithubHost({
        ...shared("gh"),
        webUrl: GITHUB,
        apiUrl: api.url,
        token: null,
        fetch: (input, init) => fetch(String(input).replace(GITHUB, git.url), init),
      }),
      createGitHost({ ...shared("forge"), baseUrl: git.url, nestedOwners: false, ignoresCase: false, fetch }),
    ],
    environment: { LOCAL_VERIFIED: "0" },
    clock,
  });
  stack.use(server);
  const owned = stack.move();
  return {
    async index(name) {
      for (const address of addressesOf(name)) await waitForIndex({ fetch: server.fetch, address });
    },
    walks: (name, paths) =>
      addressesOf(name).map((address) => walkRepository({ fetch: server.fetch, address, paths })),
    asked() {
      const kinds = asked.sort();
      asked = [];
      return kinds;
    },
    outlive: () => clock.advance(LIFETIME_SECONDS * 1000),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function addressesOf(name: string): string[] {
  return Object.entries(OWNERS).map(([key, owner]) => `${key}/${owner}/${name}`);
}

function keyOf(text: string): HostKey {
  const key = parseHostKey(text);
  assert(key.ok);
  return key.value;
}
