import assert from "node:assert/strict";
import { STALE_SECONDS } from "../../../contracts/limits.ts";
import { parseHostKey } from "../../../src/format/mod.ts";
import { createGithubHost, type GithubRequestKind } from "../../../src/hosts/github/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGithubApiServer, type GithubApiServer } from "../../support/github_api_server.ts";
import { createGitRepository, type FileContents, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { callTool, message } from "../mcp.ts";

/** GitHub as stand-ins, one store, and any number of whole servers on both. */
export interface GithubWorld extends AsyncDisposable {
  readonly repository: GitRepository;
  /** Git directories by `owner/name`, as they are served. */
  readonly gitDirs: Map<string, string>;
  readonly api: GithubApiServer;
  readonly clock: ManualClock;
  /** Answers git's requests in place of the stand-in, while it is set. */
  gitAnswer: ((request: Request) => Response | undefined | Promise<Response | undefined>) | null;
  /** What was asked of GitHub since the last call, sorted. */
  asked(): GithubRequestKind[];
  process(environment?: Readonly<Record<string, string>>): Promise<GithubProcess>;
}

export interface GithubProcess extends TestServer {
  /** The text of `docs/a.md` at an address, once its commit is indexed. */
  read(address?: string): Promise<string>;
  /** The root of an address as `browse_repo` shows it. */
  browse(address?: string): Promise<string>;
  /** The code of the failure that an address answers a tool call with. */
  refusal(address: string): Promise<string>;
}

export const LIBRARY = "/gh/acme/library";

export const ORIGIN = "http://127.0.0.1";
export const WEBHOOK_SECRET = "a-secret-of-the-tests-0123456789";
export const LIFETIME_MS = 60_000;
export const HOUR_MS = 60 * 60_000;

export const DOWN = () => new Response("out of order", { status: 503 });

/** `acme/library` with these files; its number is 4711. */
export async function githubWorld(
  files: FileContents = { "docs/a.md": "# One\n" },
  token: string | null = null,
): Promise<GithubWorld> {
  const repository = await createGitRepository(files);
  const gitDirs = new Map([["acme/library", repository.gitDir]]);
  const git = createGitHttpServer({
    repositories: gitDirs,
    intercept: (request) => world.gitAnswer?.(request),
  });
  const api = createGithubApiServer([{ id: 4711, owner: "acme", name: "library", description: "Skills" }]);
  const clock = manualClock();
  const kv = await Deno.openKv(":memory:");
  const stack = new AsyncDisposableStack();
  stack.use(repository);
  stack.use(git);
  stack.use(api);
  stack.defer(() => kv.close());
  const key = parseHostKey("gh");
  assert(key.ok);
  let kinds: GithubRequestKind[] = [];
  const world: GithubWorld = {
    repository,
    gitDirs,
    api,
    clock,
    gitAnswer: null,
    asked() {
      const asked = kinds.sort();
      kinds = [];
      return asked;
    },
    async process(environment = {}) {
      const host = createGithubHost({
        key: key.value,
        webUrl: git.url,
        apiUrl: api.url,
        token,
        lifetimes: {
          repository: LIFETIME_MS / 1000,
          ref: LIFETIME_MS / 1000,
          stale: STALE_SECONDS,
        },
        fetch,
        clock,
        onRequest: (kind) => kinds.push(kind),
      });
      const server = await testServer({
        hosts: [host],
        kv,
        clock,
        environment: { GITHUB_WEB_URL: git.url, GITHUB_WEBHOOK_SECRET: WEBHOOK_SECRET, ...environment },
      });
      stack.use(server);
      const call = (address: string, tool: string, args: Record<string, unknown>) =>
        callTool(server.fetch, "modern", `${ORIGIN}${address}`, tool, args);
      return {
        ...server,
        async read(address = LIBRARY) {
          // Reading a file waits for no index; browsing does.
          await call(address, "browse_repo", {});
          const { text, isError } = await call(address, "read_repo_file", { path: "docs/a.md" });
          assert(!isError, text);
          return text;
        },
        async browse(address = LIBRARY) {
          const { text, isError } = await call(address, "browse_repo", {});
          assert(!isError, text);
          return text;
        },
        async refusal(address) {
          const params = { name: "browse_repo", arguments: {} };
          const response = await server.fetch(
            message("modern", `${ORIGIN}${address}`, { method: "tools/call", params }),
          );
          const { error } = await response.json();
          assert(response.status >= 400, `${address} is served`);
          return error.data.code;
        },
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return world;
}

/** A commit that is on the branch `feature` alone. */
export async function commitFeature({ git, commit }: GitRepository): Promise<string> {
  await git(["checkout", "--quiet", "-b", "feature"]);
  const tip = await commit({ "docs/a.md": "# Feature\n" });
  await git(["checkout", "--quiet", "main"]);
  return tip;
}
