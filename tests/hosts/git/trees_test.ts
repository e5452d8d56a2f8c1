import assert from "node:assert/strict";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository, type GitRepository, type PlumbedEntry } from "../../support/git_repository.ts";
import { noise } from "../../support/git_import.ts";
import { gitHost, treeOn } from "./_host.ts";

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

async function listTree(repository: GitRepository, tree: string, maxEntries = 1000) {
  const commit = await repository.commitTree(tree);
  await repository.git(["update-ref", "refs/heads/main", commit]);
  await using server = createGitHttpServer({ repositories: new Map([["acme/library", repository.gitDir]]) });
  const listing = await treeOn(gitHost({ baseUrl: server.url }), commit, maxEntries);
  assert(listing.ok, JSON.stringify(listing));
  return listing.value;
}

Deno.test("tree() makes names that git would not check out ones that are never served", async () => {
  await using repository = await createGitRepository({}, { bare: true });
  const file = (name: string | Uint8Array): PlumbedEntry => ({ name, mode: "100644", content: "x\n" });
  const inner = await repository.writeTree([file("config")]);
  const tree = await repository.writeTree([
    file("good.md"),
    file("good.md"),
    file(".."),
    file("."),
    file(Uint8Array.of(0x61, 0xff)),
    file("café"),
    file("back\\slash"),
    { name: ".GIT", mode: "040000", content: inner },
    { name: ".git", mode: "040000", content: inner },
    { name: "dir", mode: "040000", content: inner },
  ]);
  const { entries } = await listTree(repository, tree);
  assert.deepEqual(entries.map(({ path }) => path).sort(), [
    "\\\\056",
    "\\\\056\\056",
    "\\\\056\\107\\111\\124/config",
    "\\\\056\\147\\151\\164/config",
    "\\\\147\\157\\157\\144\\056\\155\\144",
    "a\\377",
    "back\\slash",
    "café",
    "dir/config",
    "good.md",
  ]);
});

Deno.test("tree() reads odd modes as git does", async () => {
  await using repository = await createGitRepository({}, { bare: true });
  const tree = await repository.writeTree([
    { name: "group", mode: "100664", content: "x\n" },
    { name: "link", mode: "120000", content: "group" },
    { name: "module", mode: "160000", content: "0123456789".repeat(4) },
    { name: "run", mode: "100755", content: "x\n" },
  ]);
  const { entries } = await listTree(repository, tree);
  assert.deepEqual(entries.map(({ path, mode, size }) => [path, mode, size]), [
    ["group", "file", 2],
    ["link", "symlink", 5],
    ["module", "submodule", null],
    ["run", "executable", 2],
  ]);
});

Deno.test("tree() stops at trees that stand for more than anyone could visit", async () => {
  await using repository = await createGitRepository({}, { bare: true });
  const table = {
    "files": await repository.writeTree([{ name: "file", mode: "100644", content: "x\n" }]),
    "nothing": EMPTY_TREE,
  };
  await repository.git(["hash-object", "-w", "-t", "tree", "--stdin"], "");
  for (const [what, seed] of Object.entries(table)) {
    let tree = seed;
    for (let depth = 0; depth < 12; depth++) {
      const below: PlumbedEntry[] = Array.from({ length: 10 }, (_, at) => ({
        name: `${at}`,
        mode: "040000",
        content: tree,
      }));
      tree = await repository.writeTree(below);
    }
    const { truncated, entries } = await listTree(repository, tree, 1000);
    assert.equal(truncated, true, what);
    assert(entries.length <= 1000);
  }
});

Deno.test("tree() lists an empty tree as empty", async () => {
  await using repository = await createGitRepository({}, { bare: true });
  await repository.git(["hash-object", "-w", "-t", "tree", "--stdin"], "");
  assert.deepEqual(await listTree(repository, EMPTY_TREE), { entries: [], truncated: false });
});

Deno.test("tree() tells the sizes of large files without their bytes, by a bounded number of requests", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`large-${at + 10}.bin`, noise(200_000 + at, at)]),
  );
  await using repository = await createGitRepository({ ...files, "README.md": "# Library\n" });
  const commit = await repository.git(["rev-parse", "HEAD"]);
  const table = [
    { objectInfo: true, sizeBytes: 0, known: 12, asked: 1 },
    { objectInfo: false, sizeBytes: 2_000_000, known: 12, asked: 8 },
    { objectInfo: false, sizeBytes: 100, known: 7, asked: 8 },
  ];
  for (const { objectInfo, sizeBytes, known, asked } of table) {
    await using server = createGitHttpServer({
      objectInfo,
      repositories: new Map([["acme/library", repository.gitDir]]),
    });
    const kinds: string[] = [];
    const host = gitHost({
      baseUrl: server.url,
      readFileBytes: 10_000,
      limits: { sizeBytes },
      onRequest: (kind) => kinds.push(kind),
    });
    const listing = await treeOn(host, commit);
    assert(listing.ok);
    const large = listing.value.entries.filter(({ path }) => path !== "README.md");
    const told = large.filter(({ least }) => !least).map(({ size }) => size);
    assert.deepEqual(told, Array.from({ length: known }, (_, at) => 200_000 + at));
    // The others are at least as large as what was withheld.
    assert(large.every(({ least, size }) => !least || size === 10_001));
    assert.equal(kinds.filter((kind) => kind === "sizes").length, asked);
  }
});

Deno.test("tree() reads packs with deltas and loose objects alike", async () => {
  const text = Array.from({ length: 400 }, (_, at) => `line ${at * at}\n`);
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`docs/${at}.md`, text.with(at, `changed ${at}\n`).join("")]),
  );
  await using repository = await createGitRepository(files);
  const listed = async () => {
    await using server = createGitHttpServer({
      repositories: new Map([["acme/library", repository.gitDir]]),
    });
    const host = gitHost({ baseUrl: server.url });
    const listing = await treeOn(host, await repository.git(["rev-parse", "HEAD"]));
    assert(listing.ok);
    return listing.value.entries.map(({ path, hash, size }) => `${hash} ${size} ${path}`).sort();
  };
  const loose = await listed();
  await repository.git(["gc", "--quiet", "--aggressive"]);
  assert.deepEqual(await listed(), loose);
  const expected = await repository.git(["ls-tree", "-r", "-l", "HEAD"]);
  assert.deepEqual(
    loose,
    expected.split("\n").map((line) => line.replace(/^\d+ blob (\S+) +(\d+)\t(.*)$/, "$1 $2 $3")).sort(),
  );
});
