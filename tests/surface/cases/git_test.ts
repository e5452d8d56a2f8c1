/** Repositories whose refs, histories and configurations broke other people's tools. */
import assert from "node:assert/strict";
import { type HostileCheckout, hostileCheckout } from "../../support/hostile_checkout.ts";
import { fixtureText } from "../../support/hostile_repositories.ts";
import { testServer } from "../../support/test_server.ts";
import { agentAt, assertHolds, entriesOf, header, hostileServer } from "../cases.ts";

const { connect, logged, open, refusal, repository } = hostileServer([
  "empty-repository",
  "pinned-release",
  "same-name-twice",
  "slash-in-a-branch",
]);

Deno.test('cases, slash in a branch: the ref ends at ":" or at the first "/", and each address names what it reads', async () => {
  for (
    const [more, folder, entries] of [
      ["@feature", "(repository root)", ["folder skills", "skill x/SKILL.md"]],
      ["@feature/x", "x", ["skill x/SKILL.md"]],
      ["@feature:x", "x", ["skill x/SKILL.md"]],
      ["@feature/x:", "(repository root)", ["folder skills"]],
      ["@feature/x:skills", "skills", ["skill skills/plain/SKILL.md", "skill skills/y/SKILL.md"]],
    ] as const
  ) {
    const browsed = await (await connect("slash-in-a-branch", more)).browse();
    assert.equal(header(browsed, "Folder"), folder, more);
    assert.deepEqual(entriesOf(browsed), entries, more);
    const canonical = more === "@feature:x" ? "@feature/x" : more;
    assert.match(
      header(browsed, "Mount") ?? "",
      new RegExp(`^/local/hostile/slash-in-a-branch${canonical}(?: |$)`),
    );
  }
});

Deno.test('cases, slash in a branch: a ref that does not exist is refused with the rule of ":"', async () => {
  for (
    const [more, example] of [
      ["@release/1.2", "@release/1.2:"],
      ["@release/1.2/docs", "@release/1.2:docs"],
    ] as const
  ) {
    const { code, message } = await refusal("slash-in-a-branch", more);
    assert.equal(code, "mount.ref_not_found");
    assertHolds(
      message,
      `A ref that holds "/" ends at ":", as in /local/hostile/slash-in-a-branch${example}`,
    );
  }
  assert.equal((await refusal("slash-in-a-branch", "@release")).code, "mount.ref_not_found");
});

Deno.test("cases, letter case: an address in any case is one repository, indexed once", async () => {
  const agent = await connect("same-name-twice");
  const commit = await repository("same-name-twice").git(["rev-parse", "main"]);
  for (const name of ["Same-Name-Twice", "SAME-NAME-TWICE"]) {
    const browsed = await (await connect(name)).browse();
    assert.equal(header(browsed, "Mount"), "/local/hostile/same-name-twice (repository root)");
    assert.equal(browsed, await agent.browse());
  }
  const indexed = logged().filter((line) => line.includes('"event":"index.ready"') && line.includes(commit));
  assert.equal(indexed.length, 1);
  // Refs and paths are as they are written.
  assert.equal((await refusal("same-name-twice", "@MAIN")).code, "mount.ref_not_found");
  assert.equal((await refusal("same-name-twice", "/Billing")).code, "mount.path_not_found");
});

Deno.test("cases, limits are not emptiness: an empty repository is served, and holds nothing", async () => {
  const agent = await connect("empty-repository");
  assert.match(await agent.instructions(), /^Holds: 0 skills$/m);
  const browsed = await agent.browse();
  assert.match(browsed, /^Entries: none$/m);
  assert.equal(header(browsed, "Below"), "0 skills");
  assert.deepEqual(entriesOf(await agent.search("anything")), []);
  assertHolds(await agent.refused("load_skill", { path: "SKILL.md" }), "(skill.not_found)");
  assertHolds(await agent.refused("read_repo_file", { path: "README.md" }), "(file.not_found)");
  assert.equal((await refusal("empty-repository", "@main")).code, "mount.ref_not_found");
  assert.equal((await open("/local/hostile/nowhere")).status, 404);
  assert.equal((await refusal("nowhere", "")).code, "mount.repo_not_found");
});

