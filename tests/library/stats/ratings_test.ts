import assert from "node:assert/strict";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { DAY_MS, failureOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };

function as(author: LibraryAuthor, login: string): LibraryAuthor {
  return { ...author, actor: { kind: "person", person: login as PersonId, login } };
}

Deno.test(
  verifies(["stats.rating"], "a rating shows from three on, one a person, none of its owner's"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, store, stats, accounts, clock, account, publish } = libraryOn(kv);
    const [a, b, c] = [await account("acme"), await account("beta"), await account("gamma")];
    await publish(a, { "SKILL.md": skillMd("x") });
    for (const holder of [b, c]) found(await library.add(holder, X));
    const rating = async () => found(await library.skill(a, X, "library")).stats.rating;
    const early = failureOf(await library.rate(as(b, "one"), X, 5));
    assert.deepEqual([early.code, early.reason], [
      "rating.not_allowed",
      "your account has had it for less than a day",
    ]);
    clock.advance(DAY_MS);
    found(await library.rate(as(b, "one"), X, 5));
    found(await library.rate(as(b, "two"), X, 5));
    assert.equal(await rating(), null);
    found(await library.rate(as(c, "three"), X, 4));
    assert.equal(await rating(), 4.7);
    found(await library.rate(as(b, "one"), X, 3));
    found(await library.rate(as(c, "one"), X, 3));
    assert.equal(await rating(), 4, "one a person, from whichever account");

    const [listed] = await library.list(a, "library");
    assert(listed !== undefined);
    assert.deepEqual(await store.ratings.totals(listed.skill), { ratings: 3, sum: 12 });
    const member = { id: "bob" as PersonId, host: null, login: "bob", accounts: [] };
    const note = { ...OPERATOR, action: "member.join", target: "bob", before: null, after: null } as const;
    await store.members.join(a.account, member, "member", note);
    const refusals = [
      await library.rate(as(a, "anybody"), X, 5),
      await library.rate(as(b, "bob"), X, 5),
      await library.rate(b, X, 5),
      await library.rate({ ...b, actor: { kind: "key", lastFour: "abcd", maker: null } }, X, 5),
    ];
    for (const refused of refusals) assert.equal(failureOf(refused).code, "rating.not_allowed");
    assert.equal(
      failureOf(await library.rate(as(await account("delta"), "x"), X, 5)).code,
      "skill.not_found",
    );
    assert.equal(await rating(), 4);

    found(
      await library.rate(
        { ...b, actor: { kind: "key", lastFour: "abcd", maker: "two" as PersonId } },
        X,
        null,
      ),
    );
    assert.equal(await rating(), null, "who takes theirs back is one less");
    found(await library.rate(as(b, "two"), X, null));
    assert.deepEqual(await store.ratings.totals(listed.skill), { ratings: 2, sum: 7 });
    assert((await accounts.suspend(c.account, "spam")).ok);
    assert.deepEqual(await stats.recount(), { skills: 1, mended: 1 });
    assert.deepEqual(await store.ratings.totals(listed.skill), { ratings: 0, sum: 0 });
  },
);
