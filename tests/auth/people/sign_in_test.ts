import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { HostTokens } from "../../../contracts/auth/sign_in.ts";
import { createAuthenticator, createSignIn, digestOf } from "../../../src/auth/mod.ts";
import { createSignInHost } from "../../../src/hosts/sign_in/mod.ts";
import { createGrantStore } from "../../../src/store/authorization/grant_store.ts";
import { createSessionStore } from "../../../src/store/authorization/session_store.ts";
import { accountsOn } from "../../support/library/accounts.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { type SignInServer, startSignInServer } from "../../support/sign_in/sign_in_server.ts";

const CALLBACK = "https://skills.example/sign-in/gh/callback";
const ADA = { id: 7, login: "Ada_L", organisations: ["acme"] };
const MINUTE = 60_000;

Deno.test("signing in at a host makes an account at the first time, and a session each time", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const stage = stageOn(kv, server);
  server.person = ADA;
  const first = await stage.through("/gh/acme/private?x=1");
  const second = await stage.through(null);
  assert(first.ok && second.ok);
  assert.equal(first.value.returnTo, "/gh/acme/private?x=1");
  assert.equal(second.value.returnTo, "/");
  assert.notEqual(first.value.session, second.value.session);
  const viewer = await stage.whoHas(first.value.session);
  assert.deepEqual(viewer, { kind: "person", person: "gh/7" });
  assert.deepEqual(await stage.whoHas(second.value.session), viewer);
  const person = await stage.people.person("gh/7" as PersonId);
  assert.equal(person?.login, "Ada_L");
  assert.equal((await stage.accounts.find("ada-l"))?.account.id, person?.accounts[0]);
  assert.equal(person?.accounts.length, 1);
  assert.deepEqual(stage.kept.map(({ person }) => person), ["gh/7", "gh/7"]);
});

Deno.test("a person of the same name elsewhere gets another account", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const stage = stageOn(kv, server);
  server.person = ADA;
  await stage.through(null);
  server.person = { ...ADA, id: 8 };
  await stage.through(null);
  const [one, two] = [await stage.accounts.find("ada-l"), await stage.accounts.find("ada-l-2")];
  assert(one !== null && two !== null && one.account.id !== two.account.id);
});

Deno.test("only the browser that began comes back, once, to the same host, in time", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const stage = stageOn(kv, server);
  server.person = ADA;
  const { signIn } = stage;
  const begin = async () => {
    const browser = signIn.newBrowser();
    const begun = await signIn.begin("gh", "/", CALLBACK, browser);
    assert(begun.ok);
    return { browser, query: (await server.follow(begun.value)).searchParams };
  };
  const STATE = { ok: false, error: "state" };
  const one = await begin();
  const other = await begin();
  assert.deepEqual(await signIn.finish("gh", null, one.query), STATE);
  assert.deepEqual(await signIn.finish("gh", "made up", one.query), STATE);
  assert.deepEqual(await signIn.finish("gh", other.browser, one.query), STATE);
  assert.equal((await signIn.finish("gh", one.browser, one.query)).ok, true);
  assert.deepEqual(await signIn.finish("gh", one.browser, one.query), STATE);
  const late = await begin();
  stage.clock.advance(10 * MINUTE);
  assert.deepEqual(await signIn.finish("gh", late.browser, late.query), STATE);
  assert.deepEqual(await signIn.begin("nowhere", "/", CALLBACK, "any"), { ok: false, error: "unknown_host" });
});

Deno.test("a browser that began twice comes back with either answer", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const { signIn } = stageOn(kv, server);
  server.person = ADA;
  const browser = signIn.newBrowser();
  const answers: URLSearchParams[] = [];
  for (const returnTo of ["/one", "/two"]) {
    const begun = await signIn.begin("gh", returnTo, CALLBACK, browser);
    assert(begun.ok);
    answers.push((await server.follow(begun.value)).searchParams);
  }
  const [one, two] = answers;
  assert(one !== undefined && two !== undefined);
  for (const [answer, returnTo] of [[two, "/two"], [one, "/one"]] as const) {
    const finished = await signIn.finish("gh", browser, answer);
    assert(finished.ok);
    assert.equal(finished.value.returnTo, returnTo);
  }
});

Deno.test("who is not on the list of those who may sign in does not get in, and the host is asked each time", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const cases: [allowed: string[], isIn: boolean][] = [
    [["gh:ada_l"], true],
    [["gh:someone"], false],
    [["gh:someone", "gh:acme/*"], true],
    [["gh:other/*"], false],
    [["cb:ada_l", "cb:acme/*"], false],
  ];
  server.person = ADA;
  for (const [allowed, isIn] of cases) {
    const finished = await stageOn(kv, server, allowed).through(null);
    assert.equal(finished.ok, isIn, allowed.join());
    if (!finished.ok) assert.equal(finished.error, "not_allowed");
  }
  server.broken.set("/api/user/memberships/orgs/acme", () => new Response(null, { status: 500 }));
  const finished = await stageOn(kv, server, ["gh:acme/*"]).through(null);
  assert.deepEqual(finished, { ok: false, error: "unavailable" });
});