Deno.test("cases, pinned release: a tag on a release branch is served, and so is the commit that its result names", async () => {
  const path = "skills/release/SKILL.md";
  const tagged = await connect("pinned-release", "@v1.2.0");
  const loaded = await tagged.load(path);
  assert.equal(header(loaded, "Description"), "Stands on a release branch.");
  const [, commit, pin] =
    /^([0-9a-f]{40}) \(tag v1\.2\.0; it may move, pin it with \/local\/hostile\/pinned-release(@\S+)\)$/
      .exec(header(loaded, "Commit") ?? "") ?? [];
  assert.equal(commit, await repository("pinned-release").git(["rev-parse", "v1.2.0^{commit}"]));
  assert.equal(pin, `@${commit}`);

  const pinned = await connect("pinned-release", pin);
  const again = await pinned.load(path);
  assert.equal(header(again, "Commit"), `${commit} (pinned)`);
  assert.equal(header(again, "Description"), header(loaded, "Description"));
  assert.equal(await pinned.context(path), await tagged.context(path));
  assert.equal(
    header(await (await connect("pinned-release")).load(path), "Description"),
    "Stands on the default branch.",
  );
});

Deno.test("cases, pinned release: a commit stays served once a branch led to it, and no other is", async () => {
  const { git } = repository("pinned-release");
  const branch = "refs/heads/release/1.2";
  const known = await git(["rev-parse", branch]);
  const moving = await connect("pinned-release", "@release/1.2:");
  assertHolds(await moving.browse("skills"), "Stands later on a release branch.");

  const unseen = await git(["commit-tree", `${known}^{tree}`, "-p", known, "-m", "Never asked for"]);
  await git(["update-ref", branch, unseen]);
  await git(["update-ref", "-d", branch]);
  const pinned = await connect("pinned-release", `@${known}`);
  assertHolds(await pinned.browse("skills"), "Stands later on a release branch.");
  assert.equal((await refusal("pinned-release", `@${unseen}`)).code, "mount.ref_not_found");
});

/** Serves the checkout by a server of its own and gives an agent at `more` of its address. */
async function attacked(checkout: HostileCheckout) {
  const directories = new Map([["hostile/git", checkout.repository.directory]]);
  const server = await testServer({ directories });
  return { server, at: (more: string) => agentAt(server, `http://127.0.0.1/local/hostile/git${more}`) };
}

Deno.test("cases, hostile git: nothing that a repository brings runs, and its true bytes are served", async () => {
  await using checkout = await hostileCheckout();
  const { repository: { git, directory }, sprung } = checkout;
  await Deno.writeTextFile(`${directory}/skills/true/notes.md`, "# Changed\n");
  await git(["status"]);
  assert(await sprung(), "the attack works on git as people run it");
  assertHolds(await git(["cat-file", "-p", "main:skills/true/SKILL.md"]), "name: forged");
  await sprung();

  const path = "skills/true/SKILL.md";
  const head = await git(["rev-parse", "main"]);
  await sprung();
  const committed = await fixtureText("hostile-git", "skills/true/notes.md");
  const { server, at } = await attacked(checkout);
  await using _ = server;
  for (
    const [more, notes] of [
      ["@main", committed],
      [`@${head}`, committed],
      [`@${head.slice(0, 12)}`, committed],
      // Last, because the bytes that it stores are those of the others.
      ["", "# Changed\n"],
    ] as const
  ) {
    const agent = at(more);
    assert.deepEqual(entriesOf(await agent.search("true forged")), [`skill ${path}`]);
    assert.equal(await agent.read(path), await fixtureText("hostile-git", path), more);
    assert.equal(await agent.read("skills/true/notes.md"), notes, more);
  }
  assert.equal(await sprung(), false);
});

Deno.test("cases, hostile git: what a partial clone lacks is not fetched, and the commit is not sold as whole", async () => {
  await using checkout = await hostileCheckout();
  await checkout.repository.git(["cat-file", "-p", "partial:skills/true/lacking.md"]).catch(() => {});
  assert(await checkout.sprung(), "the attack works on git as people run it");
  const { server, at } = await attacked(checkout);
  await using _ = server;
  const refused = await at("@partial").refused("browse_repo", {});
  assertHolds(
    refused,
    "(index.failed)",
    "as a partial clone does",
    "git fetch --refetch --no-filter",
    "Next: ",
  );
  assert.equal(await checkout.sprung(), false);
});
