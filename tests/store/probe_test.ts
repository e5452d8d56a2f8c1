import assert from "node:assert/strict";
import type { StoreDeps } from "../../src/store/mod.ts";
import { aroundCommits, entriesOf } from "../support/kv.ts";
import { manualClock, stage } from "./_stage.ts";

Deno.test("probe() finds nothing missing in the embedded store, and leaves nothing there", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock((_ms, signal) =>
    new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }))
  );
  assert.equal(await stage(kv, { clock }).store.probe(), null);
  assert.deepEqual(await entriesOf(kv), []);
});

Deno.test("probe() says what a store lacks", async (t) => {
  const slow = manualClock((_ms, signal) =>
    new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }))
  );
  const ok = { ok: true, versionstamp: "1" } as const;
  const lacking: readonly (readonly [string, (kv: Deno.Kv) => StoreDeps["kv"], string])[] = [
    [
      "no ten checks",
      (kv) => aroundCommits(kv, () => Promise.reject(new TypeError("too many checks (max 5)"))),
      "it refuses an operation that the server is built on, or cannot be reached",
    ],
    [
      "no commit",
      (kv) => aroundCommits(kv, () => Promise.resolve({ ok: false })),
      "it refuses ten checks that hold",
    ],
    ["no refusal", (kv) => aroundCommits(kv, () => Promise.resolve(ok)), "it writes although a check fails"],
    [
      "no list",
      (kv) => ({
        ...aroundCommits(kv, (commit) => commit()),
        list: ((() => []) as unknown) as Deno.Kv["list"],
      }),
      "it does not list what was written",
    ],
    [
      "no sums",
      (kv) => {
        let commits = 0;
        return aroundCommits(kv, (commit) => ++commits === 4 ? Promise.resolve(ok) : commit());
      },
      "it has no sums",
    ],
  ];
  for (const [name, around, problem] of lacking) {
    await t.step(name, async () => {
      using kv = await Deno.openKv(":memory:");
      assert.equal(await stage(around(kv), { clock: slow }).store.probe(), problem);
    });
  }
  await t.step("no answer", async () => {
    using kv = await Deno.openKv(":memory:");
    const hanging = aroundCommits(kv, () => new Promise(() => {}));
    assert.equal(await stage(hanging).store.probe(), "it does not answer");
  });
});
