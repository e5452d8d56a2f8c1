/** Repositories that publish to an account: what a run makes of what was pushed. */
import { HOUR_MS as HOUR } from "../../support/library/library.ts";
import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import type { Connection, ConnectionId } from "../../../contracts/library/connections.ts";
import { proofFor, skillAt, type SyncRun } from "../syncing_account.ts";
import { LIBRARY_ADDRESS, LIBRARY_ID, syncingWorld } from "./_syncing.ts";

const THREE = {
  ...proofFor("acme", PUBLIC_URL),
  ...skillAt("skills/one", "one", "metadata:\n  version: 1.4.0\n"),
  ...skillAt("skills/two", "two"),
  "skills/two/notes.md": "# Notes\n",
  ...skillAt("skills/three", "three"),
};

function outcomes({ skills }: SyncRun): string[] {
  return skills.map(({ path, outcome, problem }) =>
    `${path} ${outcome}${problem === null ? "" : ` ${problem.code}`}`
  );
}

Deno.test(
  verifies(
    ["sync.first_run", "sync.unchanged", "sync.source_match"],
    "each listed skill becomes a version that says its commit, and a push that changes none of its files makes no other",
  ),
  async () => {
    await using repository = await createGitRepository({
      ...THREE,
      "skills/broken/SKILL.md": "---\nname: broken\ndescription: [unclosed\n---\nNo.\n",
    });
    await using world = await syncingWorld(repository);
    const { acme, process } = world;
    const commit = await repository.git(["rev-parse", "HEAD"]);
    const connection = await acme.connect(LIBRARY_ADDRESS);
    assert.equal(await process.syncDue(), 1);
    const run = await acme.lastRun(connection);
    assert.equal(run.state, "done", run.reason ?? "");
    assert.equal(run.commit, commit);
    assert.deepEqual(run.counts, { created: 3, skipped: 1 });
    const broken = run.skills.find(({ outcome }) => outcome === "skipped");
    assert.deepEqual(broken?.problem, {
      ...broken?.problem,
      code: "yaml_syntax",
      path: "skills/broken/SKILL.md",
      line: 3,
    });
    assert.equal(await acme.standing("one"), "published 1.4.0");
    assert.equal(await acme.standing("two"), `published ${commit.slice(0, 12)}`);
    const { body } = await acme.ask("GET", "/library/acme/two");
    assert.deepEqual((body as { provenance: unknown }).provenance, {
      kind: "repository",
      repository: LIBRARY_ADDRESS,
      commit,
      issuer: null,
      workflow: null,
      run: null,
      source: "matches",
    });

    await repository.commit({ "README.md": "# Other words\n" });
    const second = await acme.sync(connection);
    assert.equal(second.state, "done");
    assert.deepEqual(second.counts, { unchanged: 3, skipped: 1 });
    assert.deepEqual(await acme.versions("two"), [commit.slice(0, 12)]);

    const third = await repository.commit({ "skills/two/notes.md": "# More notes\n" });
    assert.deepEqual((await acme.sync(connection)).counts, { released: 1, unchanged: 2, skipped: 1 });
    assert.deepEqual(await acme.versions("two"), [third.slice(0, 12), commit.slice(0, 12)]);
  },
);

Deno.test(
  verifies(
    ["sync.removed"],
    "a skill that left the repository is archived, stays with who holds it, and comes back as the same skill",
  ),
  async () => {
    await using repository = await createGitRepository(THREE);
    await using world = await syncingWorld(repository);
    const { acme, process } = world;
    const connection = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    const other = await world.account("other");
    assert.equal((await other.ask("POST", "/library/refs", { owner: "acme", name: "two" })).status, 201);
    const before = (await acme.versions("two"))[0];

    await repository.git(["rm", "-rq", "skills/two"]);
    await repository.commit();
    const run = await acme.sync(connection);
    assert.deepEqual(outcomes(run), ["skills/two archived"]);
    assert.equal(await acme.standing("two"), `archived ${before}`);
    const { body } = await acme.ask("GET", "/library/acme/two?state=all");
    assert.equal((body as { reason: string }).reason, "source_removed");
    await process.makeEditions();
    assert.equal((await process.fetch("/api/v1/catalog/skills/acme/two")).status, 404);
    assert.equal((await other.ask("GET", "/library/acme/two")).status, 200, "who holds it keeps it");

    await repository.git(["revert", "--no-edit", "HEAD"]);
    assert.deepEqual(outcomes(await acme.sync(connection)), ["skills/two restored"]);
    assert.equal(await acme.standing("two"), `published ${before}`);
    assert.deepEqual(await acme.versions("two"), [before]);
  },
);

Deno.test(
  verifies(
    ["sync.mass_removal"],
    "a run that would archive most skills waits, and does it once it is confirmed for that commit",
  ),
  async () => {
    await using repository = await createGitRepository({
      ...THREE,
      ...skillAt("skills/four", "four"),
      ...skillAt("skills/five", "five"),
    });
    await using world = await syncingWorld(repository);
    const { acme, process } = world;
    const connection = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    assert.deepEqual(
      (await acme.ask("POST", `/connections/${connection}/sync`, { confirm: true })).status,
      412,
    );
    await repository.git(["rm", "-rq", "skills/one", "skills/two", "skills/three"]);
    await repository.commit();
    const waiting = await acme.sync(connection);
    assert.equal(waiting.state, "waiting");
    assert.deepEqual(waiting.skills, []);
    assert.match(await acme.standing("one"), /^published/);

    await repository.git(["rm", "-rq", "skills/four"]);
    await repository.commit();
    const other = await acme.sync(connection, { confirm: true });
    assert.equal(other.state, "waiting", "what was confirmed was another commit");
    const done = await acme.sync(connection, { confirm: true });
    assert.equal(done.state, "done");
    assert.deepEqual(done.counts, { archived: 4, unchanged: 1 });
    assert.match(await acme.standing("one"), /^archived/);
  },
);

