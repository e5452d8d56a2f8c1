/** Runs that die or stand still in the middle, and the ones that come after them. */
import assert from "node:assert/strict";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import { gate } from "../../support/gate.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { HOUR_MS as HOUR } from "../../support/library/library.ts";
import { proofFor, skillAt } from "../syncing_account.ts";
import { aroundCommits } from "../../support/kv.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { LIBRARY_ADDRESS, syncingWorld } from "./_syncing.ts";

Deno.test("a run that dies between publishing and noting it is taken up by another, and no skill is lost", async () => {
  await using repository = await createGitRepository({
    ...proofFor("acme", PUBLIC_URL),
    ...skillAt("place", "called-first"),
    ...skillAt("at-first", "moving"),
  });
  let diesAfter: string | null = null;
  await using world = await syncingWorld(repository, {}, {
    kvOf: (kv) => diesAfter === null ? kv : dyingAfter(kv, diesAfter),
  });
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS) as ConnectionId;
  await process.syncDue();
  await repository.git(["mv", "at-first", "at-last"]);
  const commit = await repository.commit(skillAt("place", "called-last"));
  const { connections } = process.store;
  for (const place of ["at-last", "place"]) {
    diesAfter = place;
    await connections.change(acme.id, connection, (before) => ({ ...before, lease: null, dueAt: 0 }));
    const dying = await server.process();
    await assert.rejects(dying.syncDue(), /killed/);
  }
  diesAfter = null;
  await connections.change(acme.id, connection, (before) => ({ ...before, lease: null, dueAt: 0 }));
  await (await server.process()).syncDue();
  const run = await acme.lastRun(connection);
  assert.deepEqual([run.state, run.commit], ["done", commit], run.reason ?? "");
  assert.match(await acme.standing("called-last"), /^published /);
  assert.match(await acme.standing("called-first"), /^archived /);
  assert.equal((await acme.versions("moving")).length, 1);
  const noted = async () => (await connections.skills(connection)).map(({ path }) => path).toSorted();
  assert.deepEqual(await noted(), ["at-last", "place"]);
  await repository.commit(skillAt("place", "called-last", "", "Do it well.\n"));
  assert.equal((await acme.sync(connection)).counts.released, 1);
  assert.deepEqual(await noted(), ["at-last", "place"]);
});

Deno.test("a run that another took over publishes nothing more, and what it was at is mended by one more look", async () => {
  await using repository = await createGitRepository({
    ...proofFor("acme", PUBLIC_URL),
    ...skillAt("skills/one", "one"),
    ...skillAt("skills/two", "two"),
  });
  const held = gate();
  let holds = false;
  const hold: Parameters<typeof aroundCommits>[1] = async (commit) => {
    await held.hold();
    return await commit();
  };
  await using world = await syncingWorld(repository, {}, {
    kvOf: (kv) => holds ? fromCommitOf(kv, ([letters]) => letters === "lb", hold) : kv,
  });
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS);
  await process.syncDue();
  holds = true;
  const slow = await server.process();
  const both = (words: string) => ({
    ...skillAt("skills/one", "one", "", `${words}\n`),
    ...skillAt("skills/two", "two", "", `${words}\n`),
  });
  const older = await repository.commit(both("Older."));
  await process.store.connections.change(
    acme.id,
    connection as ConnectionId,
    (before) => ({ ...before, dueAt: 0 }),
  );
  const late = slow.syncDue();
  await held.reached;
  const newer = await repository.commit(both("Newer."));
  server.clock.advance(HOUR);
  await process.syncDue();
  held.open();
  await late;
  const standing = async (name: string) => (await acme.standing(name)).split(" ")[1];
  assert.deepEqual(
    [await standing("one"), await standing("two")],
    [older, newer].map((hash) => hash.slice(0, 12)),
  );
  assert.equal((await acme.lastRun(connection)).commit, newer);
  await process.syncDue();
  assert.deepEqual(
    [await standing("one"), await standing("two")],
    [newer, newer].map((hash) => hash.slice(0, 12)),
  );
});

for (const cause of ["its directories left the repository", "the host says that the repository is gone"]) {
  Deno.test(`a run that another took over archives nothing more, where ${cause}`, async () => {
    const skills = { ...skillAt("skills/one", "one"), ...skillAt("skills/two", "two") };
    await using repository = await createGitRepository({ ...proofFor("acme", PUBLIC_URL), ...skills });
    const held = gate();
    let holds = false;
    const hold: Parameters<typeof aroundCommits>[1] = async (commit) => {
      await held.hold();
      return await commit();
    };
    await using world = await syncingWorld(repository, {}, {
      kvOf: (kv) => holds ? fromCommitOf(kv, (key) => isNoteOf(key, "skills/one"), hold) : kv,
    });
    const { acme, process, server } = world;
    const { repositories } = server.github;
    const connection = await acme.connect(LIBRARY_ADDRESS);
    await process.syncDue();
    holds = true;
    const slow = await server.process();
    const kit = repositories.get("acme/kit");
    assert(kit !== undefined);
    if (cause.startsWith("its")) {
      await repository.git(["rm", "-r", "-q", "skills"]);
      await repository.commit({ "README.md": "Nothing here.\n" });
    } else {
      repositories.delete("acme/kit");
      for (const hours of [1, 24]) {
        server.clock.advance(hours * HOUR);
        await process.syncDue();
      }
    }
    server.clock.advance(HOUR);
    const late = slow.syncDue();
    await held.reached;
    repositories.set("acme/kit", kit);
    await repository.commit(skills);
    server.clock.advance(HOUR);
    await process.syncDue();
    assert.equal((await acme.lastRun(connection)).state, "done");
    held.open();
    await late;
    const standing = async () => [await acme.standing("one"), await acme.standing("two")];
    const [one = "", two = ""] = await standing();
    assert.match(one, /^archived /, "it was at this one");
    assert.match(two, /^published /);
    await process.syncDue();
    for (const mended of await standing()) assert.match(mended, /^published /);
  });
}

const isNoteOf = ([letters, kind, ...rest]: Deno.KvKey, directory: string) =>
  letters === "lx" && kind === "has" && rest.at(-1) === directory;

/** A process that dies as soon as it noted what it published from a directory. */
function dyingAfter(kv: Deno.Kv, directory: string): Kv {
  let isDead = false;
  return fromCommitOf(kv, (key) => isNoteOf(key, directory), async (commit) => {
    if (!isDead) {
      isDead = true;
      await commit();
    }
    throw new Error("killed");
  });
}

type Kv = ReturnType<typeof aroundCommits>;

/** The same KV, of which `around` is in place of every commit from the first one on that writes such a row. */
function fromCommitOf(
  kv: Deno.Kv,
  isIt: (key: Deno.KvKey) => boolean,
  around: Parameters<typeof aroundCommits>[1],
): Kv {
  let isReached = false;
  const watched = aroundCommits(kv, (commit) => isReached ? around(commit) : commit());
  return {
    ...watched,
    atomic() {
      const operation = watched.atomic();
      const set = operation.set.bind(operation);
      operation.set = (key, ...value) => {
        isReached ||= isIt(key);
        set(key, ...value);
        return operation;
      };
      return operation;
    },
  };
}
