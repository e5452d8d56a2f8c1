/** Jobs of build systems that publish without a secret: what an identity token buys, and what it does not. */
import assert from "node:assert/strict";
import { SignJWT } from "jose";
import { createGitRepository } from "../../support/git_repository.ts";
import { skillMd } from "../../support/library/library.ts";
import { ISSUER } from "../../support/sign_in/authorization_server.ts";
import { startTokenIssuer, type TokenIssuer } from "../../support/sign_in/token_issuer.ts";
import { verifies } from "../../requirements/verifies.ts";
import type { Process } from "./_github_server.ts";
import { skillAt, type SyncingAccount } from "../syncing_account.ts";
import { LIBRARY_ADDRESS, LIBRARY_ID, type SyncingWorld, syncingWorld } from "./_syncing.ts";

const FILE = ".github/workflows/publish.yml";
const OWNER_ID = "70";
const TOKEN = "/api/v1/publish/token";

interface JobWorld extends AsyncDisposable {
  readonly world: SyncingWorld;
  readonly issuer: TokenIssuer;
  readonly commit: string;
  readonly connection: string;
  /** An identity token of the connected workflow, but for these claims. */
  identity(claims?: Record<string, unknown>, key?: string): Promise<string>;
  exchange(token: string, account?: string, process?: Process): Promise<{ status: number; body: Told }>;
  /** The publish token of a job. */
  publishToken(claims?: Record<string, unknown>): Promise<string>;
}

