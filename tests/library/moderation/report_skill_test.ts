import assert from "node:assert/strict";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { DAY_MS, failureOf, found, libraryOn, skillMd } from "../../support/library/library.ts";
import { OPERATOR } from "../../support/library/accounts.ts";

const X = { owner: "acme", name: "x" };

function as(author: LibraryAuthor, login: string): LibraryAuthor {
  return { ...author, actor: { kind: "person", person: login as PersonId, login } };
}

Deno.test("whoever sees a skill reports it, ten times a day and person, and the operator closes what they looked at", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, clock, account, publish } = libraryOn(kv);
  const [a, b, c] = [await account("acme"), await account("beta"), await account("gamma")];
  await publish(a, { "SKILL.md": skillMd("x") });
  const bob = as(b, "bob");
  for (let number = 0; number < 10; number++) {
    found(await library.report(bob, { owner: "ACME", name: "X" }, { reason: ` number ${number} ` }));
  }
  const over = failureOf(await library.report(as(c, "bob"), X, { reason: "more" }));
  assert.deepEqual([over.code, over.retryAfterSeconds], ["rate.limited", DAY_MS / 1000]);
  found(await library.report(as(b, "alice"), X, { reason: "another person", version: "1.0.0" }));
  found(await library.report(c, X, { reason: "nobody in particular" }));
  clock.advance(DAY_MS);
  found(await library.report(bob, X, { reason: "the next day" }));
  const waiting = () => store.reports.reports({ waiting: true, most: 100 });
  const queue = await waiting();
  assert.deepEqual(queue.map(({ number }) => number), Array.from({ length: 13 }, (_, at) => at + 1));
  assert.deepEqual(
    [queue[0]?.named, queue[0]?.reason, queue[10]?.version, queue[11]?.by.person],
    ["acme/x", "number 0", "1.0.0", null],
  );
  assert.equal((await store.reports.close(1, "flagged"))?.closed?.word, "flagged");
  assert.equal((await store.reports.close(1, "again"))?.closed?.word, "flagged", "what was decided stands");
  assert.equal(await store.reports.close(99, ""), null);
  assert.equal((await waiting()).length, 12);
  assert.equal((await store.reports.reports({ waiting: false, most: 100 })).length, 13);
  const audit = await store.audit.list(b.account, { newestFirst: true, cursor: null, limit: 1 });
  assert.deepEqual(audit?.entries.map(({ action, target }) => [action, target]), [[
    "skill.report",
    "acme/x",
  ]]);
});

Deno.test("what somebody does not see is not there to report, and their own is theirs", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  await publish(a, { "SKILL.md": skillMd("private") }, {});
  await publish(a, { "SKILL.md": skillMd("flagged") });
  found(await moderation.flag(OPERATOR, { owner: "acme", name: "flagged" }, "bad"));
  const confined = { ...b, skills: new Set([`${b.account}/mine`]) };
  const unseen = [
    await library.report(b, { owner: "acme", name: "private" }, { reason: "x" }),
    await library.report(b, { owner: "acme", name: "flagged" }, { reason: "x" }),
    await library.report(b, { owner: "acme", name: "nothing" }, { reason: "x" }),
    await library.report(confined, X, { reason: "x" }),
  ];
  for (const one of unseen) assert.deepEqual(failureOf(one), failureOf(unseen[2] ?? one));
  assert.equal(failureOf(await library.report(a, X, { reason: "x" })).code, "skill.own");
  assert.equal(
    failureOf(await library.report(b, X, { reason: "x", version: "2.0.0" })).code,
    "version.not_found",
  );
  for (const reason of ["", "  ", "x".repeat(2001)]) {
    assert.equal(failureOf(await library.report(b, X, { reason })).code, "request.invalid");
  }
  assert.deepEqual(await store.reports.reports({ waiting: false, most: 10 }), []);
  found(await library.add(b, X));
  found(await library.change(a, "x", { visibility: "private" }, {}));
  found(await library.report(b, X, { reason: "who holds it sees it" }));
});
