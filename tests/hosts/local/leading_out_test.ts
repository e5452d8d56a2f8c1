/** Directories whose own files lead to content that the operator never named: it must not be served. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createOwnObjects } from "../../../src/hosts/local/_own_objects.ts";
import { createGitRepository, type GitRepository, writeFiles } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { revision, served } from "./_served.ts";

const SECRET = "Secret\n";

/** A directory to serve beside a repository that is nobody's business. */
interface Neighbours extends AsyncDisposable {
  /** Holds both. */
  readonly above: string;
  readonly secret: GitRepository;
  readonly secretCommit: string;
  /** A repository at `<above>/open`. */
  open(): Promise<GitRepository>;
}

async function neighbours(): Promise<Neighbours> {
  const above = await Deno.realPath(await Deno.makeTempDir({ prefix: "skillmount-" }));
  const secret = await createGitRepository({ "secret.md": SECRET }, { directory: `${above}/secret` });
  return {
    above,
    secret,
    secretCommit: await secret.git(["rev-parse", "HEAD"]),
    open: () => createGitRepository({ "open.md": "Open\n" }, { directory: `${above}/open` }),
    [Symbol.asyncDispose]: () => Deno.remove(above, { recursive: true }),
  };
}

async function assertRefused(directory: string): Promise<void> {
  const { host } = served(directory);
  const answer = await host.repository("acme", "library");
  assert.equal(answer.ok ? "served" : answer.error.reason, "unsupported");
}

Deno.test("a .git file that leads to another repository is refused", async () => {
  await using place = await neighbours();
  for (const target of ["../secret/.git", place.secret.gitDir, "../secret/.git\0/../../open"]) {
    await writeFiles(`${place.above}/open`, { ".git": `gitdir: ${target}\n` });
    await assertRefused(`${place.above}/open`);
  }
});

Deno.test("a .git that is a link to another repository, or leads there in two steps, is refused", async () => {
  await using place = await neighbours();
  await Deno.mkdir(`${place.above}/open`);
  await Deno.symlink("../secret/.git", `${place.above}/open/.git`);
  await assertRefused(`${place.above}/open`);

  await Deno.remove(`${place.above}/open/.git`);
  await writeFiles(`${place.above}/open`, { "inner": "gitdir: ../secret/.git\n", ".git": "gitdir: inner\n" });
  await assertRefused(`${place.above}/open`);
});

Deno.test("a repository that takes its objects from another one is refused", async () => {
  await using place = await neighbours();
  const { gitDir, git } = await place.open();
  const leads: readonly (() => Promise<void>)[] = [
    () => writeFiles(gitDir, { "objects/info/alternates": `${place.secret.gitDir}/objects\n` }),
    () => writeFiles(gitDir, { "commondir": "../../secret/.git\n" }),
    async () => {
      await Deno.remove(`${gitDir}/objects/pack`, { recursive: true });
      await Deno.symlink(`${place.secret.gitDir}/objects/pack`, `${gitDir}/objects/pack`);
    },
    async () => {
      await linkFiles(`${place.secret.gitDir}/objects/pack`, `${gitDir}/objects/pack`);
    },
    async () => {
      await Deno.rename(`${gitDir}/objects`, `${gitDir}/own`);
      await Deno.symlink(`${place.secret.gitDir}/objects`, `${gitDir}/objects`);
    },
  ];
  await place.secret.git(["repack", "-a", "--quiet"]);
  for (const lead of leads) {
    assert.deepEqual(await served(`${place.above}/open`).now(), { "open.md": "Open\n" });
    await lead();
    assert.equal(await git(["cat-file", "-t", place.secretCommit]), "commit", "git as people run it has it");
    await assertRefused(`${place.above}/open`);
    await Deno.remove(gitDir, { recursive: true });
    await place.open();
  }
});

