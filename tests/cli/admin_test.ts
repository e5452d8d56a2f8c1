import { catalogOn } from "../support/library/catalog.ts";
import assert from "node:assert/strict";
import type { GitHost, Repository } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { failure, success } from "../../contracts/result.ts";
import { adminArguments, type AdminDeps, type CommandResult, runAdmin } from "../../src/cli/mod.ts";
import { createAccountKeys } from "../../src/auth/mod.ts";
import { createGarbageCollection } from "../../src/indexing/mod.ts";
import { createStandingOf } from "../../src/library/mod.ts";
import { createSightOf } from "../../src/store/library/account_sight.ts";
import { createAccountKeyStore } from "../../src/store/authorization/account_key_store.ts";
import { createAuditRows } from "../../src/store/library/audit_rows.ts";
import type { TrustRegister } from "../../src/mounts/mod.ts";
import { type IndexingProcess, taskOf, withProcess } from "../support/indexing_world.ts";
import { entriesOf } from "../support/kv.ts";
import { accountsOn } from "../support/library/accounts.ts";
import { manualClock } from "../support/manual_clock.ts";
import { repositoryOf, type ScriptedHost, scriptedHost } from "../support/scripted_host.ts";

const SAID = { address: "/gh/acme/library", verified: true, featured: true, blocked: false };

const REGISTER: TrustRegister = {
  list: () => Promise.resolve([{ ...SAID, changedAt: 0 }]),
  change: (action, address) =>
    Promise.resolve(
      address === "/gh/acme/unknown" ? failure({ code: "mount.repo_not_found" }) : success(
        action === "clear"
          ? { address, verified: false, featured: false, blocked: false, changedAt: null }
          : { ...SAID, blocked: action === "block", changedAt: 0 },
      ),
    ),
};

interface World extends AsyncDisposable {
  readonly process: IndexingProcess;
  readonly host: ScriptedHost;
  /** What the host says of names; nothing: it cannot be reached. */
  readonly named: Map<string, Repository>;
  admin(...args: string[]): Promise<CommandResult>;
  /** Indexes a commit of a repository. */
  index(repository: string, text: string): Promise<IndexTask>;
}

