import assert from "node:assert/strict";
import { join } from "node:path";
import type { FileFacts, TreeListing } from "../../../contracts/domain.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import { inspectFile, readRepository, type RepositoryReading } from "../../../src/format/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { noise } from "../../support/git_import.ts";
import { createGitRepository, type FileContents, type GitRepository } from "../../support/git_repository.ts";
import { commitHash, gitHost, libraryOn, valueOf } from "./_host.ts";

/** Makes any repository a large one, and is itself never served. */
const BALLAST: FileContents = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`00/${at}.bin`, noise(10_000, at + 1)]),
);
const LARGE = { packBytes: 200_000 };

const MADE: FileContents = {
  "SKILLCDN.md": "---\ndescription: All.\ndocuments:\n  - handbook\n---\nRules.\n",
  "handbook/a/values.json": "{}",
  "handbook/guide.MD": "# Guide\n\n[more](../elsewhere/more.md) [code](../elsewhere/code.ts)\n",
  "elsewhere/more.md": "# More\n",
  "elsewhere/code.ts": "1;\n",
  "elsewhere/other.json": "{}",
  "skills/x/SKILL.md":
    "---\nname: x\ndescription: X.\nskillcdn:\n  include:\n    - .hidden/b.md\n---\n[a](.h/a.bin)\n",
  "skills/x/.hidden/b.md": "# B\n",
  "skills/x/nested/SKILL.md": "---\nname: nested\ndescription: N.\n---\n",
  "skills/x/nested/tool.py": "print()\n",
  "skills/readme.markdown": "# Skills\n",
  "skills/COPYING.lesser": "LGPL\n",
  "LICENSE-MIT": "MIT License\n",
  "team/SKILLCDN.md": "---\ndescription: Team.\n---\n",
  "team/docs/x.json": "{}",
  "team/docs/x.mdx": "# X\n",
};

Deno.test("of a large commit the same is served as of any other", async (t) => {
  const fixtures = await filesBelow("fixtures/hostile");
  const tables: Record<string, FileContents> = {
    "the example library": await filesBelow("fixtures/examples/library"),
    "every sort of file": MADE,
    "every sort of file without a manifest above": Object.fromEntries(
      Object.entries(MADE).filter(([path]) => path !== "SKILLCDN.md"),
    ),
    "whatever was hostile": Object.fromEntries(
      Object.entries(fixtures).map(([path, content]) => [`all/${path}`, content]),
    ),
  };
  for (const [what, files] of Object.entries(tables)) {
    await t.step(what, async () => {
      await using repository = await createGitRepository({ ...files, ...BALLAST });
      const [whole, large] = [await listingOf(repository, {}), await listingOf(repository, LARGE)];
      assert(whole.entries.every(({ least }) => !least));
      assert(large.entries.some(({ least }) => least));
      assert.deepEqual(read(large, repository, files), read(whole, repository, files));
    });
  }
});

async function listingOf(repository: GitRepository, limits: Partial<typeof LARGE>): Promise<TreeListing> {
  await using server = createGitHttpServer({ repositories: new Map([["acme/library", repository.gitDir]]) });
  const host = gitHost({ baseUrl: server.url, limits });
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  return valueOf(await host.tree(libraryOn(host), commit, 10_000));
}

function read(tree: TreeListing, { directory }: GitRepository, files: FileContents): RepositoryReading {
  const steps = readRepository({
    commit: commitHash("0123456789".repeat(4)),
    repositoryName: "library",
    tree,
    limits: DEFAULT_READING_LIMITS,
    serving: "full",
    sourceUrl: () => null,
  });
  let step = steps.next(new Map());
  while (!step.done) {
    const facts = new Map<string, FileFacts>();
    for (const { path } of step.value) {
      assert(path in files, path);
      facts.set(path, inspectFile(path, Deno.readFileSync(join(directory, path)), DEFAULT_READING_LIMITS));
    }
    step = steps.next(facts);
  }
  return step.value;
}

async function filesBelow(root: string, prefix = ""): Promise<FileContents> {
  const files: Record<string, Uint8Array> = {};
  for await (const { name, isFile, isDirectory } of Deno.readDir(join(root, prefix))) {
    const path = prefix === "" ? name : `${prefix}/${name}`;
    if (isFile) files[path] = await Deno.readFile(join(root, path));
    if (isDirectory) Object.assign(files, await filesBelow(root, path));
  }
  return files;
}
