import assert from "node:assert/strict";
import type { GitHost, HostFailure, Repository } from "../../../contracts/git_host.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseHostKey } from "../../../src/format/mod.ts";
import { createGithubHost, type GithubHostOptions } from "../../../src/hosts/github/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGithubApiServer, type GithubApiServer } from "../../support/github_api_server.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";

export interface Stage extends AsyncDisposable {
  readonly host: GitHost;
  readonly api: GithubApiServer;
  readonly clock: ManualClock;
  readonly repository: GitRepository;
  readonly gitUrl: string;
  asked(): string[];
  /** `repository()` as a deployment asks it, which remembers what was said before. */
  ask(name?: string): Promise<Result<Repository, HostFailure>>;
}

export const HOUR_MS = 60 * 60_000;

export function githubHost(options: Partial<GithubHostOptions>): GitHost {
  const key = parseHostKey("gh");
  assert(key.ok);
  return createGithubHost({
    key: key.value,
    webUrl: "https://github.com",
    apiUrl: "https://api.github.com",
    token: null,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock: manualClock(),
    ...options,
  });
}

export async function serve(
  options: Partial<GithubHostOptions> = {},
  intercept?: (request: Request) => Response | undefined,
): Promise<Stage> {
  const repository = await createGitRepository({ "README.md": "# Library\n" });
  const { gitDir } = repository;
  const git = createGitHttpServer({
    repositories: new Map(
      ["acme/library", "acme/LIBRARY", "Acme/Library", "acme/before"].map((name) => [name, gitDir]),
    ),
    ...(intercept !== undefined && { intercept }),
  });
  const api = createGithubApiServer([{ id: 4711, owner: "Acme", name: "Library", description: "Skills" }]);
  const clock = manualClock();
  let kinds: string[] = [];
  const told = new Map<string, Repository>();
  const host = githubHost({
    webUrl: git.url,
    apiUrl: api.url,
    clock,
    onRequest: (kind) => kinds.push(kind),
    ...options,
  });
  return {
    host,
    api,
    clock,
    repository,
    gitUrl: git.url,
    async ask(name = "library") {
      const answer = await host.repository("acme", name, { known: told.get(name) ?? null });
      if (answer.ok) told.set(name, answer.value);
      return answer;
    },
    asked() {
      const asked = kinds;
      kinds = [];
      return asked;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([git[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
      await repository[Symbol.asyncDispose]();
    },
  };
}

export function valueOf<Value>(result: Result<Value, HostFailure>): Value {
  assert(result.ok, JSON.stringify(result));
  return result.value;
}

export function reasonOf(result: Result<unknown, HostFailure>): string {
  return result.ok ? "success" : result.error.reason;
}