Deno.test(
  verifies(
    ["sync.two_same_name"],
    "of two new skills with one name neither is published, and the one that has it keeps it",
  ),
  async () => {
    await using repository = await createGitRepository({
      ...proofFor("acme", PUBLIC_URL),
      ...skillAt("a/refunds", "refunds", "", "One way.\n"),
      ...skillAt("b/refunds", "refunds", "", "Another way.\n"),
    });
    await using world = await syncingWorld(repository);
    const { acme, process } = world;
    const connection = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    const first = await acme.lastRun(connection);
    assert.deepEqual(outcomes(first), ["a/refunds skipped name_repeated", "b/refunds skipped name_repeated"]);
    assert.equal(await acme.standing("refunds"), "skill.not_found");

    await repository.git(["rm", "-rq", "b"]);
    await repository.commit();
    assert.deepEqual(outcomes(await acme.sync(connection)), ["a/refunds created"]);
    await repository.commit({
      ...skillAt("a/refunds", "refunds", "", "One better way.\n"),
      ...skillAt("b/refunds", "refunds", "", "Another way.\n"),
    });
    const third = await acme.sync(connection);
    assert.deepEqual(outcomes(third).toSorted(), ["a/refunds released", "b/refunds skipped name_repeated"]);
    assert.equal((await acme.versions("refunds")).length, 2);
  },
);

Deno.test("a skill that is moved stays the same skill, and one with a new name follows the old", async () => {
  await using repository = await createGitRepository(THREE);
  await using world = await syncingWorld(repository);
  const { acme, process } = world;
  const connection = await acme.connect(`${LIBRARY_ADDRESS}@main/skills`);
  await process.syncDue();
  await repository.git(["mv", "skills/two", "skills/moved"]);
  await repository.commit({ ...skillAt("skills/three", "tres") });
  const run = await acme.sync(connection);
  assert.deepEqual(outcomes(run).toSorted(), ["skills/three archived", "skills/three created"]);
  assert.deepEqual(run.counts, { created: 1, archived: 1, unchanged: 2 });
  const { body } = await acme.ask("GET", "/library/acme/three?state=all");
  assert.equal((body as { replacedBy: string }).replacedBy, "acme/tres");
  assert.deepEqual((await acme.sync(connection)).counts, { unchanged: 3 });
});

Deno.test(
  verifies(
    ["sync.lease"],
    "two processes that are asked at once run one sync, and one that died is followed by another",
  ),
  async () => {
    await using repository = await createGitRepository(THREE);
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    const other = await server.process();
    const connection = await acme.connect(LIBRARY_ADDRESS);
    const looked = await Promise.all([
      process.syncDue(),
      other.syncDue(),
      process.syncDue(),
      other.syncDue(),
    ]);
    assert.equal(looked.reduce((sum, count) => sum + count), 1);
    assert.equal((await acme.versions("two")).length, 1);
    const { body } = await acme.ask("GET", `/connections/${connection}/runs`);
    assert.equal((body as { runs: unknown[] }).runs.length, 1);

    const { connections } = process.store;
    const id = connection as ConnectionId;
    const lease = { owner: "who died", until: server.clock.now() + HOUR };
    await connections.change(acme.id, id, (before) => ({ ...before, lease, dueAt: lease.until }));
    assert.equal((await acme.ask("POST", `/connections/${connection}/sync`, {})).status, 202);
    assert.equal(await process.syncDue(), 0, "somebody is at it");
    server.clock.advance(HOUR);
    await Promise.all([process.syncDue(), other.syncDue()]);
    assert.equal((await connections.find(acme.id, id))?.looked?.at, server.clock.now());
    const late = { run: null, connection: (before: Connection) => before };
    assert.equal(
      await connections.end(acme.id, id, lease.owner, late),
      false,
      "who was taken over from ends nothing",
    );
  },
);

Deno.test("a push has the repository looked at, and an hour that brought nothing is not told", async () => {
  await using repository = await createGitRepository(THREE);
  await using world = await syncingWorld(repository);
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS);
  await process.syncDue();
  server.clock.advance(HOUR);
  await process.syncDue();
  const { connections } = process.store;
  const hourly = await connections.find(acme.id, connection as ConnectionId);
  assert.equal(hourly?.looked?.at, server.clock.now());
  const { body } = await acme.ask("GET", `/connections/${connection}/runs`);
  assert.equal((body as { runs: unknown[] }).runs.length, 1);

  await repository.commit(skillAt("skills/two", "two", "", "Do it better.\n"));
  assert.equal(await process.syncDue(), 0);
  const push = { ref: "refs/heads/main", repository: { id: LIBRARY_ID, full_name: "acme/kit" } };
  assert.equal((await process.deliver("push", push)).status, 202);
  assert.equal(await process.syncDue(), 1);
  const run = await acme.lastRun(connection);
  assert.deepEqual([run.trigger, run.counts], ["push", { released: 1, unchanged: 2 }]);
});
