import assert from "node:assert/strict";
import type { RefName, Revision } from "../../../contracts/addresses.ts";
import type { GitHost, Repository } from "../../../contracts/git_host.ts";
import { parseRefName } from "../../../src/format/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";
import { commitHash, gitHost } from "./_host.ts";

export const DEFAULT: Revision = { kind: "default" };

export interface Stage extends AsyncDisposable {
  readonly host: GitHost;
  readonly clock: ManualClock;
  readonly repository: GitRepository;
  readonly library: Repository;
  /** What was asked of the server since it was looked at last. */
  asked(): string[];
}

export async function serve(
  files: Record<string, string>,
  options: Partial<Parameters<typeof gitHost>[0] & Parameters<typeof createGitHttpServer>[0]> = {},
): Promise<Stage> {
  const repository = await createGitRepository(files);
  const server = createGitHttpServer({
    ...options,
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  const clock = manualClock();
  let kinds: string[] = [];
  const host = gitHost({ ...options, baseUrl: server.url, clock, onRequest: (kind) => kinds.push(kind) });
  const library = await host.repository("acme", "library");
  assert(library.ok);
  return {
    host,
    clock,
    repository,
    library: library.value,
    asked() {
      const asked = kinds;
      kinds = [];
      return asked;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}

export async function readAll(
  host: GitHost,
  library: Repository,
  commit: ReturnType<typeof commitHash>,
): Promise<void> {
  const tree = await host.tree(library, commit, 1000);
  assert(tree.ok);
  const replies = await Array.fromAsync(
    host.blobs(library, commit, tree.value.entries, new AbortController().signal),
  );
  assert.equal(replies.length, tree.value.entries.length);
  assert(replies.every(({ ok }) => ok));
}

export function ref(name: string): Revision {
  const parsed = parseRefName(name);
  assert(parsed.ok);
  return { kind: "ref", name: parsed.value satisfies RefName };
}
