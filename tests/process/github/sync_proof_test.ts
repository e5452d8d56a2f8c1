/** Whether an account may publish a repository, at every run, and what happens once it may not, or once it is gone. */
import { HOUR_MS as HOUR } from "../../support/library/library.ts";
import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import { personAt } from "../../../src/auth/mod.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import { ADA, BOB, type Process, SECRET, SECRET_ID } from "./_github_server.ts";
import { connectedBy, proofFor, skillAt } from "../syncing_account.ts";
import { LIBRARY_ADDRESS, LIBRARY_ID, type SyncingWorld, syncingWorld } from "./_syncing.ts";

const GH = "gh" as HostKey;
const SKILLS = { ...skillAt("skills/one", "one"), ...skillAt("skills/two", "two") };

/** Somebody who signed in at the host and is an admin of the account connects an address. */
async function connectAs(
  world: SyncingWorld,
  person: typeof ADA,
  address: string,
  role: "admin" | "member" = "admin",
) {
  await world.process.signIn(person);
  return await connectedBy(world.process, world.acme, personAt(GH, String(person.id)), { address, role });
}

async function asked({ store }: Process, account: SyncingWorld["acme"], id: string) {
  const connection = await store.connections.find(account.id, id as ConnectionId);
  assert(connection !== null);
  return connection;
}

Deno.test(
  verifies(
    ["sync.no_proof"],
    "a repository that nobody proved control of publishes nothing, and an app on a private one proves nothing either",
  ),
  async () => {
    await using repository = await createGitRepository(SKILLS);
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    const connection = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    const run = await acme.lastRun(connection);
    assert.equal(run.state, "unproven");
    assert.match(
      run.reason ?? "",
      /commit the line "https:\/\/skills\.example acme" as "\.well-known\/skillmount"/,
    );
    assert.equal(await acme.standing("one"), "skill.not_found");

    const bobs = await connectAs(world, BOB, SECRET);
    server.github.asked.length = 0;
    await process.syncDue();
    assert.equal((await acme.lastRun(bobs.id)).state, "missing", "Bob is not even shown that it is there");
    assert(!server.github.asked.some((line) => line.includes("secret") && line.includes("git-upload-pack")));
    server.github.repositories.get("acme/secret")?.readers.add("bob");
    server.clock.advance(HOUR);
    await process.syncDue();
    assert.equal(
      (await acme.lastRun(bobs.id)).state,
      "unproven",
      "who reads it may not publish it for that reason",
    );
    assert.equal(
      (await process.store.housekeeping.holdings({ host: GH, repository: String(SECRET_ID) as never }))
        .snapshots.length,
      0,
    );
    assert.equal(await acme.standing("walrus"), "skill.not_found");
  },
);

Deno.test(
  verifies(
    ["sync.proof_line", "sync.proof_lost"],
    "a line on the default branch proves control for the account that it names, for as long as it stands",
  ),
  async () => {
    await using repository = await createGitRepository(SKILLS);
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    await repository.git(["checkout", "-q", "-b", "side"]);
    await repository.commit(proofFor("acme", PUBLIC_URL));
    await repository.git(["checkout", "-q", "main"]);
    const connection = await acme.connect(`${LIBRARY_ADDRESS}@side`);
    await process.syncDue();
    assert.equal((await acme.lastRun(connection)).state, "unproven", "on another branch only");
    await repository.commit(proofFor("another", PUBLIC_URL));
    assert.equal((await acme.sync(connection)).state, "unproven", "for another account");
    await repository.commit(proofFor("acme", "https://another.example"));
    assert.equal((await acme.sync(connection)).state, "unproven", "for another server");
    await repository.commit(proofFor("acme", PUBLIC_URL));
    const run = await acme.sync(connection);
    assert.deepEqual([run.state, run.counts], ["done", { created: 2 }]);

    await repository.git(["checkout", "-q", "side"]);
    await repository.commit(skillAt("skills/one", "one", "", "Do it better.\n"));
    await repository.git(["checkout", "-q", "main"]);
    await repository.git(["rm", "-q", ".well-known/skillmount"]);
    await repository.commit();
    server.clock.advance(HOUR);
    await process.syncDue();
    assert.equal((await acme.lastRun(connection)).state, "unproven");
    assert.equal((await acme.versions("one")).length, 1);
    assert.match(await acme.standing("one"), /^published/);
  },
);

Deno.test(
  verifies(
    ["sync.proof_lost"],
    "who may push to a repository proves control for as long as they may and belong to the account, as an admin at least",
  ),
  async () => {
    await using repository = await createGitRepository(SKILLS);
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    assert.equal((await connectAs(world, BOB, LIBRARY_ADDRESS, "member")).id, "publish.not_allowed");
    const { known, id } = await connectAs(world, ADA, LIBRARY_ADDRESS);
    await process.syncDue();
    assert.deepEqual((await acme.lastRun(id)).counts, { created: 2 });

    const writers = server.github.repositories.get("acme/kit")?.writers;
    writers?.delete("ada");
    await repository.commit(skillAt("skills/one", "one", "", "Do it better.\n"));
    assert.equal((await acme.sync(id)).state, "unproven");
    writers?.add("ada");
    assert.deepEqual((await acme.sync(id)).counts, { released: 1, unchanged: 1 });

    server.github.answer = (request) =>
      request.url.endsWith("/api/repos/acme/kit") &&
        request.headers.get("authorization")?.includes("host-token")
        ? new Response(null, { status: 503 })
        : undefined;
    assert.equal((await acme.sync(id)).state, "later", "nobody said no");
    server.github.answer = null;

    await process.store.members.remove(acme.id, known.id, true, {
      ...OPERATOR,
      action: "member.remove",
      target: "ada",
      before: null,
      after: null,
    });
    await repository.commit(skillAt("skills/two", "two", "", "Do it better.\n"));
    const left = await acme.sync(id);
    assert.equal(left.state, "unproven");
    assert.match(left.reason ?? "", /does not belong to the account any more/);
    assert.equal((await acme.versions("two")).length, 1);
  },
);

