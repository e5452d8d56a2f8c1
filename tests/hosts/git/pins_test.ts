import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { commitHash, reasonOf, valueOf } from "./_host.ts";
import { ref, serve } from "./_stage.ts";

Deno.test("pins in a history that grows are proven by new commits alone", async () => {
  await using stage = await serve({ "README.md": "0\n" });
  const { host, library, clock, repository } = stage;
  const first = await repository.git(["rev-parse", "HEAD"]);
  const second = await repository.commit({ "README.md": "1\n" });
  await repository.commit({ "README.md": "2\n" });
  clock.advance(2000);
  const pin = (hash: string) => host.resolve(library, { kind: "commit", hash: commitHash(hash) });
  for (const hash of [first, second]) assert.equal(reasonOf(await pin(hash)), "success");
  stage.asked();
  assert.equal(reasonOf(await pin(first)), "success");
  assert.deepEqual(stage.asked(), []);
  await repository.commit({ "README.md": "3\n" });
  clock.advance(2000);
  for (const hash of [first, second]) assert.equal(reasonOf(await pin(hash)), "success");
  assert.deepEqual(stage.asked(), ["refs", "history"]);
});

Deno.test("a pin that a force-push left behind is proven no longer", async () => {
  await using stage = await serve({ "README.md": "0\n" });
  const { host, library, clock, repository } = stage;
  const first = await repository.git(["rev-parse", "HEAD"]);
  const lost = await repository.commit({ "README.md": "1\n" });
  await repository.commit({ "README.md": "2\n" });
  clock.advance(2000);
  const pin = (hash: string) => host.resolve(library, { kind: "commit", hash: commitHash(hash) });
  assert.equal(reasonOf(await pin(lost)), "success");
  await repository.git(["reset", "--quiet", "--hard", first]);
  await repository.commit({ "README.md": "another\n" });
  clock.advance(2000);
  assert.equal(reasonOf(await pin(lost)), "not_found");
  assert.equal(reasonOf(await pin(first)), "success");
});

Deno.test("a commit that only a fork has is found nowhere, though the server would deliver it", async () => {
  await using stage = await serve({ "README.md": "0\n" });
  const { host, library, clock, repository } = stage;
  await using fork = await createGitRepository({}, { bare: true });
  await fork.git(["fetch", "--quiet", repository.gitDir, "main:main"]);
  const tree = await fork.writeTree([{ name: "evil.md", mode: "100644", content: "evil\n" }]);
  const commit = commitHash(await fork.commitTree(tree, [await fork.git(["rev-parse", "main"])]));
  await fork.git(["update-ref", "refs/heads/evil", commit]);
  await Deno.writeTextFile(`${repository.gitDir}/objects/info/alternates`, `${fork.gitDir}/objects\n`);
  clock.advance(2000);
  // The server does not care whose it is.
  const delivered = valueOf(await host.tree(library, commit, 10));
  assert.deepEqual(delivered.entries.map(({ path }) => path), ["evil.md"]);
  assert.equal(reasonOf(await host.resolve(library, { kind: "commit", hash: commit })), "not_found");
  for (const name of [commit.slice(0, 10), "evil"]) {
    assert.equal(reasonOf(await host.resolve(library, ref(name))), "not_found", name);
  }
});

Deno.test("a history whose clocks are wrong is still proven by its hashes", async () => {
  await using stage = await serve({ "README.md": "0\n" });
  const { host, library, clock, repository } = stage;
  const tree = await repository.git(["rev-parse", "HEAD^{tree}"]);
  // Each commit claims to be older than its parent.
  let last = await repository.git(["rev-parse", "HEAD"]);
  const commits: string[] = [];
  for (let index = 0; index < 30; index++) {
    const body = `tree ${tree}\nparent ${last}\nauthor A <a@example.com> ${9000 - index * 100} +0000\n` +
      `committer A <a@example.com> ${9000 - index * 100} +0000\n\n${index}\n`;
    last = await repository.git(["hash-object", "-t", "commit", "-w", "--stdin"], body);
    commits.push(last);
  }
  await repository.git(["update-ref", "refs/heads/main", last]);
  const [, early = "", , late = ""] = commits;
  const fork = await repository.commitTree(tree, [late]);
  clock.advance(2000);
  const pin = (hash: string) => host.resolve(library, { kind: "commit", hash: commitHash(hash) });
  assert.equal(reasonOf(await pin(early)), "success");
  assert.equal(reasonOf(await pin(fork)), "not_found");
});

Deno.test("a history too long to be sent proves nothing", async () => {
  await using stage = await serve({ "README.md": "0\n" }, { limits: { historyBytes: 600 } });
  const { host, library, clock, repository } = stage;
  const first = await repository.git(["rev-parse", "HEAD"]);
  for (let index = 0; index < 10; index++) await repository.commit({}, `${index}`);
  clock.advance(2000);
  assert.equal(
    reasonOf(await host.resolve(library, { kind: "commit", hash: commitHash(first) })),
    "not_found",
  );
});
