import assert from "node:assert/strict";
import type { RepositoryId } from "../../contracts/git_host.ts";
import { type Admit, createAdmission } from "../../src/indexing/_admission.ts";
import { manualClock } from "../support/manual_clock.ts";
import { taskOf } from "../support/indexing_world.ts";
import { scriptedHost } from "../support/scripted_host.ts";

const HOUR = 3_600_000;

/** An admission over a store that knows some repositories, and how often it was asked. */
function admissionOf(perHour: number, known: readonly string[] = []) {
  const clock = manualClock();
  const seen = new Set<string>(known);
  const asked: string[] = [];
  const snapshots = {
    knows(_host: string, repository: RepositoryId) {
      asked.push(repository);
      return Promise.resolve(seen.has(repository));
    },
  };
  const admit: Admit = createAdmission({ snapshots, clock }, perHour);
  const host = scriptedHost();
  const commit = host.commit({});
  return {
    clock,
    asked,
    ask: (client: string | null, repository: string) =>
      admit(taskOf(host, commit, { repository, ...(client !== null && { client }) })),
  };
}

Deno.test("an admission lets a client start so many unseen repositories at once, then one by one", async () => {
  const { ask, clock } = admissionOf(3);
  for (const repository of ["one", "two", "three"]) assert.equal(await ask("ada", repository), 0);
  assert.equal(await ask("ada", "four"), 1200);
  clock.advance(600_000);
  assert.equal(await ask("ada", "four"), 600);
  clock.advance(600_000);
  assert.equal(await ask("ada", "four"), 0);
  assert.equal(await ask("ada", "five"), 1200);
  clock.advance(10 * HOUR);
  for (const repository of ["five", "six", "seven"]) assert.equal(await ask("ada", repository), 0);
  assert.equal(await ask("ada", "eight"), 1200, "what was not used is not saved up");
});

Deno.test("an admission counts each client for itself, and a repository once", async () => {
  const { ask, asked } = admissionOf(1);
  assert.equal(await ask("ada", "one"), 0);
  assert.equal(await ask("ada", "one"), 0);
  assert.equal(await ask("ada", "two"), 3600);
  assert.equal(await ask("bob", "two"), 0);
  assert.equal(await ask("ada", "two"), 0, "it was seen by now");
  assert.deepEqual(asked, ["one", "two", "two"]);
});

Deno.test("an admission never limits what the deployment has begun before, nor who is no client", async () => {
  const { ask } = admissionOf(1, ["known"]);
  assert.equal(await ask("ada", "one"), 0);
  assert.equal(await ask("ada", "known"), 0);
  assert.equal(await ask(null, "two"), 0);
  assert.equal(await ask("ada", "three"), 3600);
});

Deno.test("an admission counts once what a client asks for several times at once", async () => {
  const { ask } = admissionOf(2);
  assert.deepEqual(await Promise.all(["one", "one", "one"].map((name) => ask("ada", name))), [0, 0, 0]);
  assert.equal(await ask("ada", "two"), 0);
  assert.equal(await ask("ada", "three"), 1800);
});

Deno.test("an admission is not refilled by a clock that is set back", async () => {
  const { ask, clock } = admissionOf(1);
  assert.equal(await ask("ada", "one"), 0);
  clock.advance(-HOUR);
  assert.equal(await ask("ada", "two"), 3600);
});
