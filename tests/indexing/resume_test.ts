/** A process that dies while it indexes from a git server, and the one that goes on. */
import assert from "node:assert/strict";
import type { GitHost } from "../../contracts/git_host.ts";
import { parseCommitHash } from "../../src/format/mod.ts";
import { gitHost } from "../support/git_host.ts";
import { createGitHttpServer } from "../support/git_http_server.ts";
import { createGitRepository } from "../support/git_repository.ts";
import { LEASE_MS, type ProcessOptions, servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { aroundCommits, killedAtCommit } from "../support/kv.ts";
import { manualClock } from "../support/manual_clock.ts";
import { eventually } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";

const WAIT_MS = 20_000;

/** Files enough for more than one write of contents to the store. */
const FILES = {
  ...LIBRARY,
  ...Object.fromEntries(
    Array.from({ length: 3 }, (_, at) => [`docs/large-${at}.md`, `# Large ${at}\n${noise(400_000, at)}\n`]),
  ),
};

/** What a process that goes on asks the git server for, by how far the dead one came. */
const DEATHS: readonly (readonly [when: string, at: (writes: number) => number, kinds: readonly string[]])[] =
  [
    ["before the tree is stored", () => 3, ["capabilities", "commit"]],
    ["once some files are stored", (writes) => Math.round(writes / 2), ["capabilities", "blobs"]],
    ["while it publishes", (writes) => writes, []],
  ];

Deno.test("what a dead process stored is not fetched again", async (t) => {
  await using repository = await createGitRepository(FILES);
  await using server = createGitHttpServer({ repositories: new Map([["acme/library", repository.gitDir]]) });
  const hash = parseCommitHash(await repository.git(["rev-parse", "HEAD"]));
  assert(hash.ok);
  const commit = hash.value;

  const { host, kinds } = newHost(server.url);
  let writes = 0;
  const counted: ProcessOptions["around"] = (kv) => aroundCommits(kv, (write) => (writes++, write()));
  await using undisturbed = await withProcess([host], { around: counted });
  const task = taskOf(host, commit);
  assert.deepEqual(await undisturbed.indexer.wait(task, WAIT_MS), { state: "ready" });
  const writesUntilReady = writes;
  assert.deepEqual(kinds, ["capabilities", "commit"]);
  const whole = await servedBy(undisturbed.store, task.key);
  assert(whole !== null);

  for (const [when, at, expected] of DEATHS) {
    await t.step(`killed ${when}`, async () => {
      const clock = manualClock();
      const around: ProcessOptions["around"] = (kv) => killedAtCommit(kv, at(writesUntilReady)).kv;
      await using dead = await withProcess([newHost(server.url).host], { clock, around });
      await dead.indexer.request(task);
      await eventually(() => Promise.resolve(dead.events.includes("index.store_failed")));

      clock.advance(LEASE_MS);
      const second = newHost(server.url);
      await using next = await withProcess([second.host], { kv: dead.kv, clock });
      assert.equal(await next.indexer.runDue(), 1, "the cron goes on with it");
      assert.deepEqual(await servedBy(next.store, task.key), whole);
      assert.deepEqual(second.kinds, expected);
    });
  }
});

function newHost(baseUrl: string): { readonly host: GitHost; readonly kinds: string[] } {
  const kinds: string[] = [];
  const host = gitHost({ baseUrl, onRequest: (kind) => kinds.push(kind) });
  return { host, kinds };
}

/** Text that neither git nor the store can compress away. */
function noise(length: number, seed: number): string {
  let state = seed + 1;
  return Array.from({ length: length / 8 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36).padStart(7, "0");
  }).join(" ");
}
