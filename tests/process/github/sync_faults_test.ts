/** Runs that die or stand still in the middle, and the ones that come after them. */
import assert from "node:assert/strict";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import { gate } from "../../support/gate.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { HOUR_MS as HOUR } from "../../support/library/library.ts";
import { proofFor, skillAt } from "../../support/library/syncing_account.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { LIBRARY_ADDRESS, syncingWorld } from "./_syncing.ts";

Deno.test("a run that dies between publishing and noting it is taken up by another, and no skill is lost", async () => {
  await using repository = await createGitRepository({
    ...proofFor("acme", PUBLIC_URL),
    ...skillAt("place", "called-first"),
    ...skillAt("at-first", "moving"),
  });
  let dies = false;
  await using world = await syncingWorld(repository, {}, {
    kvOf: (kv) => dies ? atCommitOf(kv, "lx", "has", () => Promise.reject(new Error("killed"))) : kv,
  });
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS) as ConnectionId;
  await process.syncDue();
  await repository.git(["mv", "at-first", "at-last"]);
  const commit = await repository.commit(skillAt("place", "called-last"));
  const { connections } = process.store;
  // As often as skills changed: each process gets as far as the one before, and dies there again.
  dies = true;
  for (let deaths = 0; deaths < 2; deaths++) {
    await connections.change(acme.id, connection, (before) => ({ ...before, lease: null, dueAt: 0 }));
    const dying = await server.process();
    await dying.syncDue();
  }
  dies = false;
  await connections.change(acme.id, connection, (before) => ({ ...before, lease: null, dueAt: 0 }));
  await (await server.process()).syncDue();
  const run = await acme.lastRun(connection);
  assert.deepEqual([run.state, run.commit], ["done", commit], run.reason ?? "");
  assert.match(await acme.standing("called-last"), /^published /);
  assert.match(await acme.standing("called-first"), /^archived /);
  assert.equal((await acme.versions("moving")).length, 1);
  assert.deepEqual((await connections.skills(connection)).map(({ path }) => path).toSorted(), [
    "at-last",
    "place",
  ]);
});

Deno.test("a run that another took over publishes nothing more, and what it was at is mended by one more look", async () => {
  await using repository = await createGitRepository({
    ...proofFor("acme", PUBLIC_URL),
    ...skillAt("skills/one", "one"),
    ...skillAt("skills/two", "two"),
  });
  const held = gate();
  let holds = false;
  await using world = await syncingWorld(repository, {}, {
    kvOf: (kv) => holds ? atCommitOf(kv, "lb", null, held.hold) : kv,
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

/** The same KV, of which the first commit that writes a row of a kind waits for `before`, and fails with it. */
function atCommitOf(
  kv: Deno.Kv,
  letters: string,
  kind: string | null,
  before: () => Promise<void>,
): Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> {
  let isFirst = true;
  return {
    get: kv.get.bind(kv),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic() {
      const operation = kv.atomic();
      const [set, commit] = [operation.set.bind(operation), operation.commit.bind(operation)];
      let isIt = false;
      operation.set = (key, ...value) => {
        isIt ||= key[0] === letters && (kind === null || key[1] === kind);
        set(key, ...value);
        return operation;
      };
      operation.commit = async () => {
        if (isIt && isFirst) {
          isFirst = false;
          await before();
        }
        return await commit();
      };
      return operation;
    },
  };
}