Deno.test("a repository whose single objects are another one's is refused, also once it was found to be clean", async () => {
  await using place = await neighbours();
  const { directory, gitDir, git } = await place.open();
  const hash = place.secretCommit;
  const host = served(directory);
  const first = hash.slice(0, 2);
  const object = `${gitDir}/objects/${first}/${hash.slice(2)}`;
  const secret = `${place.secret.gitDir}/objects/${first}`;
  await Deno.mkdir(`${gitDir}/objects/${first}`, { recursive: true });
  assert.deepEqual(await host.now(), { "open.md": "Open\n" });

  await Deno.symlink(`${secret}/${hash.slice(2)}`, object);
  assert.equal(await git(["cat-file", "-t", hash]), "commit", "git as people run it has it");
  const answer = await host.host.repository("acme", "library");
  assert.equal(answer.ok ? "served" : answer.error.reason, "unsupported");

  // A directory that cannot be listed, unless by root, can still be read by name.
  await Deno.chmod(`${gitDir}/objects/${first}`, 0o111);
  await assertRefused(directory);
  await Deno.chmod(`${gitDir}/objects/${first}`, 0o755);
  await Deno.remove(`${gitDir}/objects/${first}`, { recursive: true });
  assert.deepEqual(await host.now(), { "open.md": "Open\n" });
  await Deno.symlink(secret, `${gitDir}/objects/${first}`);
  assert.equal(await git(["cat-file", "-t", hash]), "commit", "git as people run it has it");
  await assertRefused(directory);
});

Deno.test("a repository with more object files than are looked at is refused, wherever they lie", async () => {
  await using place = await neighbours();
  const { gitDir } = await place.open();
  const objects = `${gitDir}/objects`;
  const ownObjects = createOwnObjects(manualClock(), 100);
  assert.equal(await ownObjects(objects), null);
  for (const directory of ["pack", "info", "00", "."]) {
    const files = Array.from({ length: 101 }, (_, number) => `${directory}/tmp_${number}`);
    await writeFiles(objects, Object.fromEntries(files.map((file) => [file, ""])));
    const refused = await ownObjects(objects);
    assert.match(refused?.reason === "unsupported" ? refused.detail : "", /too many object files/);
    for (const file of files) await Deno.remove(`${objects}/${file}`);
    assert.equal(await ownObjects(objects), null);
  }
});

Deno.test("core.worktree moves nothing into what is served", async () => {
  await using place = await neighbours();
  const { directory, git } = await place.open();
  await git(["config", "core.worktree", place.secret.directory]);
  assert.match(await git(["ls-files", "--others"]), /secret\.md/);
  assert.deepEqual(await served(directory).now(), { "open.md": "Open\n" });
});

Deno.test("a tracked path is not followed through a link that stands in its way", async () => {
  await using place = await neighbours();
  const repository = await place.open();
  await repository.commit({ "docs/secret.md": "Draft\n" });
  await Deno.remove(`${repository.directory}/docs`, { recursive: true });
  await Deno.symlink("../secret", `${repository.directory}/docs`);
  const host = served(repository.directory);
  assert.deepEqual(await host.now(), { "open.md": "Open\n" });
  const { entries } = await host.tree((await host.resolve()).commit);
  assert.deepEqual(entries.map(({ path, mode }) => [path, mode]), [["docs", "symlink"], ["open.md", "file"]]);
});

