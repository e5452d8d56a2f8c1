/** Connections in a real KV: what finds them moves with them, and goes with them. */
import assert from "node:assert/strict";
import type { HostKey, RepoPath } from "../../../contracts/addresses.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import { type Connection, type ConnectionId, SYNC_LIMITS } from "../../../contracts/library/connections.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { libraryOn } from "../../support/library/library.ts";

const GH = "gh" as HostKey;
const ACCOUNT = "a1" as AccountId;

function connection(id: string, change: Partial<Connection> = {}): Connection {
  return {
    id: id as ConnectionId,
    account: ACCOUNT,
    address: "/gh/acme/kit@main/skills",
    branch: "main",
    syncs: true,
    visibility: "private",
    person: null,
    vouched: null,
    repository: null,
    proven: null,
    workflow: null,
    missing: null,
    lease: null,
    dueAt: 100,
    trigger: "hand",
    looked: null,
    mayOpenPrivate: false,
    confirmed: null,
    runs: 0,
    createdAt: 1,
    ...change,
  };
}

const note = { ...OPERATOR, action: "connection.add", target: "x", before: null, after: null } as const;

Deno.test("a connection is found by when it is due and by its repository, under its number once that is known", async () => {
  using kv = await Deno.openKv(":memory:");
  const { connections } = libraryOn(kv).store;
  await connections.add(connection("c1"), note);
  await connections.add(connection("c2", { dueAt: 50, address: "/gh/acme/other" }), note);
  assert.deepEqual((await connections.due(100, 9)).map(({ id }) => id), ["c2", "c1"]);
  assert.deepEqual((await connections.due(99, 9)).map(({ id }) => id), ["c2"]);
  assert.deepEqual((await connections.of(GH, ["acme/kit", "7"])).map(({ id }) => id), ["c1"]);
  const repository = { host: GH, id: "7" as RepositoryId, owner: "Acme", name: "Books" };
  await connections.change(ACCOUNT, "c1" as ConnectionId, (before) => ({ ...before, repository, dueAt: 10 }));
  assert.deepEqual(await connections.of(GH, ["acme/kit"]), []);
  assert.deepEqual((await connections.of(GH, ["7", "acme/books"])).map(({ id }) => id), ["c1"]);
  assert.deepEqual((await connections.due(100, 9)).map(({ id }) => id), ["c1", "c2"]);
});

Deno.test("what is known of a connection goes with it, and with its account", async () => {
  using kv = await Deno.openKv(":memory:");
  const { connections } = libraryOn(kv).store;
  const skill = {
    path: "skills/one" as RepoPath,
    name: "one" as SkillName,
    skill: "s" as SkillId,
    fingerprint: "f",
    isGone: false,
  };
  for (const id of ["c1", "c2"] as ConnectionId[]) {
    await connections.add(connection(id, { lease: { owner: "me", until: 1 } }), note);
    await connections.saveSkill(id, skill);
    const run = {
      trigger: "hand",
      state: "done",
      commit: null,
      reason: null,
      counts: {},
      skills: [],
      startedAt: 0,
      endedAt: 0,
    } as const;
    assert(await connections.end(ACCOUNT, id, "me", { run, connection: (before) => before }));
  }
  assert(await connections.remove(ACCOUNT, "c1" as ConnectionId, note));
  assert.equal(await connections.remove(ACCOUNT, "c1" as ConnectionId, note), false);
  assert.deepEqual((await connections.ofAccount(ACCOUNT)).map(({ id }) => id), ["c2"]);
  await connections.forget(ACCOUNT);
  const left = await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key[0]);
  assert.deepEqual(left.filter((letter) => ["lx", "lr", "ly"].includes(String(letter))), []);
});

Deno.test("an account has so many connections, and of each the last runs are kept", async () => {
  using kv = await Deno.openKv(":memory:");
  const { connections } = libraryOn(kv).store;
  for (let index = 0; index < SYNC_LIMITS.connections; index++) {
    assert(await connections.add(connection(`c${index}`), note));
  }
  assert.equal(await connections.add(connection("more"), note), false);
  const id = "c0" as ConnectionId;
  const run = {
    trigger: "hand",
    state: "done",
    commit: null,
    reason: null,
    counts: {},
    skills: [],
    startedAt: 0,
    endedAt: 0,
  } as const;
  for (let index = 0; index < SYNC_LIMITS.runs + 2; index++) {
    await connections.change(ACCOUNT, id, (before) => ({ ...before, lease: { owner: "me", until: 1 } }));
    assert(await connections.end(ACCOUNT, id, "me", { run, connection: (before) => before }));
  }
  const runs = await connections.runs(id, SYNC_LIMITS.runs + 2);
  assert.deepEqual([runs.length, runs[0]?.number, runs.at(-1)?.number], [
    SYNC_LIMITS.runs,
    SYNC_LIMITS.runs + 2,
    3,
  ]);
});
