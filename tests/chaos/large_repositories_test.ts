import assert from "node:assert/strict";
import type { IndexState } from "../../contracts/indexing.ts";
import { gitBlobHash, parseCommitHash } from "../../src/format/mod.ts";
import { gitHost } from "../support/git_host.ts";
import { createGitHttpServer, type GitHttpServerOptions } from "../support/git_http_server.ts";
import { type ImportedFile, importFiles, noise } from "../support/git_import.ts";
import { createGitRepository, type GitRepository } from "../support/git_repository.ts";
import { servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { IS_LONG } from "./_form.ts";

const SKILLS = 20;
const FILES = 90_000;
const MOVIE_BYTES = 300_000_000;
const utf8 = new TextEncoder();

Deno.test({
  name: "a repository of 90,000 files is served, and one over the limit of entries is not (deno task chaos)",
  ignore: !IS_LONG,
  async fn() {
    const skills = Object.fromEntries([...skillFiles()].map(({ path, bytes }) => [path, bytes]));
    await using repository = await imported(manyFiles());
    await using stage = await serve(repository);
    const { state, served } = await stage.index();
    assert.deepEqual(state, { state: "ready" });
    assert.equal(served?.catalog.skills.length, SKILLS);
    for (const [path, bytes] of Object.entries(skills)) {
      const file = served.catalog.files.find((file) => file.path === path);
      const content = served.contents.get(file?.content ?? "");
      assert(content !== undefined, path);
      assert.equal(gitBlobHash(Uint8Array.fromBase64(content)), gitBlobHash(bytes));
    }
    assert(stage.asked.length <= 12, stage.asked.join());
    const { state: refused } = await stage.index({ treeEntries: FILES - 1 });
    assert.equal(refused.state === "failed" && refused.code, "tree_too_large");
  },
});

Deno.test({
  name: "a file of 300 MB is named with its size and its source, and all others served (deno task chaos)",
  ignore: !IS_LONG,
  async fn() {
    const movie = { path: "skills/0/movie.bin", bytes: noise(MOVIE_BYTES, 1) };
    await using repository = await imported([...skillFiles(), movie]);
    for (const options of [{}, { objectInfo: true }, { filters: false, anyHash: false }]) {
      await using stage = await serve(repository, options);
      const { state, served } = await stage.index();
      assert.deepEqual(state, { state: "ready" });
      assert.equal(served?.catalog.skills.length, SKILLS);
      const file = served.catalog.files.find(({ path }) => path === movie.path);
      assert.deepEqual([file?.size, file?.stored], [MOVIE_BYTES, false]);
      assert(stage.asked.length <= 4, stage.asked.join());
    }
  },
});

interface Stage extends AsyncDisposable {
  /** Indexes the commit under these limits; gives how that ended and what is served then. */
  index(limits?: { readonly treeEntries?: number }): Promise<{
    readonly state: IndexState;
    readonly served: Awaited<ReturnType<typeof servedBy>>;
  }>;
  /** What was asked of the server. */
  readonly asked: readonly string[];
}

async function imported(files: Iterable<ImportedFile>): Promise<GitRepository> {
  const repository = await createGitRepository({}, { bare: true });
  await repository.git(["config", "core.compression", "0"]);
  await importFiles(repository, files);
  return repository;
}

async function serve(
  repository: GitRepository,
  options: Partial<GitHttpServerOptions> = {},
): Promise<Stage> {
  const hash = await repository.git(["rev-parse", "refs/heads/main"]);
  const server = createGitHttpServer({
    ...options,
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  const commit = parseCommitHash(hash);
  assert(commit.ok);
  const asked: string[] = [];
  const host = gitHost({ baseUrl: server.url, onRequest: (kind) => asked.push(kind) });
  return {
    asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    async index(limits = {}) {
      await using process = await withProcess([host], { limits });
      const task = taskOf(host, commit.value, { rules: process.rules.version });
      const state = await process.indexer.wait(task, 2 ** 30);
      return { state, served: await servedBy(process.store, task.key) };
    },
  };
}

function* skillFiles(): Generator<ImportedFile> {
  for (let at = 0; at < SKILLS; at++) {
    const text = `---\nname: "${at}"\ndescription: Skill ${at}.\n---\nBody ${at}\n`;
    yield { path: `skills/${at}/SKILL.md`, bytes: utf8.encode(text) };
    for (let file = 0; file < 10; file++) {
      yield { path: `skills/${at}/${file}.bin`, bytes: noise(3000, at * 10 + file + 1) };
    }
  }
}

function* manyFiles(): Generator<ImportedFile> {
  yield* skillFiles();
  for (let at = SKILLS * 11; at < FILES; at++) {
    yield { path: `src/${at % 300}/${at}.ts`, bytes: noise(2000, 1000 + at) };
  }
}