Deno.test("the operator's word proves control until the repository has another owner", async () => {
  await using repository = await createGitRepository(SKILLS);
  await using world = await syncingWorld(repository);
  const { acme, process, server } = world;
  const id = await acme.connect(LIBRARY_ADDRESS);
  await process.syncDue();
  const vouched = await process.store.connections.change(acme.id, id as ConnectionId, (before) => ({
    ...before,
    vouched: { at: 0, owner: null },
    dueAt: 0,
  }));
  assert(vouched !== null);
  await process.syncDue();
  assert.deepEqual((await acme.lastRun(id)).counts, { created: 2 });

  const { repositories } = server.github;
  const kit = repositories.get("acme/kit");
  assert(kit !== undefined);
  repositories.delete("acme/kit");
  repositories.set("mallory/kit", kit);
  server.github.answer = ({ url }) => {
    const { origin, pathname, search } = new URL(url);
    if (pathname === "/api/repos/acme/kit") {
      return Response.redirect(`${origin}/api/repositories/${LIBRARY_ID}`, 301);
    }
    const moved = pathname.replace(/^\/acme\/kit(?=[./])/, "/mallory/kit");
    return moved === pathname ? undefined : Response.redirect(origin + moved + search, 301);
  };
  const run = await acme.sync(id);
  assert.equal(run.state, "unproven", (run.reason ?? "") + server.github.asked.slice(-6).join());
});

Deno.test(
  verifies(
    ["sync.gone"],
    "a repository that its host says is gone for a day takes its skills along, and an outage does not",
  ),
  async () => {
    await using repository = await createGitRepository({ ...SKILLS, ...proofFor("acme", PUBLIC_URL) });
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    const id = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    const { github, clock } = server;

    github.answer = () => new Response(null, { status: 503 });
    for (let day = 0; day < 7; day++) {
      clock.advance(24 * HOUR);
      await process.syncDue();
    }
    assert.equal((await acme.lastRun(id)).state, "later");
    assert.match(await acme.standing("one"), /^published/);

    github.answer = null;
    const kit = github.repositories.get("acme/kit");
    assert(kit !== undefined);
    github.repositories.delete("acme/kit");
    clock.advance(HOUR);
    await process.syncDue();
    assert.equal((await acme.lastRun(id)).state, "missing");
    clock.advance(23 * HOUR);
    await process.syncDue();
    assert.match(await acme.standing("one"), /^published/, "three times, but not a day yet");
    clock.advance(HOUR);
    await process.syncDue();
    assert.match(await acme.standing("one"), /^archived/);
    const { body } = await acme.ask("GET", "/library/acme/one?state=all");
    assert.equal((body as { reason: string }).reason, "source_gone");
    assert.equal((await asked(process, acme, id)).missing?.times, 3);

    github.repositories.set("acme/kit", kit);
    clock.advance(HOUR);
    await process.syncDue();
    assert.deepEqual((await acme.lastRun(id)).counts, { restored: 2 });
    assert.match(await acme.standing("one"), /^published/);
  },
);

Deno.test(
  verifies(
    ["sync.new_id_same_name"],
    "another repository that took the name publishes nothing and archives nothing",
  ),
  async () => {
    await using repository = await createGitRepository({ ...SKILLS, ...proofFor("acme", PUBLIC_URL) });
    await using other = await createGitRepository({
      ...skillAt("evil", "one"),
      ...proofFor("acme", PUBLIC_URL),
    });
    await using world = await syncingWorld(repository);
    const { acme, process, server } = world;
    const id = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    const kit = server.github.repositories.get("acme/kit");
    assert(kit !== undefined);
    server.github.repositories.set("acme/kit", { ...kit, id: 999, gitDir: other.gitDir });
    const run = await acme.sync(id);
    assert.equal(run.state, "refused");
    assert.match(await acme.standing("two"), /^published/);
    assert.equal((await acme.versions("one")).length, 1);
  },
);

Deno.test("what its host made private is not published to everybody until somebody confirms it", async () => {
  await using repository = await createGitRepository(SKILLS);
  await using world = await syncingWorld(repository);
  const { acme, process, server } = world;
  const { id } = await connectAs(world, ADA, LIBRARY_ADDRESS);
  assert.equal((await acme.ask("PATCH", `/connections/${id}`, { visibility: "global" })).status, 200);
  await process.syncDue();
  assert.deepEqual((await acme.lastRun(id)).counts, { created: 2 });
  const kit = server.github.repositories.get("acme/kit");
  assert(kit !== undefined);
  kit.isPrivate = true;
  kit.readers.add("ada");
  await repository.commit(skillAt("skills/one", "one", "", "A secret.\n"));
  const waiting = await acme.sync(id);
  assert.equal(waiting.state, "waiting", waiting.reason ?? "");
  assert.equal((await acme.versions("one")).length, 1);
  assert.deepEqual((await acme.sync(id, { confirm: true })).counts, { released: 1, unchanged: 1 });
});
