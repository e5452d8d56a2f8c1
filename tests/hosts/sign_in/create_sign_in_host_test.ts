import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import { createSignInHost, type SignInKind } from "../../../src/hosts/sign_in/mod.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { type SignInServer, startSignInServer } from "../../support/sign_in/sign_in_server.ts";

const BEGUN = {
  state: "state of this browser",
  verifier: "a-verifier-of-at-least-forty-three-characters",
  redirectUri: "https://skills.example/sign-in/gh/callback",
};

const ADA = { id: 7, login: "ada", organisations: ["acme"] };

const KINDS: readonly SignInKind[] = ["github", "forgejo"];

for (const kind of KINDS) {
  Deno.test(`${kind}: who allows it at the host is known by the host's id, and may be asked about`, async () => {
    await using server = startSignInServer(kind);
    server.person = ADA;
    const host = hostAt(server, kind);
    const authorizeUrl = await host.begin(BEGUN);
    assert.equal(authorizeUrl.origin, server.url);
    assert.equal(authorizeUrl.searchParams.get("prompt"), kind === "github" ? "select_account" : null);
    assert(!authorizeUrl.href.includes(BEGUN.verifier), "the verifier stays here");
    const back = await server.follow(authorizeUrl);
    const finished = await host.finish(back.searchParams, BEGUN);
    assert(finished.ok);
    assert.deepEqual(finished.value.person, { host: "x", id: "7", login: "ada" });
    assert.equal(finished.value.tokens.expiresAt, 28_800_000);
    assert.deepEqual(await host.isMember(finished.value.tokens, "acme"), { ok: true, value: true });
    assert.deepEqual(await host.isMember(finished.value.tokens, "other"), { ok: true, value: false });
  });

  Deno.test(`${kind}: whose a name is, is told by its id and by who owns the organisation`, async () => {
    await using server = startSignInServer(kind);
    server.person = { ...ADA, organisations: ["acme", "umbrella"], owns: ["acme"] };
    for (const [name, id] of [["acme", 70], ["umbrella", 71], ["eve", 8]] as const) {
      server.names.set(name, id);
    }
    const host = hostAt(server, kind);
    const finished = await host.finish((await server.follow(await host.begin(BEGUN))).searchParams, BEGUN);
    assert(finished.ok);
    const asker = { id: "7", login: "ada", token: finished.value.tokens.access };
    const told = async (name: string, as: typeof asker | null = asker) => {
      const owner = await host.ownerOf(name, as);
      return owner.ok ? owner.value : owner.error;
    };
    assert.deepEqual(
      await Promise.all(["ada", "acme", "umbrella", "eve", "nobody"].map((name) => told(name))),
      [
        "theirs",
        "theirs",
        "others",
        "others",
        "nobody",
      ],
    );
    assert.deepEqual([await told("acme", null), await told("nobody", null)], ["others", "nobody"]);
    for (
      const answer of [
        () => new Response("", { status: 403 }),
        () => new Response("<html>"),
        () => new Response("", { status: 502 }),
      ]
    ) {
      server.broken.set("/api/users/eve", answer);
      assert.equal(await told("eve"), "unavailable", String(answer));
    }
  });

  Deno.test(`${kind}: who may push to a repository is asked of the host, by its number where it has one`, async () => {
    await using server = startSignInServer(kind);
    const host = hostAt(server, kind);
    const path = "/api/repos/acme/kit";
    const told = async (answer: () => Response, id = "7") => {
      server.broken.set(path, answer);
      const repository = { owner: "acme", name: "kit", id: id as RepositoryId };
      const may = await host.mayWrite(repository, { token: "t" });
      return may.ok ? may.value : may.error;
    };
    const answering = (push: boolean) => () => Response.json({ id: 7, permissions: { push } });
    assert.equal(await told(answering(true)), true);
    assert.equal(await told(answering(false)), false);
    assert.equal(await told(answering(true), "8"), false, "another repository has the name");
    assert.equal(await told(answering(true), "acme/kit"), true, "known by its name alone");
    assert.equal(await told(() => new Response(null, { status: 404 })), false);
    for (const status of [401, 403, 429, 500]) {
      assert.equal(await told(() => new Response(null, { status })), "unavailable", `${status}`);
    }
    assert.equal(await told(() => Response.json({ id: 7 })), "unavailable");
  });

  Deno.test(`${kind}: a token is renewed once by what came with it`, async () => {
    await using server = startSignInServer(kind);
    server.person = ADA;
    const host = hostAt(server, kind);
    const finished = await host.finish((await server.follow(await host.begin(BEGUN))).searchParams, BEGUN);
    assert(finished.ok && finished.value.tokens.refresh !== null);
    const renewed = await host.renew(finished.value.tokens.refresh);
    assert(renewed.ok);
    assert.notEqual(renewed.value.access, finished.value.tokens.access);
    assert.deepEqual(await host.renew(finished.value.tokens.refresh), { ok: false, error: "refused" });
  });

  Deno.test(`${kind}: a code of another browser, a denial and a wrong verifier sign nobody in`, async () => {
    await using server = startSignInServer(kind);
    const host = hostAt(server, kind);
    const denied = await server.follow(await host.begin(BEGUN));
    assert.deepEqual(await host.finish(denied.searchParams, BEGUN), { ok: false, error: "refused" });
    server.person = ADA;
    const back = (await server.follow(await host.begin(BEGUN))).searchParams;
    const otherState = await host.finish(back, { ...BEGUN, state: "another" });
    assert.deepEqual(otherState, { ok: false, error: "refused" });
    assert(!server.asked.includes("POST /login/oauth/access_token"), "nothing was exchanged");
    const otherVerifier = { ...BEGUN, verifier: "another-verifier-of-forty-three-characters-x" };
    assert.deepEqual(await host.finish(back, otherVerifier), { ok: false, error: "refused" });
    const twice = new URLSearchParams([...back, ["code", "another"]]);
    assert.deepEqual(await host.finish(twice, BEGUN), { ok: false, error: "refused" });
  });

  Deno.test(`${kind}: a host that is down, floods or talks nonsense is trouble, and no refusal`, async () => {
    await using server = startSignInServer(kind);
    server.person = ADA;
    const host = hostAt(server, kind);
    const answers: [path: string, answer: () => Response, error: string][] = [
      ["/login/oauth/access_token", () => new Response("down", { status: 502 }), "unavailable"],
      ["/login/oauth/access_token", () => new Response("x".repeat(65 * 1024)), "unavailable"],
      ["/login/oauth/access_token", () => Response.redirect("https://elsewhere.example/", 302), "refused"],
      ["/api/user", () => new Response("down", { status: 503 }), "unavailable"],
      ["/api/user", () => Response.json({ id: "7; DROP", login: "ada" }), "unavailable"],
      ["/api/user", () => new Response("<html>"), "unavailable"],
    ];
    for (const [path, answer, error] of answers) {
      const back = (await server.follow(await host.begin(BEGUN))).searchParams;
      server.broken.set(path, answer);
      assert.deepEqual(await host.finish(back, BEGUN), { ok: false, error }, String(answer));
      server.broken.clear();
    }
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await host.renew("any"), { ok: false, error: "unavailable" });
  });
}

function hostAt({ url, apiUrl, clientId, clientSecret }: SignInServer, kind: SignInKind) {
  return createSignInHost({
    key: "x" as HostKey,
    kind,
    webUrl: url,
    apiUrl,
    clientId,
    clientSecret,
    fetch,
    clock: manualClock(0),
  });
}
