import assert from "node:assert/strict";
import type { TreeEntry } from "../../../contracts/domain.ts";
import type { GitHost, Repository } from "../../../contracts/git_host.ts";
import type { GitLimits } from "../../../src/hosts/git/mod.ts";
import { gitBlobHash } from "../../../src/format/mod.ts";
import { packets } from "../../support/git_enemy.ts";
import { createGitHttpServer, type GitHttpServerOptions } from "../../support/git_http_server.ts";
import { noise } from "../../support/git_import.ts";
import { createGitRepository, type FileContents, type GitRepository } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { commitHash, gitHost, libraryOn, valueOf } from "./_host.ts";

const SKILL = "---\nname: a\ndescription: A skill.\n---\n";

/** What may be served, and more beside it. */
const SERVED: FileContents = {
  "README.md": "# Library\n",
  "LICENSE": "MIT\n",
  "SKILLCDN.md": "---\ndescription: All of it.\n---\n",
  "data/facts.json": "{}\n",
  "skills/a/SKILL.md": SKILL,
  "skills/a/picture.png": noise(3000, 1),
  "skills/a/deep/er/tool.py": "print()\n",
  "src/notes.md": "Linked.\n",
};
const OTHERS: FileContents = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [`src/${at}.bin`, noise(10_000, 100 + at)]),
);

/** So small that a repository of some files is a large one. */
const SMALL: Partial<GitLimits> = { packBytes: 60_000 };

interface Stage extends AsyncDisposable {
  readonly host: GitHost;
  readonly library: Repository;
  readonly repository: GitRepository;
  /** Bytes of replies, and what was asked for, since it was looked at last. */
  spent(): { readonly bytes: number; readonly asked: readonly string[] };
}

Deno.test("of a commit that is too much, no more travels than may be served", async () => {
  await using stage = await serve({ ...OTHERS, ...SERVED });
  const { host, library, repository, spent } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries, truncated } = valueOf(await host.tree(library, commit, 1000));
  assert.equal(truncated, false);
  assert.deepEqual(pathsOf(entries), pathsOf(await listed(repository)));
  const { asked, bytes } = spent();
  // Directories come first or are asked for again, as this git has it.
  assert.deepEqual([...new Set(asked)], ["capabilities", "commit", "blobs"]);
  assert(asked.length <= 4);
  // What is on its way when the rest is given up is counted too.
  assert(bytes < 500_000, `${bytes} bytes`);

  const served = entries.filter(({ path }) => path in SERVED);
  await assertBytes(host, library, commit, served, { ...SERVED });
  assert.deepEqual(spent().asked, []);
  assert(served.every(({ least }) => !least));
  assert.deepEqual(sized(served), sized((await listed(repository)).filter(({ path }) => path in SERVED)));

  // Of the others nobody is told a size that is not true.
  for (const { path, size, least } of entries) {
    if (least) assert.equal(size, 0, path);
  }
  const other = entries.filter(({ least }) => least).slice(0, 2);
  assert.equal(other.length, 2);
  await assertBytes(host, library, commit, other, OTHERS);
  assert.deepEqual(spent().asked, ["blobs"]);
});

Deno.test("a skill at the root makes a large commit its own, large files left out", async () => {
  const files = { ...OTHERS, "SKILL.md": SKILL, "movie.bin": noise(40_000, 7) };
  await using stage = await serve(files, { readFileBytes: 20_000 });
  const { host, library, repository, spent } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries } = valueOf(await host.tree(library, commit, 1000));
  assert.deepEqual(sized(entries), sized(await listed(repository)));
  assert.deepEqual([...new Set(spent().asked)], ["capabilities", "commit", "blobs", "sizes"]);
  await assertBytes(host, library, commit, entries.filter(({ path }) => path !== "movie.bin"), files);
  assert.deepEqual(spent().asked, []);
});

Deno.test("a new commit of a large repository costs three requests, and only what is new and may be served", async () => {
  await using stage = await serve({ ...OTHERS, ...SERVED });
  const { host, library, repository, spent } = stage;
  const before = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const known = valueOf(await host.tree(library, before, 1000));
  await repository.commit({
    "src/0.bin": noise(10_000, 500),
    "skills/a/deep/er/tool.py": "print(1)\n",
    "src/1.md": "New.\n",
  });
  spent();
  const after = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries } = valueOf(await host.tree(library, after, 1000, known));
  const { asked, bytes } = spent();
  assert.deepEqual(asked, ["commit", "blobs"]);
  assert(bytes < 6000, `${bytes} bytes`);
  assert.deepEqual(pathsOf(entries), pathsOf(await listed(repository)));
  const told = entries.filter(({ least }) => !least).map(({ path }) => path);
  for (const path of ["src/1.md", "skills/a/deep/er/tool.py", "skills/a/picture.png"]) {
    assert(told.includes(path));
  }
  assert(!told.includes("src/0.bin"));
});

Deno.test("what is not kept of a pack is asked for again by its hash", async () => {
  for (const filters of [true, false]) {
    await using stage = await serve(OTHERS, { filters, limits: { heldBytes: 60_000 } });
    const { host, library, repository, spent } = stage;
    const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
    const { entries } = valueOf(await host.tree(library, commit, 1000));
    assert.deepEqual(sized(entries), sized(await listed(repository)));
    assert.deepEqual(spent().asked, ["capabilities", "commit"]);
    await assertBytes(host, library, commit, entries.slice(-40), OTHERS);
    assert(spent().asked.every((kind) => kind === "blobs"));
  }
});