Deno.test("a link signs in once, within an hour, for the account that it was made for", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const { signIn, made, whoHas, clock } = stageOn(kv, server);
  assert.equal(await signIn.makeLink("acme"), null);
  const account = await made("acme");
  const link = await signIn.makeLink("acme");
  assert(link !== null && link.startsWith("li_"));
  assert.equal((await signIn.accountOfLink(link))?.slug, "acme");
  assert.equal((await signIn.accountOfLink(link))?.slug, "acme", "a look uses nothing up");
  const used = await signIn.useLink(link, null);
  assert(used.ok);
  assert.equal(used.value.returnTo, "/account");
  for (
    const [returnTo, expected] of [["/api/oauth/authorize?a=1", "/api/oauth/authorize?a=1"], [
      "//evil.example",
      "/",
    ]]
  ) {
    const other = await signIn.useLink(await signIn.makeLink("acme") ?? "", returnTo ?? null);
    assert(other.ok);
    assert.equal(other.value.returnTo, expected);
  }
  assert.deepEqual(await whoHas(used.value.session), { kind: "person", person: `@link/${account.id}` });
  assert.deepEqual(await signIn.useLink(link, null), { ok: false, error: "link" });
  const late = await signIn.makeLink("acme");
  clock.advance(60 * MINUTE);
  assert.equal(await signIn.accountOfLink(late ?? ""), null);
  assert.deepEqual(await signIn.useLink(late ?? "", null), { ok: false, error: "link" });
});

Deno.test("a session ends when it is ended, with all others of its person, or unused for 30 days", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = startSignInServer("github");
  const stage = stageOn(kv, server);
  server.person = ADA;
  const sessionsOf = async () => {
    const signedIn = await stage.through(null);
    assert(signedIn.ok);
    return signedIn.value.session;
  };
  const [one, two, three] = [await sessionsOf(), await sessionsOf(), await sessionsOf()];
  await stage.endSession(one);
  assert.deepEqual(await stage.whoHas(one), { kind: "nobody" });
  stage.clock.advance(29 * 24 * 60 * MINUTE);
  assert.equal((await stage.whoHas(two))?.kind, "person");
  stage.clock.advance(29 * 24 * 60 * MINUTE);
  assert.equal((await stage.whoHas(two))?.kind, "person");
  assert.deepEqual(await stage.whoHas(three), { kind: "nobody" });
  await stage.sessions.endAll("gh/7" as PersonId);
  assert.deepEqual(await stage.whoHas(two), { kind: "nobody" });
});

function stageOn(kv: Deno.Kv, server: SignInServer, allowed: readonly string[] = []) {
  const clock = manualClock();
  const deps = { kv, clock, newId: () => crypto.randomUUID(), log: () => {} };
  const { accounts, stores: { people }, made } = accountsOn(kv, clock);
  const sessions = createSessionStore(deps);
  const kept: { readonly person: string; readonly tokens: HostTokens }[] = [];
  const { url: webUrl, apiUrl, clientId, clientSecret } = server;
  const key = "gh" as HostKey;
  const host = createSignInHost({
    key,
    kind: "github",
    webUrl,
    apiUrl,
    clientId,
    clientSecret,
    fetch,
    clock,
  });
  const signIn = createSignIn({
    accounts,
    sessions,
    hosts: new Map([[key, host]]),
    allowed,
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    keepTokens: (person, tokens) => Promise.resolve(void kept.push({ person, tokens })),
  });
  const authenticate = createAuthenticator({ grants: createGrantStore(deps), sessions, clock });
  return {
    clock,
    people,
    accounts,
    made,
    sessions,
    signIn,
    kept,
    /** From the button to the session, as a browser goes. */
    async through(returnTo: string | null) {
      const browser = signIn.newBrowser();
      const begun = await signIn.begin("gh", returnTo, CALLBACK, browser);
      assert(begun.ok);
      const back = await server.follow(begun.value);
      return await signIn.finish("gh", browser, back.searchParams);
    },
    async whoHas(session: string) {
      const viewer = await authenticate({ bearer: null, session });
      if (!viewer.ok || viewer.value.kind !== "person") return viewer.ok ? viewer.value : null;
      const { kind, person } = viewer.value;
      return { kind, person };
    },
    endSession(session: string) {
      return sessions.end(digestOf(session));
    },
  };
}
