import assert from "node:assert/strict";
import { claimOf, parseSlug } from "../../../src/library/mod.ts";
import type { StoreDeps } from "../../../src/store/mod.ts";
import { found, libraryOn, skillMd } from "../../support/library/library.ts";

/** The same KV, whose reads are noted by what they are of. */
function watched(kv: Deno.Kv): { readonly kv: StoreDeps["kv"]; readonly reads: string[][] } {
  const reads: string[][] = [];
  const rootsOf = (keys: readonly Deno.KvKey[]) => keys.map(([root]) => String(root));
  return {
    reads,
    kv: {
      atomic: kv.atomic.bind(kv),
      get(key, options) {
        reads.push(rootsOf([key]));
        return kv.get(key, options);
      },
      getMany(keys, options) {
        reads.push(rootsOf(keys as readonly Deno.KvKey[]));
        return kv.getMany(keys, options);
      },
      list(selector, options) {
        reads.push(["list"]);
        return kv.list(selector, options);
      },
    },
  };
}

Deno.test("a list is in the order in which skills came into the library, own ones by when they were published", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, clock, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  const times: number[] = [];
  for (
    const step of [
      () => publish(a, { "SKILL.md": skillMd("a") }),
      () => publish(b, { "SKILL.md": skillMd("b") }),
      async () => found(await library.add(a, { owner: "beta", name: "b" })),
      () => publish(a, { "SKILL.md": skillMd("d") }),
    ]
  ) {
    await step();
    times.push(clock.now());
    clock.advance(1000);
  }
  const listed = await library.list(a, "library");
  assert.deepEqual(listed.map(({ owner, name }) => `${owner}/${name}`), ["acme/a", "beta/b", "acme/d"]);
  assert.deepEqual(listed.map(({ addedAt }) => addedAt), [null, times[2], null]);
  found(await library.add(a, { owner: "acme", name: "a" }));
  const last = (await library.list(a, "library")).at(-1);
  assert.deepEqual([last?.name, last?.addedAt, last?.isOwn], ["a", clock.now(), true]);
});

Deno.test("skills of one moment are listed by owner and name", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  for (const name of ["zebra", "ant"]) {
    await publish(a, { "SKILL.md": skillMd(name) });
    await publish(b, { "SKILL.md": skillMd(name) });
    found(await library.add(a, { owner: "beta", name }));
  }
  assert.deepEqual(
    (await library.list(a, "library")).map(({ owner, name }) => `${owner}/${name}`),
    ["acme/ant", "acme/zebra", "beta/ant", "beta/zebra"],
  );
});

Deno.test("a list of which nothing changed costs one look-up of two stamps, however long it is", async () => {
  using kv = await Deno.openKv(":memory:");
  const publishing = libraryOn(kv);
  const author = await publishing.account("acme");
  for (let index = 0; index < 60; index++) {
    await publishing.publish(author, { "SKILL.md": skillMd(`s-${index}`) });
  }
  const { kv: counting, reads } = watched(kv);
  const { library } = libraryOn(counting);
  assert.equal((await library.list(author, "library")).length, 60);
  reads.length = 0;
  assert.equal((await library.list(author, "library")).length, 60);
  assert.deepEqual(reads, [["li", "lf"]]);
});