async function world(deps: Partial<AdminDeps> = {}): Promise<World> {
  const host = scriptedHost();
  const named = new Map<string, Repository>();
  const asked: GitHost = {
    ...host,
    repository: (owner, name) => {
      const found = named.get(`${owner}/${name}`);
      return Promise.resolve(
        found === undefined ? failure({ reason: "unavailable", detail: "down" }) : success(found),
      );
    },
  };
  const process = await withProcess([host]);
  const { store, clock } = process;
  let ids = 0;
  const garbage = createGarbageCollection({
    ...store,
    clock,
    newId: () => `admin-${++ids}`,
    log: () => {},
    rules: process.rules.version,
    keepDays: 30,
    isAlone: false,
    maxBytes: null,
  });
  const all: AdminDeps = {
    ...store,
    hosts: new Map([[host.key, asked]]),
    register: REGISTER,
    accounts: () => assert.fail("nothing here is about accounts"),
    garbage,
    catalog: catalogOn(store, clock).editions,
    file: failure("it has none"),
    findAccount: () => Promise.resolve(null),
    keys: createAccountKeys({
      keys: store.accountKeys,
      standingOf: createStandingOf(store),
      clock,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    }),
    ...deps,
  };
  return {
    process,
    host,
    named,
    async admin(...args) {
      const parsed = adminArguments(args);
      return parsed.ok ? await runAdmin(all, parsed.value) : parsed.error;
    },
    async index(repository, text) {
      const commit = host.commit({ "SKILL.md": `---\nname: a\ndescription: b\n---\n${text}` });
      const task = taskOf(host, commit, { repository });
      await process.indexer.wait(task, 2 ** 30);
      return task;
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

Deno.test("admin trust prints a line for each repository on a list, and what is said after a change", async () => {
  await using at = await world();
  const lines = "/gh/acme/library  verified, featured  1970-01-01T00:00:00.000Z";
  assert.deepEqual(await at.admin("trust", "list"), { code: 0, out: lines, err: "" });
  assert.equal(
    (await at.admin("trust", "block", "/gh/acme/library")).out,
    "/gh/acme/library  blocked, verified, featured  1970-01-01T00:00:00.000Z",
  );
  assert.equal((await at.admin("trust", "clear", "/gh/acme/library")).out, "/gh/acme/library  on no list");
  assert.deepEqual(await at.admin("trust", "block", "/gh/acme/unknown"), {
    code: 1,
    out: "",
    err: "The repository does not exist or is not public",
  });
  await using none = await world({ register: { ...REGISTER, list: () => Promise.resolve([]) } });
  assert.equal((await none.admin("trust", "list")).out, "No repository is on a list");
});

Deno.test("admin list shows every snapshot and about how much is stored", async () => {
  await using at = await world();
  assert.equal((await at.admin("list")).out, "0 snapshots, about 0 B stored");
  const { key } = await at.index("library", "one");
  await at.process.store.reader.catalog(key);
  await at.process.store.reads.flush();
  const [line, total] = (await at.admin("list")).out.split("\n");
  assert.match(
    line ?? "",
    new RegExp(
      `^/gh/acme/library@${key.commit}  ready  full, rules \\d+  1 skill, 1 file  [\\d.]+ (KiB|B)  read 2030-`,
    ),
  );
  assert.match(total ?? "", /^1 snapshot, about [\d.]+ KiB stored$/);
  const { storedBytes, snapshots: [snapshot] } = JSON.parse((await at.admin("list", "--json")).out);
  assert(storedBytes > 1000);
  assert.deepEqual({ ...snapshot, bytes: snapshot.bytes > 500 }, {
    address: `/gh/acme/library@${key.commit}`,
    commit: key.commit,
    rules: key.rules,
    serving: "full",
    state: "ready",
    attempt: 1,
    code: null,
    retryAt: null,
    skills: 1,
    files: 1,
    bytes: true,
    updatedAt: "2030-01-01T00:00:00.000Z",
    readAt: "2030-01-01T00:00:00.000Z",
  });
});

Deno.test("admin queue shows what failed and why, and admin retry has it tried again", async () => {
  await using at = await world();
  assert.equal((await at.admin("queue")).out, "Nothing waits or has failed");
  assert.deepEqual(await at.admin("retry", "--all"), { code: 1, out: "", err: "No commit has failed" });
  at.host.intervene = () => Promise.resolve("truncated");
  const { key } = await at.index("library", "one");
  at.host.intervene = () => Promise.resolve({ reason: "unavailable", detail: "down" });
  const other = await at.index("other", "two");
  const lines = (await at.admin("queue")).out.split("\n");
  assert.equal(
    lines[0],
    `/gh/acme/library@${key.commit}  failed  attempt 1  tree_truncated, not tried again by itself`,
  );
  assert.match(lines[1] ?? "", /^\/gh\/acme\/other@.* {2}host_unavailable, tried again from 2030-.* on$/);

  at.host.intervene = () => Promise.resolve(null);
  const retried = await at.admin("retry", "gh/acme/library");
  assert.deepEqual([retried.code, retried.out.split(" ").slice(0, 3).join(" ")], [0, "1 commit tried"]);
  assert.equal(await at.process.indexer.runDue(), 1);
  assert.equal((await at.process.store.snapshots.record(key))?.state, "ready");
  assert.equal((await at.process.store.snapshots.record(other.key))?.state, "failed");
  assert.equal((await at.admin("retry", "/gh/acme/library")).err, "No commit of /gh/acme/library has failed");
  assert.equal((await at.admin("retry", "--all")).code, 0);
});

Deno.test("admin purge deletes every row of the repository, also under a name that it had before", async () => {
  for (const address of ["/gh/acme/library", "/gh/other/renamed"]) {
    await using at = await world();
    at.named.set("other/renamed", repositoryOf(at.host.key, "library"));
    await at.index("library", "one");
    const kept = await at.index("kept", "one");
    const purged = await at.admin("purge", address);
    assert.equal(purged.code, 0, purged.err);
    assert.match(purged.out, /^Deleted everything stored of .*, about [\d.]+ KiB\n.*\n.*lists stays/);
    assert.deepEqual(await entriesOf(at.process.kv, ["r", "gh", "library"]), []);
    assert.equal((await at.process.store.snapshots.record(kept.key))?.state, "ready");
  }
});

Deno.test("admin refresh makes what is remembered of a repository due, under its id and its name", async () => {
  await using at = await world();
  await at.index("library", "one");
  at.process.clock.advance(1000);
  assert.equal((await at.admin("refresh", "/gh/acme/library")).code, 0);
  const { invalidations } = at.process.store;
  for (const subject of ["library", "acme/library"]) {
    const { refs, facts, closed } = await invalidations.of(at.host.key, [subject]);
    assert.deepEqual([refs, facts, closed], [at.process.clock.now(), at.process.clock.now(), 0]);
  }
});

Deno.test("admin says what is wrong with an address, and ends with 1", async () => {
  await using at = await world();
  for (const command of ["retry", "refresh", "purge"]) {
    for (
      const address of ["/gh/acme", "/none/acme/library", "/gh/acme/library@main", "/gh/acme/library/docs"]
    ) {
      const { code, out, err } = await at.admin(command, address);
      assert.deepEqual([code, out], [1, ""], `${command} ${address}`);
      assert(err.length > 10 && !err.includes("\n"));
    }
  }
});

Deno.test("admin catalog rebuild makes an edition anew, unless somebody else is at it", async () => {
  const at = await world();
  await using _ = at.process;
  const { editions } = at.process.store;
  assert.match((await at.admin("catalog", "rebuild")).out, /anew/);
  assert.equal((await editions.current())?.number, 1);
  const lease = await editions.claim(60_000);
  assert.equal((await at.admin("catalog", "rebuild")).code, 1);
  await lease?.release();
  assert.equal((await at.admin("catalog", "rebuild")).code, 0);
});

Deno.test("admin collect takes out what nobody needs, unless somebody else is at it", async () => {
  await using at = await world();
  await at.index("library", "one");
  at.process.clock.advance(31 * 86_400_000);
  assert.equal(
    (await at.admin("collect")).out,
    "Went through 1 repository: removed 1 snapshot that nobody needs and 0 over the bound; about 0 B stored",
  );
  const { state, version } = await at.process.store.housekeeping.collection();
  const lease = { owner: "other", until: at.process.clock.now() + 1000 };
  await at.process.store.housekeeping.setCollection({ ...state, lease }, version);
  assert.equal((await at.admin("collect")).code, 1);
});

Deno.test("admin backup and compact say what they did, or why not", async () => {
  await using none = await world();
  assert.deepEqual(await none.admin("backup", "/x"), {
    code: 1,
    out: "",
    err: "Cannot back up the store: it has none",
  });
  assert.equal((await none.admin("compact")).err, "Cannot compact the store: it has none");
  await using at = await world({
    file: success({
      backup: (path) =>
        Promise.resolve(path === "/taken" ? failure("Cannot do it") : success(3 * 1024 * 1024)),
      compact: () => Promise.resolve(success({ before: 2048, after: 1000 })),
    }),
  });
  assert.equal((await at.admin("backup", "/new")).out, "Copied the store to /new, 3.0 MiB");
  assert.deepEqual(await at.admin("backup", "/taken"), { code: 1, out: "", err: "Cannot do it" });
  assert.equal((await at.admin("compact")).out, "Compacted the store from 2.0 KiB to 1000 B");
});

Deno.test("admin key makes a key that is shown once, and lists and revokes it by its last four", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const { made, accounts } = accountsOn(kv, clock);
  const { id } = await made("acme");
  const deps = { kv, clock, newId: () => crypto.randomUUID(), log: () => {} };
  const keys = createAccountKeys({
    keys: createAccountKeyStore({ ...deps, audit: createAuditRows(deps) }),
    standingOf: createStandingOf({ sightOf: createSightOf(kv) }),
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  await using at = await world({ findAccount: accounts.find, keys });
  const key = await at.admin("key", "create", "acme", "--write", "--skill", "Refunds", "--days", "30");
  assert.equal(key.code, 0);
  assert.match(key.out, /^sk_live_[0-9A-Za-z]{38}$/);
  assert.match(key.err, /^A key of acme, shown this once/);
  const [listed, ...others] = JSON.parse((await at.admin("key", "list", "acme", "--json")).out);
  assert.equal(others.length, 0);
  assert.equal(listed.shown, `sk_live_…${key.out.slice(-4)}`);
  assert.deepEqual(listed.skills, [`${id}/refunds`]);
  assert.deepEqual(listed.scopes, ["registry:read", "registry:write"]);
  assert.ok(!(await at.admin("key", "list", "acme")).out.includes(key.out.slice(8, -4)));
  assert.equal((await at.admin("key", "revoke", "acme", key.out.slice(-4))).code, 0);
  assert.equal((await at.admin("key", "revoke", "acme", key.out.slice(-4))).code, 1);
  assert.match((await at.admin("key", "create", "acme", "--catalog")).out, /^ck_live_[0-9A-Za-z]{38}$/);
  const none = { code: 1, out: "", err: 'There is no account "nobody"' };
  assert.deepEqual(await at.admin("key", "list", "nobody"), none);
  assert.match((await at.admin("key", "create", "acme", "--days", "0")).err, /a key works for/);
});
