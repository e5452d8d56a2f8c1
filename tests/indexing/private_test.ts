import assert from "node:assert/strict";
import type { PrivateRepository, RepositoryId } from "../../contracts/git_host.ts";
import { success } from "../../contracts/result.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { taskOf, withProcess } from "../support/indexing_world.ts";
import { scriptedHost } from "../support/scripted_host.ts";
import { LIBRARY } from "./_library.ts";
import { WAIT_MS } from "./_held_host.ts";

/** A host that gives a commit to one credential, and a task of a repository that is not public. */
function closed() {
  const open = scriptedHost();
  const commit = open.commit(LIBRARY);
  const asked: string[] = [];
  const empty = scriptedHost();
  /** What the name gives after the fetch. */
  const name = { id: null as RepositoryId | null };
  const host = {
    ...empty,
    as({ token }: { readonly token: string }) {
      asked.push(token);
      const now: PrivateRepository = { ...hidden, id: name.id ?? hidden.id };
      return token === "ada" ? { ...open, repository: () => Promise.resolve(success(now)) } : empty;
    },
  };
  const { key, repository } = taskOf(host, commit);
  const hidden: PrivateRepository = { ...repository, visibility: "private" };
  const task: IndexTask = { key, repository: hidden };
  return { host, task, asked, name };
}

Deno.test("a commit of what is not public is fetched with the credential of who asks for it", async () => {
  const { host, task, asked } = closed();
  await using process = await withProcess([host]);
  const as = (token: string) => ({ ...task, credential: { token } });
  assert.deepEqual(await process.indexer.wait(as("ada"), WAIT_MS), { state: "ready" });
  assert.deepEqual(asked, ["ada"]);
  const stored: string[] = [];
  for await (const { value } of process.kv.list({ prefix: [] })) {
    stored.push(Deno.inspect(value, { depth: 9 }));
  }
  assert.ok(stored.length > 0 && !stored.some((row) => row.includes("ada")));
});

Deno.test("what was fetched under a name that was given away meanwhile is not kept", async () => {
  const { host, task, name } = closed();
  await using process = await withProcess([host]);
  name.id = "another" as RepositoryId;
  const as = { ...task, credential: { token: "ada" } };
  const state = await process.indexer.wait(as, WAIT_MS);
  assert(state.state === "failed");
  assert.equal(state.code, "content_changed");
});

Deno.test("what is not public waits for somebody who may see it: the cron has nobody's credential", async () => {
  const { host, task, asked } = closed();
  await using process = await withProcess([host]);
  await process.store.snapshots.create(task);
  assert.equal(await process.indexer.runDue(), 0);
  assert.deepEqual(asked, []);
  assert.deepEqual(await process.indexer.wait({ ...task, credential: { token: "ada" } }, WAIT_MS), {
    state: "ready",
  });
});
