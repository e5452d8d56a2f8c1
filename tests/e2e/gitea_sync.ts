/**
 * A repository of a real Gitea or Forgejo publishes to an account: from the first run to the day that it is gone.
 * `GITEA_BIN=/path/to/gitea deno task gitea`
 */
import assert from "node:assert/strict";
import { z } from "zod";
import type { HostKey } from "../../contracts/addresses.ts";
import { personAt } from "../../src/auth/mod.ts";
import { type ConfiguredProcess, configuredProcess, signedInAt } from "../process/configured_process.ts";
import { createGitRepository, type GitRepository } from "../support/git_repository.ts";
import { GITEA_OWNER, type GiteaServer, startGitea } from "../support/gitea_server.ts";
import { HOUR_MS } from "../support/library/library.ts";
import {
  connectedBy,
  skillAt,
  type SyncingAccount,
  syncingAccount,
  type SyncRun,
} from "../process/syncing_account.ts";
import { manualClock } from "../support/manual_clock.ts";
import { ISSUER, PUBLIC_URL } from "../support/sign_in/authorization_server.ts";

const binary = Deno.env.get("GITEA_BIN");

const CODE = "code" as HostKey;
const HOOK_SECRET = "the-secret-of-the-hooks";
const SKILLS = ["one", "two", "three", "four"];
/** A delivery of Gitea takes some milliseconds. */
const TRIES = 200;

/** Longer than one answer of a host is good for. */
const MOMENT_MS = 2000;

const USER = z.object({ id: z.int() });

