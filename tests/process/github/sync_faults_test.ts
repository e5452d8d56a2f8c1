/** Runs that die or stand still in the middle, and the ones that come after them. */
import assert from "node:assert/strict";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import { eventually, type Gate, gate } from "../../support/gate.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { killedAtCommit } from "../../support/kv.ts";
import { HOUR_MS as HOUR } from "../../support/library/library.ts";
import { proofFor, skillAt } from "../../support/library/syncing_account.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { LIBRARY_ADDRESS, syncingWorld } from "./_syncing.ts";

const MINUTE = 60_000;

Deno.test("a run that dies at any commit is taken up by another, which makes what one run would have made", async () => {
  await using repository = await createGitRepository({
    ...proofFor("acme", PUBLIC_URL),
    ...skillAt("place", "called-0"),
    ...skillAt("at-0", "moving"),
  });
  let kvOf = (kv: Deno.Kv): ReturnType<typeof killedAtCommit>["kv"] => kv;
  await using world = await syncingWorld(repository, {}, { kvOf: (kv) => kvOf(kv) });
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS);
  await process.syncDue();
  // What connecting began by itself is over, too.
  server.clock.advance(MINUTE);
  await process.syncDue();
  for (let fatal = 1, isOver = false; !isOver; fatal++) {
    await repository.git(["mv", `at-${fatal - 1}`, `at-${fatal}`]);
    const commit = await repository.commit(skillAt("place", `called-${fatal}`));
    // Read before, so that it is the run alone that dies.
    server.clock.advance(HOUR);
    await eventually(async () => {
      const answer = await process.fetch(`/api/v1/mounts${LIBRARY_ADDRESS}@${commit}`);
      return (await answer.json()).status === "ready";
    });
    let survived = () => true;
    kvOf = (kv) => {
      const killed = killedAtCommit(kv, fatal);
      survived = killed.survived;
      return killed.kv;
    };
    const dying = await server.process();
    await dying.syncDue().catch((error) => assert.match(error.message, /killed/));
    isOver = survived();
    server.clock.advance(HOUR);
    await process.syncDue();
    const run = await acme.lastRun(connection);
    assert.deepEqual([run.state, run.commit], ["done", commit], run.reason ?? "");
    assert.match(await acme.standing(`called-${fatal}`), /^published /);
    assert.match(await acme.standing(`called-${fatal - 1}`), /^archived /, `killed at commit ${fatal}`);
    assert.equal((await acme.versions("moving")).length, 1);
    const places = await process.store.connections.skills(connection as ConnectionId);
    assert.deepEqual(places.map(({ path }) => path).toSorted(), [`at-${fatal}`, "place"]);
    assert(fatal < 40);
  }
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
    kvOf: (kv) => holds ? holdingAtPublication(kv, held) : kv,
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

/** The same KV, at which the first commit that writes contents of an account stands still. */
function holdingAtPublication(
  kv: Deno.Kv,
  { hold }: Gate,
): Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> {
  let isFirst = true;
  return {
    get: kv.get.bind(kv),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic() {
      const operation = kv.atomic();
      const [set, commit] = [operation.set.bind(operation), operation.commit.bind(operation)];
      let isPublication = false;
      operation.set = (key, ...value) => {
        isPublication ||= key[0] === "lb";
        set(key, ...value);
        return operation;
      };
      operation.commit = async () => {
        if (isPublication && isFirst) {
          isFirst = false;
          await hold();
        }
        return await commit();
      };
      return operation;
    },
  };
}