Deno.test("an index made by hand leads neither out of the directory nor into .git", async () => {
  await using place = await neighbours();
  const { directory, gitDir, git } = await place.open();
  const paths = { "xx/secret/secret.md": "../secret/secret.md", "xgit/config": ".git/config" };
  for (const [path, forged] of Object.entries(paths)) {
    await git(["read-tree", "--empty"]);
    const blob = await git(["hash-object", "-w", "--stdin"], SECRET);
    await git(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
    await forgeIndex(`${gitDir}/index`, path, forged);
    assert((await git(["ls-files", "--full-name"])).includes(forged), "git as people run it lists the path");
    assert.deepEqual(await served(directory).now(), { "open.md": "Open\n" });
  }
});

Deno.test("a link on the disk is listed and never read", async () => {
  await using place = await neighbours();
  const plain = `${place.above}/plain`;
  await writeFiles(plain, { "open.md": "Open\n" });
  await Deno.symlink("../secret/secret.md", `${plain}/file.md`);
  await Deno.symlink("../secret", `${plain}/directory`);
  await Deno.symlink("nowhere", `${plain}/dangling`);
  const host = served(plain);
  assert.deepEqual(await host.now(), { "open.md": "Open\n" });
  const { entries } = await host.tree((await host.resolve()).commit);
  assert.deepEqual(
    entries.map(({ path, mode }) => [path, mode]),
    [["dangling", "symlink"], ["directory", "symlink"], ["file.md", "symlink"], ["open.md", "file"]],
  );
});

Deno.test("a file that becomes a link after it was listed is left out", async () => {
  await using place = await neighbours();
  const plain = `${place.above}/plain`;
  await writeFiles(plain, { "open.md": "Open\n", "other.md": SECRET });
  const host = served(plain);
  const { commit } = await host.resolve();
  await Deno.remove(`${plain}/other.md`);
  await Deno.symlink("../secret/secret.md", `${plain}/other.md`);
  assert.deepEqual(await host.texts(commit), { "open.md": "Open\n" });
});

Deno.test("only listed paths of a working tree are opened, whatever is asked for", async () => {
  await using place = await neighbours();
  const { directory } = await place.open();
  await writeFiles(directory, { "open.md": "Changed\n" });
  const { host, resolve, repository } = served(directory);
  const { commit } = await resolve();
  const listing = served(place.secret.directory);
  const [secret] = (await listing.tree((await listing.resolve()).commit)).entries;
  assert(secret !== undefined);
  const wanted = [{ hash: secret.hash, path: "../secret/secret.md" }];
  const blobs = host.blobs(await repository(), commit, wanted, new AbortController().signal);
  assert.deepEqual(await Array.fromAsync(blobs), []);
});

Deno.test("below a root, names lead nowhere but to what lies in it", async () => {
  await using place = await neighbours();
  const root = `${place.above}/root`;
  await createGitRepository({ "open.md": "Open\n" }, { directory: `${root}/Acme Inc/My Library.git` });
  await Deno.symlink(place.secret.directory, `${root}/Acme Inc/stolen`);
  await Deno.symlink("My Library.git", `${root}/Acme Inc/inside`);
  await Deno.symlink(place.above, `${root}/above`);
  await writeFiles(`${root}/Acme Inc/.hidden`, { "hidden.md": "Hidden\n" });
  await writeFiles(`${root}/Acme Inc`, { "file": "A file\n" });
  const { host } = served("/nonexistent", { root });
  for (const [owner, name] of [["acme-inc", "my-library"], ["acme-inc", "inside"]] as const) {
    const found = await host.repository(owner, name);
    assert(found.ok && found.value.defaultBranch === "main", name);
    assert.deepEqual([found.value.owner, found.value.name], [owner, name]);
  }
  const nothing = [
    ["acme-inc", "stolen"],
    ["acme-inc", ".hidden"],
    ["acme-inc", "file"],
    ["acme-inc", ".."],
    ["..", "secret"],
    ["above", "secret"],
    ["", ""],
    ["Acme Inc", "My Library.git"],
  ] as const;
  for (const [owner, name] of nothing) {
    const answer = await host.repository(owner, name);
    assert.deepEqual(answer, { ok: false, error: { reason: "not_found" } }, `${owner}/${name}`);
  }
});

Deno.test("below a root, two directories with one address are named instead of one being picked", async () => {
  await using place = await neighbours();
  const root = `${place.above}/root`;
  await writeFiles(root, { "acme/My Library/a.md": "A\n", "acme/my-library/b.md": "B\n" });
  const { host } = served("/nonexistent", { root });
  assert.deepEqual(await host.repository("acme", "my-library"), {
    ok: false,
    error: { reason: "unsupported", detail: '"My Library" and "my-library" have the same address' },
  });
});

Deno.test("another directory under the same name is another repository", async () => {
  await using place = await neighbours();
  const link = `${place.above}/link`;
  await Deno.symlink("open", link);
  await place.open();
  const { host, repository, resolve } = served(link);
  const before = await repository();
  const { commit } = await resolve();
  await Deno.remove(link);
  await Deno.symlink("secret", link);
  assert.notEqual((await repository()).id, before.id);
  const answers = [
    await host.resolve(before, revision()),
    await host.tree(before, commit, 1000),
    ...await Array.fromAsync(host.blobs(before, commit, [], new AbortController().signal)),
  ];
  for (const answer of answers) assert.deepEqual(answer, { ok: false, error: { reason: "not_found" } });
});

async function linkFiles(from: string, to: string): Promise<void> {
  for await (const { name } of Deno.readDir(from)) await Deno.symlink(`${from}/${name}`, `${to}/${name}`);
}

/** Puts a path of the same length into an index of one entry, and makes its checksum right again. */
async function forgeIndex(index: string, path: string, forged: string): Promise<void> {
  assert.equal(forged.length, path.length);
  const bytes = new Uint8Array(await Deno.readFile(index));
  const text = new TextDecoder("latin1").decode(bytes);
  bytes.set(new TextEncoder().encode(forged), text.indexOf(path));
  // Whatever follows the entry, such as a cached tree, names the old path.
  const end = 12 + Math.ceil((62 + path.length + 1) / 8) * 8;
  const body = bytes.slice(0, end);
  const checksum = createHash("sha1").update(body).digest();
  await Deno.writeFile(index, new Uint8Array([...body, ...checksum]));
}