Deno.test("deltas upon what is not kept are asked for again too", async () => {
  const lines = Array.from(noise(4000, 3), (byte, at) => `${at} ${byte}\n`);
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`docs/${at}.md`, lines.with(at, `changed ${at}\n`).join("")]),
  );
  const before = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`a/${at}.bin`, noise(10_000, at + 1)]),
  );
  await using stage = await serve({ ...before, ...files }, {
    limits: { heldBytes: 80_000, cachedBytes: 100_000 },
  });
  const { host, library, repository, spent } = stage;
  await repository.git(["gc", "--quiet", "--aggressive"]);
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries } = valueOf(await host.tree(library, commit, 1000));
  assert.deepEqual(sized(entries), sized(await listed(repository)));
  assert.deepEqual(spent().asked, ["capabilities", "commit", "blobs"]);
  const documents = entries.filter(({ path }) => path in files).slice(0, 20);
  await assertBytes(host, library, commit, documents, files);
});

Deno.test("a host that gives nothing by hash sends all of a large commit", async () => {
  let refused = 0;
  await using stage = await serve({ ...OTHERS, ...SERVED }, {
    intercept: async (request) => {
      const body = request.method === "POST" ? await request.clone().text() : "";
      if (!body.includes("want ") || body.includes("deepen 1")) return undefined;
      await request.body?.cancel();
      refused++;
      return new Response(packets("ERR want 0123456789 not valid"), {
        headers: { "content-type": "application/x-git-upload-pack-result" },
      });
    },
  });
  const { host, library, repository } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries } = valueOf(await host.tree(library, commit, 1000));
  assert.equal(refused, 1);
  assert.deepEqual(sized(entries), sized(await listed(repository)));
  await assertBytes(host, library, commit, entries, { ...OTHERS, ...SERVED });
});

Deno.test("a host that cannot filter has its large files passed over, their sizes known", async () => {
  const files = {
    "README.md": "# Library\n",
    "movie.bin": noise(3_000_000, 1),
    "zeros.bin": new Uint8Array(3e6),
  };
  await using stage = await serve(files, {
    filters: false,
    limits: { objectBytes: 1_000_000, heldBytes: 10_000 },
  });
  const { host, library, repository, spent } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const { entries } = valueOf(await host.tree(library, commit, 1000));
  assert.deepEqual(sized(entries), sized(await listed(repository)));
  assert.deepEqual(spent().asked, ["capabilities", "commit"]);
});

Deno.test("a commit whose directories alone are too much is unsupported", async () => {
  await using stage = await serve(OTHERS, { limits: { packBytes: 100 } });
  const { host, library, repository } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  const listing = await host.tree(library, commit, 1000);
  assert(!listing.ok);
  assert.equal(listing.error.reason, "unsupported");
});

async function serve(
  files: FileContents,
  options: Partial<Parameters<typeof gitHost>[0] & GitHttpServerOptions> = {},
): Promise<Stage> {
  const repository = await createGitRepository(files);
  const server = createGitHttpServer({
    ...options,
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  let asked: string[] = [];
  let bytes = 0;
  const host = gitHost({
    limits: SMALL,
    ...options,
    baseUrl: server.url,
    clock: manualClock(),
    onRequest: (kind) => asked.push(kind),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.length;
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(counter) ?? null, response);
    },
  });
  return {
    host,
    repository,
    library: libraryOn(host),
    spent() {
      const spent = { asked, bytes };
      asked = [];
      bytes = 0;
      return spent;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}

type Listed = Pick<TreeEntry, "path" | "hash" | "size">;

/** What git itself lists. */
async function listed(repository: GitRepository): Promise<{ path: string; hash: string; size: number }[]> {
  const lines = await repository.git(["ls-tree", "-r", "-l", "HEAD"]);
  return lines.split("\n").map((line) => {
    const [, hash = "", size, path = ""] = /^\d+ blob (\S+) +(\d+)\t(.*)$/.exec(line) ?? [];
    return { path, hash, size: Number(size) };
  });
}

function pathsOf(entries: readonly { readonly path: string; readonly hash: string }[]): string[] {
  return entries.map(({ path, hash }) => `${hash} ${path}`).sort();
}

function sized(entries: readonly (Omit<Listed, "hash"> & { readonly least?: true })[]): string[] {
  return entries.map(({ path, size, least }) => `${path} ${least ? "at least " : ""}${size}`).sort();
}

async function assertBytes(
  host: GitHost,
  library: Repository,
  commit: ReturnType<typeof commitHash>,
  wanted: readonly TreeEntry[],
  files: FileContents,
): Promise<void> {
  const expected = wanted.map(({ path }) => {
    const content = files[path] ?? "";
    return gitBlobHash(typeof content === "string" ? new TextEncoder().encode(content) : content);
  });
  const received: string[] = [];
  for await (const reply of host.blobs(library, commit, wanted, new AbortController().signal)) {
    const { hash, bytes } = valueOf(reply);
    assert.equal(gitBlobHash(bytes), hash);
    received.push(hash);
  }
  assert.deepEqual(received.sort(), [...new Set(expected)].sort());
}