interface Told {
  readonly token: string;
  readonly account: string;
  readonly expiresAt: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** A workflow of `acme/kit` is connected, for two of the account's skills. */
async function connectWorkflow(account: SyncingAccount, more: Record<string, unknown> = {}): Promise<string> {
  const connection = await account.connect(`${LIBRARY_ADDRESS}@main`);
  const workflow = { file: FILE, repositoryId: String(LIBRARY_ID), ownerId: OWNER_ID, ...more };
  const changed = await account.ask("PATCH", `/connections/${connection}`, { syncs: false, workflow });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  return connection;
}

async function jobWorld(workflow: Record<string, unknown> = { skills: ["one", "two"] }): Promise<JobWorld> {
  const stack = new AsyncDisposableStack();
  const repository = stack.use(
    await createGitRepository({ ...skillAt("one", "one"), ...skillAt("two", "two") }),
  );
  const issuer = stack.use(startTokenIssuer());
  const world = stack.use(await syncingWorld(repository, { OIDC_ISSUERS: `gh=${issuer.url}` }));
  const commit = await repository.git(["rev-parse", "HEAD"]);
  const connection = await connectWorkflow(world.acme, workflow);
  const { clock } = world.server;
  let count = 0;
  const self: JobWorld = {
    world,
    issuer,
    commit,
    connection,
    identity(claims = {}, key) {
      const now = Math.floor(clock.now() / 1000);
      const said = {
        aud: ISSUER,
        iat: now,
        nbf: now,
        exp: now + 300,
        jti: `job-${++count}`,
        repository: "acme/kit",
        repository_id: String(LIBRARY_ID),
        repository_owner_id: OWNER_ID,
        ref: "refs/heads/main",
        event_name: "push",
        sha: commit,
        run_id: "42",
        ...claims,
      };
      const workflowRef = `${said.repository}/${FILE}@${said.ref}`;
      return issuer.token({ workflow_ref: workflowRef, ...said }, key);
    },
    async exchange(token, account, process = world.process) {
      const response = await process.fetch(TOKEN, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token, ...(account !== undefined && { account }) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async publishToken(claims) {
      const { status, body } = await self.exchange(await self.identity(claims));
      assert.equal(status, 200, JSON.stringify(body));
      return body.token;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return self;
}

/** What a job publishes with its token. */
async function up(
  process: Process,
  token: string,
  text: string,
  fields: Record<string, string> = {},
  path = "/library",
) {
  const form = new FormData();
  form.append("files", new File([text], "SKILL.md"));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await process.fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const body = await response.json();
  return { status: response.status, code: body.error?.code ?? body.status };
}

async function statusesOf(jobs: JobWorld, all: readonly Record<string, unknown>[]): Promise<number[]> {
  const statuses = [];
  for (const claims of all) statuses.push((await jobs.exchange(await jobs.identity(claims))).status);
  return statuses;
}

Deno.test(
  verifies(
    ["ci.exchange"],
    "a workflow's identity token buys a token that publishes, for the account that is named where there are two",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { world: { process, server, account } } = jobs;
    const { status, body } = await jobs.exchange(await jobs.identity());
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.token, /^pt_[0-9A-Za-z]{38}$/);
    assert.equal(body.account, "acme");
    const minutes = (Date.parse(body.expiresAt) - server.clock.now()) / 60_000;
    assert(minutes > 0 && minutes <= 15);
    assert.deepEqual(await up(process, body.token, skillMd("one")), { status: 201, code: "created" });

    const other = await account("other");
    await connectWorkflow(other);
    const identity = await jobs.identity();
    const ambiguous = await jobs.exchange(identity);
    assert.deepEqual([ambiguous.status, ambiguous.body.error?.code], [409, "account.ambiguous"]);
    assert.equal((await jobs.exchange(identity, "nobody")).status, 401);
    const named = await jobs.exchange(identity, "other");
    assert.deepEqual([named.status, named.body.account], [200, "other"], "nothing was issued before");
    assert.deepEqual(await up(process, named.body.token, skillMd("one")), { status: 201, code: "created" });
    assert.deepEqual(await other.standing("one"), "published 1.0.0");

    const { entries } = (await jobs.world.acme.ask("GET", "/account/audit?order=newest")).body as {
      entries: { action: string; actor: unknown }[];
    };
    assert.deepEqual(entries.map(({ action }) => action).slice(0, 2), ["skill.create", "job.token"]);
    assert.deepEqual(entries[0]?.actor, { kind: "job", repository: LIBRARY_ADDRESS, run: "42" });
  },
);

Deno.test(
  verifies(
    ["ci.scope"],
    "a publish token publishes the skills and the visibility of its connection, and does nothing else",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { process, acme } = jobs.world;
    const token = await jobs.publishToken();
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await process.fetch(`/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return `${response.status} ${text === "" ? "" : JSON.parse(text).error?.code ?? ""}`;
    };
    assert.deepEqual(await up(process, token, skillMd("one")), { status: 201, code: "created" });
    for (const path of ["/library", "/library/acme/one", "/account", "/connections", "/account/audit"]) {
      assert.equal(await ask("GET", path), "403 auth.insufficient_scope", path);
    }
    assert.equal(await ask("DELETE", "/library/acme/one?delete=1"), "403 publish.not_allowed");
    assert.equal(
      await ask("PATCH", "/library/acme/one", { visibility: "private" }),
      "403 publish.not_allowed",
    );
    assert.equal(await ask("POST", "/connections", { address: "/gh/acme/kit" }), "403 publish.not_allowed");
    assert.deepEqual(await up(process, token, skillMd("three")), {
      status: 403,
      code: "publish.not_allowed",
    });
    assert.deepEqual(await up(process, token, skillMd("two"), { visibility: "private" }), {
      status: 403,
      code: "publish.not_allowed",
    });
    assert.deepEqual(await up(process, token, skillMd("two"), { draft: "1" }), {
      status: 403,
      code: "publish.not_allowed",
    });
    const released = await up(
      process,
      token,
      skillMd("one", { body: "More.\n" }),
      { version: "2.0.0" },
      "/library/acme/one/versions",
    );
    assert.deepEqual(released, { status: 201, code: "released" });
    const mcp = await process.fetch(`${ISSUER}/`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    assert.equal(mcp.status, 401);
    await mcp.body?.cancel();
    assert.equal(await ask("DELETE", "/publish/token"), "204 ");
    assert.deepEqual(await up(process, token, skillMd("two")), { status: 401, code: "auth.invalid_token" });
    assert.equal(await acme.standing("two"), "skill.not_found");
  },
);

Deno.test(
  verifies(["ci.audience"], "a token for another audience, or for another one too, is refused"),
  async () => {
    await using jobs = await jobWorld();
    const others = [
      "https://other.example",
      ["https://other.example"],
      [ISSUER, "https://other.example"],
      [],
      undefined,
    ];
    assert.deepEqual(await statusesOf(jobs, others.map((aud) => ({ aud }))), [401, 401, 401, 401, 401]);
    assert.deepEqual(await statusesOf(jobs, [{ aud: [ISSUER] }]), [200]);
  },
);

Deno.test(
  verifies(["ci.ids"], "numbers decide which repository it is, whatever it is called"),
  async () => {
    await using jobs = await jobWorld();
    assert.deepEqual(
      await statusesOf(jobs, [
        { repository_id: "999" },
        { repository_owner_id: "71" },
        { repository_id: undefined },
        { repository: "acme/renamed" },
        { repository: "acme/renamed", repository_id: LIBRARY_ID },
      ]),
      [401, 401, 401, 200, 200],
    );
  },
);

Deno.test(
  verifies(
    ["ci.pull_request"],
    "only push, release, workflow_dispatch and schedule publish, of the branch or a tag",
  ),
  async () => {
    await using jobs = await jobWorld({ environment: "production" });
    const environment = "production";
    const refused = ["pull_request", "pull_request_target", "workflow_run", "issue_comment"];
    assert.deepEqual(
      await statusesOf(jobs, refused.map((event_name) => ({ event_name, environment }))),
      refused.map(() => 401),
    );
    const accepted = ["push", "release", "workflow_dispatch", "schedule"];
    assert.deepEqual(
      await statusesOf(jobs, accepted.map((event_name) => ({ event_name, environment }))),
      accepted.map(() => 200),
    );
    const misfits = [
      { ref: "refs/pull/1/merge" },
      { ref: "refs/heads/feature" },
      { environment: undefined },
      { environment: "staging" },
      { workflow_ref: `acme/kit/.github/workflows/other.yml@refs/heads/main` },
      { workflow_ref: `acme/kit/${FILE}@refs/heads/feature` },
      { workflow_ref: `mallory/kit/${FILE}@refs/heads/main` },
    ];
    assert.deepEqual(
      await statusesOf(jobs, misfits.map((claims) => ({ environment, ...claims }))),
      misfits.map(() => 401),
    );
    assert.deepEqual(await statusesOf(jobs, [{ environment, ref: "refs/tags/v1" }]), [200]);
    const { body } = await jobs.exchange(await jobs.identity({ environment, ref: "refs/heads/feature" }));
    assert.match(body.error?.message ?? "", /it is of "refs\/heads\/feature", and "main" and tags publish/);
  },
);

Deno.test(
  verifies(
    ["ci.replay"],
    "an identity token is used once, also by two processes at once, and also without a name",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { world: { process, server } } = jobs;
    const other = await server.process({ OIDC_ISSUERS: `gh=${jobs.issuer.url}` });
    for (const claims of [{}, { jti: undefined }]) {
      const token = await jobs.identity(claims);
      const answers = await Promise.all(
        [process, other, process, other].map((at) => jobs.exchange(token, undefined, at)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
    }
  },
);

Deno.test(
  verifies(
    ["ci.expired"],
    "times are checked with a minute of tolerance, and a publish token lives for fifteen",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { process, server } = jobs.world;
    const now = Math.floor(server.clock.now() / 1000);
    assert.deepEqual(
      await statusesOf(jobs, [{ exp: now - 30 }, { exp: now - 90 }, { nbf: now + 120 }, { exp: undefined }]),
      [200, 401, 401, 401],
    );
    const token = await jobs.publishToken();
    server.clock.advance(14 * 60_000);
    assert.equal((await up(process, token, skillMd("one"))).status, 201);
    server.clock.advance(60_000);
    assert.deepEqual(await up(process, token, skillMd("two")), { status: 401, code: "auth.invalid_token" });
  },
);

Deno.test(
  verifies(
    ["ci.unknown_issuer"],
    "only configured issuers are asked for keys, and only their own signatures count",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { issuer, world: { server } } = jobs;
    const stranger = startTokenIssuer();
    await using _stranger = stranger;
    const foreign = await stranger.token({ iss: stranger.url, aud: ISSUER });
    assert.equal((await jobs.exchange(foreign)).status, 401);
    assert.deepEqual([stranger.asked.count, issuer.asked.count], [0, 0]);

    const none = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${(await jobs.identity()).split(".")[1]}.`;
    const { keys } = await (await fetch(`${issuer.url}/.well-known/jwks`)).json();
    const shared = await new SignJWT({ iss: issuer.url, aud: ISSUER, jti: "x" })
      .setProtectedHeader({ alg: "HS256", kid: "first" }).setIssuedAt().setExpirationTime("5m")
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])));
    for (const token of [none, shared, "x", "a.b.c", "x".repeat(8000)]) {
      assert.equal((await jobs.exchange(token)).status, 401, token.slice(0, 40));
    }

    assert.equal((await jobs.exchange(await jobs.identity({}, "second"))).status, 401);
    issuer.show("second");
    const asked = issuer.asked.count;
    assert.equal((await jobs.exchange(await jobs.identity({}, "second"))).status, 401, "asked a moment ago");
    assert.equal(issuer.asked.count, asked, "once a minute at most");
    server.clock.advance(60_000);
    assert.equal((await jobs.exchange(await jobs.identity({}, "second"))).status, 200);
    server.clock.advance(60_000);
    issuer.isAway = true;
    assert.equal(
      (await jobs.exchange(await jobs.identity({}, "second"))).status,
      200,
      "known keys are known",
    );
    const unknown = await jobs.exchange(await jobs.identity({}, "third"));
    assert.equal(unknown.status, 401);
  },
);

Deno.test(
  verifies(
    ["ci.provenance", "sync.source_match"],
    "where a version came from is kept and shown, and whether its files are the commit's",
  ),
  async () => {
    await using jobs = await jobWorld();
    const { process, acme } = jobs.world;
    const token = await jobs.publishToken();
    assert.equal((await up(process, token, skillMd("one"))).code, "created");
    assert.equal((await up(process, token, skillMd("two", { body: "Something else.\n" }))).code, "created");
    assert.equal((await acme.ask("POST", "/library")).status, 400);
    const provenanceOf = async (name: string) => {
      const { body } = await acme.ask("GET", `/library/acme/${name}`);
      return (body as { provenance: Record<string, unknown> }).provenance;
    };
    assert.deepEqual(await provenanceOf("one"), {
      kind: "workflow",
      issuer: jobs.issuer.url,
      repository: LIBRARY_ADDRESS,
      commit: jobs.commit,
      workflow: FILE,
      run: "42",
      source: "matches",
    });
    assert.equal((await provenanceOf("two")).source, "differs");
    const unread = await jobs.publishToken({ sha: "a".repeat(40) });
    assert.equal((await up(process, unread, skillMd("two", { body: "Third.\n" }))).code, "released");
    assert.equal((await provenanceOf("two")).source, "unknown");
  },
);

Deno.test("a job is told what is missing, and what its account took back ends its token", async () => {
  await using jobs = await jobWorld();
  const { process, acme, server } = jobs.world;
  const token = await jobs.publishToken();
  const { trust } = process.store;
  const facts = {
    host: "gh",
    id: String(LIBRARY_ID),
    owner: "acme",
    name: "kit",
    visibility: "public",
    description: null,
    defaultBranch: null,
    picture: null,
  };
  await trust.add(facts as never, "blocked");
  server.clock.advance(31_000);
  const blocked = await jobs.exchange(await jobs.identity());
  assert.deepEqual([blocked.status, blocked.body.error?.code], [403, "publish.not_allowed"]);
  await trust.clear({ host: facts.host, repository: facts.id } as never);
  assert.equal((await acme.ask("PATCH", `/connections/${jobs.connection}`, { workflow: null })).status, 200);
  assert.equal((await up(process, token, skillMd("one"))).status, 401);
  const { body } = await jobs.exchange(await jobs.identity());
  assert.match(body.error?.message ?? "", /no account is connected to a workflow of repository 300/);
});

Deno.test("the numbers of a repository are asked of its host, and have to be given where it does not say them", async () => {
  await using repository = await createGitRepository(skillAt("one", "one"));
  await using world = await syncingWorld(repository);
  const { acme, process, server } = world;
  const connection = await acme.connect(LIBRARY_ADDRESS);
  const found = await acme.ask("PATCH", `/connections/${connection}`, { workflow: { file: FILE } });
  assert.equal(found.status, 200);
  const { workflow } = found.body as { workflow: unknown };
  assert.deepEqual(workflow, {
    file: FILE,
    environment: null,
    skills: null,
    repositoryId: String(LIBRARY_ID),
    ownerId: "1",
  });
  server.github.answer = () => new Response(null, { status: 503 });
  const away = await acme.ask("PATCH", `/connections/${connection}`, { workflow: { file: FILE } });
  assert.equal(away.status, 400);
  assert.match((away.body as Told).error?.message ?? "", /Give repositoryId and ownerId/);
  assert.equal(await process.syncDue() > 0, true);
});