Deno.test({
  name:
    `a repository of a real Gitea publishes what is pushed, while the person who connected it may write to it${
      binary === undefined ? " (skipped: GITEA_BIN names no program)" : ""
    }`,
  ignore: binary === undefined,
  async fn(t) {
    await using world = await syncedWorld(binary ?? "");
    const { gitea, repository, acme, process, clock, connection } = world;
    let kit = `${GITEA_OWNER}/kit`;
    const push = async (files: Readonly<Record<string, string>>) => {
      const commit = await repository.commit(files);
      await gitea.pushAgain(repository, kit);
      // An answer of one moment is used again.
      clock.advance(MOMENT_MS);
      return commit;
    };
    const may = (permission: string) => gitea.api("PUT", `/repos/${kit}/collaborators/ada`, { permission });
    const better = (name: string, words: string) => skillAt(`skills/${name}`, name, "", `${words}\n`);

    await t.step("who may only read it publishes nothing", async () => {
      const run = await acme.lastRun(connection);
      assert.equal(run.state, "unproven", run.reason ?? "");
      assert.equal(await acme.standing("one"), "skill.not_found");
    });

    await t.step("who may write to it publishes its skills, as the commit has them", async () => {
      await may("write");
      const run = await acme.sync(connection);
      assertDone(run, { created: 4 });
      assert.equal(run.commit, await repository.git(["rev-parse", "HEAD"]));
      const { body } = await acme.ask("GET", "/library/acme/one");
      assert.deepEqual(Object(body).provenance, {
        ...Object(body).provenance,
        repository: "/code/acme/kit",
        commit: run.commit,
        source: "matches",
      });
    });

    await t.step("a push that Gitea tells of is published by itself", async () => {
      await gitea.api("POST", `/repos/${kit}/hooks`, {
        type: "gitea",
        active: true,
        events: ["push", "repository", "create", "delete"],
        config: { url: `${world.hooks}/webhooks/code`, content_type: "json", secret: HOOK_SECRET },
      });
      const commit = await push(better("one", "Do it better."));
      await untilTold(world, (run) => run.commit === commit && run.trigger === "push");
      assertDone(await acme.lastRun(connection), { released: 1, unchanged: 3 });
      assert.equal(await acme.standing("one"), `published ${commit.slice(0, 12)}`);
    });

    await t.step("an hour finds what nobody told of, with a token of the host that had run out", async () => {
      await removeHooks(gitea, kit);
      const commit = await push(better("two", "Do it better."));
      clock.advance(HOUR_MS);
      await process.syncDue();
      const run = await acme.lastRun(connection);
      assertDone(run, { released: 1, unchanged: 3 });
      assert.deepEqual([run.trigger, run.commit], ["schedule", commit]);
    });

    await t.step(
      "a forced push publishes what the branch has now, and what was published stays",
      async () => {
        const before = await acme.versions("two");
        await repository.git(["reset", "--hard", "-q", "HEAD~2"]);
        const commit = await push(better("two", "Do it otherwise."));
        const run = await acme.sync(connection);
        assert.equal(run.commit, commit);
        assert.deepEqual(outcomes(run), ["skills/one restored", "skills/two released"]);
        assert.deepEqual(await acme.versions("two"), [commit.slice(0, 12), ...before]);
      },
    );

    await t.step("it is followed under another name", async () => {
      await gitea.api("PATCH", `/repos/${kit}`, { name: "tools" });
      kit = `${GITEA_OWNER}/tools`;
      await push(better("three", "Do it better."));
      assertDone(await acme.sync(connection), { released: 1, unchanged: 3 });
      assert.equal(await addressOf(world), "/code/acme/tools");
    });

    await t.step(
      "given away it is published as long as the person may write to it, and no longer",
      async () => {
        await gitea.api("POST", `/repos/${kit}/transfer`, { new_owner: "beta" });
        kit = "beta/tools";
        await push(better("three", "Do it for others."));
        assertDone(await acme.sync(connection), { released: 1, unchanged: 3 });
        assert.equal(await addressOf(world), "/code/beta/tools");
        for (const permission of ["read", null] as const) {
          if (permission === null) await gitea.api("DELETE", `/repos/${kit}/collaborators/ada`);
          else await may(permission);
          await push(better("three", `Do it without asking, as ${permission}.`));
          clock.advance(HOUR_MS);
          await process.syncDue();
          const run = await acme.lastRun(connection);
          assert.equal(run.state, "unproven", run.reason ?? "");
          assert.deepEqual(run.skills, []);
          assert.match(await acme.standing("three"), /^published /);
        }
        const before = await acme.versions("three");
        await may("write");
        assertDone(await acme.sync(connection), { released: 1, unchanged: 3 });
        assert.equal((await acme.versions("three")).length, before.length + 1);
      },
    );

    await t.step("what would take most skills away waits for somebody's word", async () => {
      await repository.git(["rm", "-rq", "skills/one", "skills/two", "skills/three"]);
      await push({});
      const run = await acme.sync(connection);
      assert.equal(run.state, "waiting");
      for (const name of SKILLS) assert.match(await acme.standing(name), /^published /);
      assertDone(await acme.sync(connection, { confirm: true }), { archived: 3, unchanged: 1 });
      assert.match(await acme.standing("one"), /^archived /);
      await repository.git(["revert", "--no-edit", "HEAD"]);
      await push({});
      assertDone(await acme.sync(connection), { restored: 3, unchanged: 1 });
    });

    await t.step("closed to everybody it publishes to everybody on somebody's word alone", async () => {
      await gitea.api("PATCH", `/repos/${kit}`, { private: true });
      await push(better("four", "Do it in secret."));
      const run = await acme.sync(connection);
      assert.equal(run.state, "waiting", run.reason ?? "");
      assertDone(await acme.sync(connection, { confirm: true }), { released: 1, unchanged: 3 });
    });

    await t.step(
      "gone for a day it takes its skills along, and another of its name does not stand for it",
      async () => {
        await gitea.api("DELETE", `/repos/${kit}`);
        for (const [hours, standing] of [[1, "published"], [12, "published"], [12, "archived"]] as const) {
          clock.advance(hours * HOUR_MS);
          await process.syncDue();
          assert.equal((await acme.lastRun(connection)).state, "missing");
          for (const name of SKILLS) assert.equal((await acme.standing(name)).split(" ")[0], standing);
        }
        const { body } = await acme.ask("GET", "/library/acme/one?state=all");
        assert.equal(Object(body).reason, "source_gone");
        await gitea.push(repository, "tools");
        await gitea.api("POST", `/repos/${GITEA_OWNER}/tools/transfer`, { new_owner: "beta" });
        await may("write");
        assert.equal((await acme.sync(connection)).state, "refused");
        for (const name of SKILLS) assert.match(await acme.standing(name), /^archived /);
      },
    );
  },
});

