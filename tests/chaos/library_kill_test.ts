/** What a server does for accounts, killed or standing still in the middle, and what another finds and finishes. */
import assert from "node:assert/strict";
import { skillMd } from "../support/library/library.ts";
import { skillAt } from "../process/syncing_account.ts";
import { PUBLIC_URL } from "../support/sign_in/authorization_server.ts";
import { startLibrary } from "./_child.ts";
import { DATABASES } from "./_database.ts";
import { KILLS } from "./_form.ts";
import { ACCOUNT, digestsOf, type LibraryWorld, libraryWorld } from "./_library_world.ts";

/** About as many a publication takes, and a run that publishes two skills and archives two. */
const STEPS = { publish: 30, sync: 190 } as const;

/** Where a run has read the commit: one that stands still before waits a minute for it when it goes on. */
const READ = 60;

/** Always there, so that what leaves is never most of it. */
const STANDING = ["heron", "otter", "walrus"];

for (const database of DATABASES) {
  Deno.test(`a server killed at any step of a publication leaves nothing or all of it on ${database.name}`, async (t) => {
    await using world = await libraryWorld(database);
    const { acme } = world;
    const stride = Math.max(1, Math.ceil(STEPS.publish / KILLS));
    let expected = 0;
    for (let haltAt = 1, round = 0, isOver = false; !isOver; haltAt += stride, round++) {
      const halfway = round % 2 === 1;
      const body = `Round ${round}.\n`;
      const files = { "SKILL.md": skillMd("one", { body }), "data.txt": body.repeat(4000) };
      const work = { kind: "publish", key: acme.key, files } as const;
      const isGood = await t.step(`killed at step ${haltAt}${halfway ? ", halfway" : ""}`, async () => {
        const child = await startLibrary(world.orders(work, { haltAt, halfway }));
        await child.go();
        const stopped = await child.stop();
        isOver = stopped !== "halted";
        if (stopped === "halted") await child.kill();
        else assert.equal(stopped.outcome, 201);
        await world.assertSound();
        const left = (await digestsOf(acme, "one")).length;
        assert(left === expected || left === expected + 1, `${left} versions`);
        await world.afterwards(async (again, process) => {
          const form = new FormData();
          for (const [path, text] of Object.entries(files)) form.append("files", new File([text], path));
          const authorization = `Bearer ${acme.key}`;
          const answer = await process.fetch("/api/v1/library", {
            method: "POST",
            headers: { authorization },
            body: form,
          });
          const { status } = await answer.json();
          assert.equal(status === "unchanged", left > expected, status);
          expected += 1;
          const digests = await digestsOf(again, "one");
          assert.deepEqual([digests.length, new Set(digests).size], [expected, expected], "none twice");
        });
        await world.assertSound();
      });
      if (!isGood) return;
    }
    assert(expected > 3, "it was stopped on its way");
  });

  for (const fate of ["killed", "paused beyond its lease"] as const) {
    Deno.test(`a server ${fate} at any step of a run leaves whole skills, and the next run is as if there had been one on ${database.name}`, async (t) => {
      await using world = await libraryWorld(database);
      const { repository, acme } = world;
      await repository.commit({
        ".well-known/skillmount": `${PUBLIC_URL} ${ACCOUNT}\n`,
        ...Object.assign({}, ...STANDING.map((name) => skillAt(name, name))),
        ...skillAt("changing", "changing", "", "Before all.\n"),
        ...skillAt("place", "first"),
        ...skillAt("leaving-0", "leaving-0"),
        ...skillAt("at-0", "moving"),
      });
      const connection = await acme.connect("/code/acme/kit");
      await acme.sync(connection);
      const stride = Math.max(1, Math.ceil(STEPS.sync / KILLS));
      let rounds = 0;
      for (
        let haltAt = fate === "killed" ? 1 : READ, isOver = false;
        !isOver;
        haltAt += stride, rounds++
      ) {
        const round = rounds + 1;
        const halfway = round % 2 === 1;
        const commit = await change(world, round);
        await world.makeDue(connection);
        const isGood = await t.step(`${fate} at step ${haltAt}${halfway ? ", halfway" : ""}`, async () => {
          await using stack = new AsyncDisposableStack();
          const child = await startLibrary(world.orders({ kind: "sync" }, { haltAt, halfway }));
          stack.defer(() => child.kill());
          await child.go();
          const stopped = await child.stop();
          isOver = stopped !== "halted";
          if (stopped !== "halted") assert.equal(stopped.outcome, 1);
          else if (fate === "killed") await child.kill();
          await world.assertSound();
          if (fate === "killed" || isOver) {
            await world.afterwards(async (again, process) => {
              await process.syncDue();
              await assertSynced(again, connection, round, commit);
            });
          } else {
            // What was pushed since is what counts, whatever the other was about to do.
            const next = await change(world, round, "since");
            await world.makeDue(connection);
            await world.afterwards(async (again, process) => {
              assert.equal(await process.syncDue(), 1);
              await assertSynced(again, connection, round, next);
            });
            await child.go();
            assert(await child.stop() !== "halted");
            await world.afterwards(async (again, process) => {
              await process.syncDue();
              await assertSynced(again, connection, round, next);
            });
          }
          await world.assertSound();
        });
        if (!isGood) return;
      }
      assert(rounds > 2, "it was stopped on its way");
    });
  }
}

/** Of each kind one: a skill changes, leaves, comes, moves, and is called otherwise where it is. */
async function change({ repository }: LibraryWorld, round: number, when = "first"): Promise<string> {
  if (when === "first") {
    await repository.git(["rm", "-rq", `leaving-${round - 1}`]);
    await repository.git(["mv", `at-${round - 1}`, `at-${round}`]);
  }
  return await repository.commit({
    ...skillAt("changing", "changing", "", `In round ${round}, ${when}.\n`),
    ...skillAt("place", `called-${round}`),
    ...skillAt(`leaving-${round}`, `leaving-${round}`),
  });
}

/** The account has what the commit has, each once, and told of it. */
async function assertSynced(
  acme: LibraryWorld["acme"],
  connection: string,
  round: number,
  commit: string,
): Promise<void> {
  const run = await acme.lastRun(connection);
  assert.deepEqual([run.state, run.commit, run.reason], ["done", commit, null]);
  const before = round === 1 ? "first" : `called-${round - 1}`;
  for (const name of [...STANDING, "changing", "moving", `called-${round}`, `leaving-${round}`]) {
    assert.match(await acme.standing(name), /^published /, name);
  }
  for (const name of [before, `leaving-${round - 1}`]) {
    assert.match(await acme.standing(name), /^archived /, name);
  }
  assert.equal((await acme.standing("changing")).split(" ")[1], commit.slice(0, 12));
  for (const name of ["changing", "moving", ...STANDING]) {
    const digests = await digestsOf(acme, name);
    assert.equal(new Set(digests).size, digests.length, `${name} has no version twice`);
    if (name !== "changing") assert.equal(digests.length, 1, name);
  }
}