Deno.test("what another process did is in the next list, which reads that and nothing else", async () => {
  using kv = await Deno.openKv(":memory:");
  const other = libraryOn(kv);
  const [a, b] = [await other.account("acme"), await other.account("beta")];
  for (let index = 0; index < 40; index++) await other.publish(a, { "SKILL.md": skillMd(`s-${index}`) });
  for (let index = 0; index < 30; index++) {
    found(await other.library.add(b, { owner: "acme", name: `s-${index}` }));
  }
  const { kv: counting, reads } = watched(kv);
  const { library } = libraryOn(counting);
  const names = async () =>
    (await library.list(b, "library")).map(({ name, version }) => `${name}@${version}`);
  const before = await names();
  const steps: readonly [what: string, act: () => Promise<unknown>, after: (names: string[]) => string[]][] =
    [
      [
        "a release",
        () => other.publish(a, { "SKILL.md": skillMd("s-3", { body: "2\n" }) }),
        (names) => names.map((name) => name === "s-3@1.0.0" ? "s-3@1.0.1" : name),
      ],
      [
        "one that is not held",
        () => other.publish(a, { "SKILL.md": skillMd("s-35", { body: "2\n" }) }),
        (names) => names,
      ],
      [
        "a yank",
        async () => found(await other.library.yank(a, "s-3", "1.0.1", { reason: null })),
        (names) => names.map((name) => name === "s-3@1.0.1" ? "s-3@1.0.0" : name),
      ],
      [
        "an archive",
        async () => found(await other.library.change(a, "s-4", { state: "archived" }, {})),
        (names) => names,
      ],
      [
        "a flag",
        async () =>
          found(
            await other.moderation.flag({ actor: { kind: "operator" }, request: null }, {
              owner: "acme",
              name: "s-5",
            }, "bad"),
          ),
        (names) => names.filter((name) => !name.startsWith("s-5@")),
      ],
      [
        "a deletion",
        async () => found(await other.library.delete(a, "s-6")),
        (names) => names.filter((name) => !name.startsWith("s-6@")),
      ],
      [
        "its own skill",
        () => other.publish(b, { "SKILL.md": skillMd("mine") }),
        (names) => [...names, "mine@1.0.0"].sort(),
      ],
      [
        "a removal",
        () => other.library.remove(b, { owner: "acme", name: "s-7" }),
        (names) => names.filter((name) => !name.startsWith("s-7@")),
      ],
    ];
  let expected = before.toSorted();
  for (const [what, act, after] of steps) {
    await act();
    expected = after(expected).toSorted();
    reads.length = 0;
    assert.deepEqual((await names()).toSorted(), expected, what);
    assert.ok(reads.length <= 6, `${what}: ${JSON.stringify(reads)}`);
    const fresh = (await libraryOn(kv).library.list(b, "library")).map(({ name, version }) =>
      `${name}@${version}`
    );
    assert.deepEqual(fresh.toSorted(), expected, what);
    assert.deepEqual(await names(), fresh, `${what}: mended as made anew`);
  }
});

Deno.test("a list that lags far behind is made anew", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const author = await stage.account("acme");
  await stage.publish(author, { "SKILL.md": skillMd("x") });
  assert.equal((await stage.library.list(author, "library")).length, 1);
  const [change] = await stage.store.skills.changes(0, 1);
  for (let sequence = 2; sequence <= 1200; sequence++) {
    await kv.set(["lf", sequence], { ...change, sequence, skill: `other-${sequence}`, write: "w" });
  }
  await kv.set(["lf"], { sequence: 1200 });
  await stage.publish(author, { "SKILL.md": skillMd("y") });
  assert.deepEqual((await stage.library.list(author, "library")).map(({ name }) => name), ["x", "y"]);
});

Deno.test("owners and names are folded, and an owner's earlier name leads to what is there now", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("code-review") });
  found(await library.add(b, { owner: "ACME", name: "Code-Review" }));
  const details = found(await library.skill(b, { owner: "ACME", name: "Code-Review" }, "library"));
  assert.deepEqual([details.owner, details.name], ["acme", "code-review"]);
  const note = { actor: { kind: "operator" }, request: null, before: null, after: null } as const;
  const slug = parseSlug("acme-labs");
  assert.ok(slug.ok);
  await store.accounts.rename(a.account, claimOf(slug.value), 9, {
    ...note,
    action: "account.rename",
    target: "acme",
  });
  const renamed = found(await library.skill(b, { owner: "acme", name: "code-review" }, "library"));
  assert.equal(renamed.owner, "acme-labs");
  assert.deepEqual((await library.list(b, "library")).map(({ owner }) => owner), ["acme-labs"]);
});