interface SyncedWorld extends AsyncDisposable {
  readonly gitea: GiteaServer;
  readonly repository: GitRepository;
  readonly process: ConfiguredProcess;
  readonly clock: ReturnType<typeof manualClock>;
  readonly acme: SyncingAccount;
  /** Of `acme/kit`, by ada, who may read it there. */
  readonly connection: string;
  /** Where events come in. */
  readonly hooks: string;
}

async function syncedWorld(program: string): Promise<SyncedWorld> {
  const stack = new AsyncDisposableStack();
  const repository = stack.use(
    await createGitRepository(
      Object.assign({}, ...SKILLS.map((name) => skillAt(`skills/${name}`, name))),
    ),
  );
  const gitea = stack.use(await startGitea(program));
  for (const name of ["ada", "beta"]) await gitea.addAccount(name);
  await gitea.push(repository, "kit");
  const { clientId, clientSecret } = await gitea.addApp(`${ISSUER}/sign-in/code/callback`);
  const clock = manualClock();
  const kv = await Deno.openKv(":memory:");
  stack.defer(() => kv.close());
  const process = stack.use(
    await configuredProcess({
      AUTH_SECRET: "a-secret-of-32-characters-or-more",
      PUBLIC_URL,
      ACCOUNT_HOST: new URL(ISSUER).host,
      GIT_HOSTS: `code=${gitea.url};ignorecase`,
      GIT_HOST_APPS: `code=forgejo:${clientId}`,
      GIT_HOST_APP_SECRETS: `code=${clientSecret}`,
      GIT_HOST_WEBHOOK_SECRETS: `code=${HOOK_SECRET}`,
      INDEX_WAIT_MS: "0",
    }, { kv, clock }),
  );
  const hooks = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    const { method, headers, body } = request;
    const kept = new Headers(headers);
    kept.delete("host");
    return process.send(new Request(PUBLIC_URL + pathname, { method, headers: kept, body }));
  });
  stack.use(hooks);
  await signedInAt(process, CODE, (url) => gitea.signIn("ada", url));
  const acme = await syncingAccount(process, "acme");
  const { id } = USER.parse(await gitea.api("GET", "/users/ada"));
  const connected = await connectedBy(process, acme, personAt(CODE, String(id)), {
    address: "/code/acme/kit",
    visibility: "global",
  });
  await process.syncDue();
  return {
    gitea,
    repository,
    process,
    clock,
    acme,
    connection: connected.id,
    hooks: `http://127.0.0.1:${hooks.addr.port}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function assertDone(run: SyncRun, counts: SyncRun["counts"]): void {
  assert.deepEqual({ state: run.state, counts: run.counts, reason: run.reason }, {
    state: "done",
    counts,
    reason: null,
  });
}

function outcomes({ skills }: SyncRun): readonly string[] {
  return skills.map(({ path, outcome }) => `${path} ${outcome}`).toSorted();
}

/** Looks at what is due until the last run is such a one. */
async function untilTold(
  { acme, process, connection, clock }: SyncedWorld,
  isIt: (run: SyncRun) => boolean,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    // What an event begins waits for others of its kind.
    clock.advance(1000);
    await process.syncDue();
    if (isIt(await acme.lastRun(connection))) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail("Gitea told of nothing");
}

async function removeHooks(gitea: GiteaServer, path: string): Promise<void> {
  const hooks = z.array(z.object({ id: z.int() })).parse(await gitea.api("GET", `/repos/${path}/hooks`));
  for (const { id } of hooks) await gitea.api("DELETE", `/repos/${path}/hooks/${id}`);
}

async function addressOf({ acme, connection }: SyncedWorld): Promise<string> {
  const { body } = await acme.ask("GET", `/connections/${connection}`);
  return Object(body).address;
}
