/** Sets over the whole server: one MCP endpoint, one index and one page over repositories of this machine and published skills. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../../contracts/ambient.ts";
import { HOUR_MS, skillMd } from "../../support/library/library.ts";
import {
  type KeyClient,
  type LibraryServer,
  libraryServer,
  type ServedAccount,
  skillOf,
} from "../../support/library/library_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import { callTool, message } from "../mcp.ts";

const ORIGIN = "http://127.0.0.1";
const URL_OF_S = `${ORIGIN}/sets/acme/s`;

interface SetStage extends AsyncDisposable {
  readonly stage: LibraryServer;
  readonly account: ServedAccount;
  readonly acme: KeyClient;
  /** Lets time pass, so that what the server remembers of repositories is asked for again. */
  wait(ms: number): void;
}

/** Two repositories, and `acme` with the skill `x`. */
async function setStage(visibility: "private" | "global" = "global"): Promise<SetStage> {
  let waited = 0;
  const clock: Clock = {
    now: () => Date.now() + waited,
    sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
  };
  const stage = await libraryServer({ closed: ["one/closed"], clock });
  await stage.server.write("one/closed/SKILL.md", skillMd("closed"));
  await stage.server.write("one/a/skills/alpha/SKILL.md", skillMd("alpha", { body: "Sing of walruses.\n" }));
  await stage.server.write("one/a/skills/alpha/notes.md", "# Notes\n\nMore about walruses.\n");
  await stage.server.write("one/a/secret/plan.md", "# Not in the set\n");
  await stage.server.write("two/b/beta/SKILL.md", skillMd("beta", { body: "Paint a walrus.\n" }));
  const account = await stage.account("acme");
  const acme = await account.client();
  assert.equal((await acme.publish(skillOf("x"), { visibility })).status, 201);
  return {
    stage,
    account,
    acme,
    wait: (ms) => void (waited += ms),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

const MEMBERS = [
  { alias: "a", address: "/local/one/a/skills" },
  { alias: "b", address: "local/two/b" },
  { skill: "acme/x" },
];

const put = (client: KeyClient, members: unknown = MEMBERS, name = "s") =>
  client.json("PUT", `/api/v1/sets/${name}`, { members });

async function call({ stage }: SetStage, name: string, args: unknown, url = URL_OF_S) {
  return await callTool(stage.server.fetch, "modern", url, name, args);
}

Deno.test(
  verifies(
    ["set.one_endpoint"],
    "a set is one endpoint over several repositories and skills, each a folder, and reads nothing outside of them",
  ),
  async () => {
    await using at = await setStage();
    const made = await put(at.acme);
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(made.body.members.map(({ alias }: { alias: string }) => alias), ["a", "b", "x"]);
    const root = await call(at, "browse_repo", {});
    assert.match(root.text, /^Set: acme\/s$/m);
    for (const alias of ["a", "b", "x"]) assert.match(root.text, new RegExp(`^.*\\b${alias}\\b`, "m"));
    assert.match(root.text, /3 skills/);
    const inA = await call(at, "browse_repo", { path: "a" });
    assert.match(inA.text, /a\/alpha\/SKILL\.md/);
    const loaded = await call(at, "load_skill", { path: "b/beta/SKILL.md" });
    assert(!loaded.isError, loaded.text);
    assert.match(loaded.text, /Paint a walrus/);
    const published = await call(at, "load_skill", { path: "x/SKILL.md" });
    assert.match(published.text, /Do it\./);
    assert.match(published.text, /x\/references\/style\.md/);
    const file = await call(at, "read_repo_file", { path: "a/alpha/notes.md" });
    assert.match(file.text, /More about walruses/);

    for (
      const path of [
        "secret/plan.md",
        "a/secret/plan.md",
        "a/../secret/plan.md",
        "plan.md",
        "c/SKILL.md",
        "local/one/a/secret/plan.md",
      ]
    ) {
      const outside = await call(at, "read_repo_file", { path });
      assert(outside.isError, path);
      assert.doesNotMatch(outside.text, /Not in the set/, path);
    }
    const found = await call(at, "search_repo", { query: "walrus walruses plan" });
    assert.match(found.text, /a\/alpha\/SKILL\.md/);
    assert.match(found.text, /b\/beta\/SKILL\.md/);
    assert.doesNotMatch(found.text, /secret/);
    const below = await call(at, "search_repo", { query: "walrus", path: "b" });
    assert.doesNotMatch(below.text, /a\/alpha/);
  },
);

Deno.test("a set answers the skills extension, installers and browsers with everything in it", async () => {
  await using at = await setStage();
  await put(at.acme);
  await call(at, "browse_repo", {});
  const { fetch } = at.stage.server;
  const ask = async (method: string, params = {}) => {
    const response = await fetch(message("modern", URL_OF_S, { method, params }));
    assert.equal(response.status, 200);
    return (await response.json()).result;
  };
  const { skills } = await ask("skills/list");
  assert.deepEqual(skills.map(({ uri }: { uri: string }) => uri), [
    "skill://sets/acme/s/a/alpha/SKILL.md",
    "skill://sets/acme/s/b/beta/SKILL.md",
    "skill://sets/acme/s/x/SKILL.md",
  ]);
  const { contents } = await ask("resources/read", { uri: "skill://sets/acme/s/a/alpha/notes.md" });
  assert.match(contents[0].text, /More about walruses/);

  const index = await (await fetch(new Request(`${URL_OF_S}/.well-known/agent-skills/index.json`))).json();
  assert.deepEqual(index.skills.map(({ name }: { name: string }) => name), ["alpha", "beta", "x"]);
  for (const { url, digest } of index.skills) {
    const artifact = await fetch(new Request(`${URL_OF_S}/.well-known/agent-skills/${url}`));
    assert.equal(artifact.status, 200);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await artifact.arrayBuffer())).toHex();
    assert.equal(digest, `sha256:${hash}`);
  }
  const page = await fetch(new Request(URL_OF_S, { headers: { accept: "text/html" } }));
  const html = await page.text();
  assert.equal(page.status, 200);
  for (const text of ["acme/s", "/local/two/b", "/skills/acme/x", "a/alpha/SKILL.md", "3 skills"]) {
    assert(html.includes(text), text);
  }
  assert.match(html, /noindex/);
  const get = await fetch(new Request(URL_OF_S, { headers: { accept: "application/json" } }));
  assert.equal(get.status, 405);
});

Deno.test(
  verifies(["set.bad_member"], "a member that cannot be had is told by its alias, and the rest works"),
  async () => {
    await using at = await setStage();
    await put(at.acme);
    await call(at, "browse_repo", {});
    await Deno.remove(`${at.stage.server.root}/two/b`, { recursive: true });
    at.wait(HOUR_MS);
    assert.match((await call(at, "browse_repo", {})).text, /The member "b" cannot be had now/);
    assert(!(await call(at, "load_skill", { path: "a/alpha/SKILL.md" })).isError);
    assert((await call(at, "load_skill", { path: "b/beta/SKILL.md" })).isError);
    const page = await at.stage.server.fetch(new Request(URL_OF_S, { headers: { accept: "text/html" } }));
    assert.match(await page.text(), /It cannot be had now: The repository does not exist or is not public/);
  },
);

Deno.test(
  verifies(
    ["set.one_endpoint"],
    "what is not public is no member, and a set with a private skill is for keys of its account alone",
  ),
  async () => {
    await using at = await setStage("private");
    const { stage, acme } = at;
    const refusals = [];
    for (const repository of ["closed", "missing"]) {
      const { status, text } = await put(acme, [{ address: `/local/one/${repository}` }]);
      assert.equal(status, 404);
      refusals.push(text.replaceAll(repository, "it"));
    }
    const [closed = "", absent] = refusals;
    assert.match(closed, /mount\.repo_not_found/);
    assert.equal(closed, absent);
    assert.equal((await put(acme)).status, 200);
    const other = await (await stage.account("other")).client();
    const ask = (key?: string) => {
      const request = message("legacy", URL_OF_S, {
        method: "tools/call",
        params: { name: "browse_repo", arguments: {} },
      });
      if (key !== undefined) request.headers.set("authorization", `Bearer ${key}`);
      return stage.server.fetch(request);
    };
    const nobody = await ask();
    assert.equal(nobody.status, 401);
    assert.match(nobody.headers.get("www-authenticate") ?? "", /^Bearer/);
    // Their key is good, so that asking again would lead nowhere: it is told as what is missing is.
    assert.equal((await ask(other.key)).status, 404);
    const own = await ask(acme.key);
    assert.equal(own.status, 200);
    assert.match(own.headers.get("cache-control") ?? "", /private, no-store/);
    assert.match((await own.json()).result.content[0].text, /\bx\b/);
    const index = new Request(`${URL_OF_S}/.well-known/agent-skills/index.json`);
    assert.equal((await stage.server.fetch(index)).status, 401);
    assert.equal(
      (await put(other, [{ skill: "acme/x" }], "theirs")).status,
      404,
      "another's private skill",
    );
    const confined = await at.account.client({ skills: ["acme/x"] });
    const refused = await ask(confined.key);
    assert.equal(refused.status, 401, "a set may come to hold what such a key is not for");
    assert.match(await refused.text(), /Use a key that is not confined/);
    const missing = await stage.server.fetch(
      message("legacy", `${ORIGIN}/sets/acme/none`, {
        method: "tools/call",
        params: { name: "browse_repo", arguments: {} },
      }),
    );
    assert.equal(missing.status, 401, "whether there is a set is told to nobody who could not read it");
    assert.equal(await missing.text(), (await nobody.text()).replaceAll("/sets/acme/s", "/sets/acme/none"));
  },
);

Deno.test("sets are made, changed, listed and removed by owners and admins, and what is wrong is told", async () => {
  await using at = await setStage();
  const { acme, stage } = at;
  for (
    const [members, wanted] of [
      [[], 400],
      [[{ alias: "a", address: "/local/one/a" }, { alias: "a", skill: "acme/x" }], 400],
      [[{ alias: "A b", address: "/local/one/a" }], 400],
      [[{ address: "/local/one/a", skill: "acme/x" }], 400],
      [[{}], 400],
      [[{ address: "/xx/one/a" }], 400],
      [[{ skill: "acme" }], 400],
      [[{ skill: "acme/none" }], 404],
      [[{ skill: "acme/x@9.9.9" }], 404],
      [Array.from({ length: 21 }, (_, index) => ({ alias: `m${index}`, skill: "acme/x" })), 400],
    ] as const
  ) {
    assert.equal((await put(acme, members)).status, wanted, JSON.stringify(members).slice(0, 80));
  }
  assert.equal((await put(acme, MEMBERS, "No Name")).status, 400);
  assert.equal((await put(acme)).status, 200);
  assert.equal((await put(acme, [{ skill: "acme/x@1.0.0" }])).status, 200);
  const listed = await acme.get("/api/v1/sets");
  assert.deepEqual(listed.body.sets.map(({ members }: { members: unknown }) => members), [[
    { kind: "skill", alias: "x", skill: "acme/x@1.0.0" },
  ]]);
  const reader = await (await stage.account("reader")).client({ writes: false });
  assert.equal((await put(reader)).status, 403);
  assert.equal((await acme.send("DELETE", "/api/v1/sets/s")).status, 204);
  assert.equal((await acme.get("/api/v1/sets/s")).status, 404);
  assert.equal((await acme.send("DELETE", "/api/v1/sets/s")).status, 404);
  const { entries } = (await acme.get("/api/v1/account/audit?order=newest")).body;
  assert.deepEqual(entries.slice(0, 2).map(({ action }: { action: string }) => action), [
    "set.remove",
    "set.put",
  ]);
});

Deno.test("a set of what is its account's alone stays closed when that can be had no longer, and says nothing of it", async () => {
  await using at = await setStage("private");
  assert.equal((await put(at.acme)).status, 200);
  const asked = [
    () =>
      message("legacy", URL_OF_S, { method: "tools/call", params: { name: "browse_repo", arguments: {} } }),
    () => new Request(URL_OF_S, { headers: { accept: "text/html" } }),
    () => new Request(`${URL_OF_S}/.well-known/agent-skills/index.json`),
  ];
  const isClosed = async () => {
    for (const request of asked) assert.equal((await at.stage.server.fetch(request())).status, 401);
  };
  await isClosed();
  const path = "/api/v1/library/acme/x";
  const yanked = await at.acme.json("PATCH", `${path}/versions/1.0.0`, { yanked: true, reason: "leaks" });
  assert.equal(yanked.status, 200, yanked.text);
  await isClosed();
  const removed = await at.acme.send("DELETE", `${path}?delete=1`);
  assert(removed.status < 300);
  await removed.body?.cancel();
  await isClosed();
});

Deno.test("a set stays open when what everybody had of it is gone, and tells of that once", async () => {
  await using at = await setStage();
  assert.equal((await put(at.acme)).status, 200);
  const path = "/api/v1/library/acme/x";
  const yanked = await at.acme.json("PATCH", `${path}/versions/1.0.0`, {
    yanked: true,
    reason: "our secret",
  });
  assert.equal(yanked.status, 200, yanked.text);
  const { text, isError } = await call(at, "browse_repo", {});
  assert(!isError, text);
  assert.equal(text.match(/The member "x" cannot be had now/g)?.length, 1, text);
  assert.doesNotMatch(text, /our secret/);
});

Deno.test("an account has fifty sets, however many are made at once", async () => {
  await using at = await setStage();
  const { acme } = at;
  const member = [{ skill: "acme/x" }];
  for (let number = 0; number < 47; number++) {
    assert.equal((await put(acme, member, `s${number}`)).status, 200);
  }
  const last = await Promise.all(Array.from({ length: 8 }, (_, number) => put(acme, member, `t${number}`)));
  const made = last.filter(({ status }) => status === 200);
  assert.deepEqual([made.length, last.filter(({ status }) => status === 413).length], [3, 5]);
  assert.equal((await acme.get("/api/v1/sets")).body.sets.length, 50);
  assert.equal((await put(acme, member, "s1")).status, 200, "one that is there can be changed");
  const gone = await Promise.all(
    ["s1", "s2", "s3"].map((name) => acme.send("DELETE", `/api/v1/sets/${name}`)),
  );
  assert.deepEqual(gone.map(({ status }) => status), [204, 204, 204]);
  const again = [];
  for (const name of ["a", "b", "c", "d"]) again.push((await put(acme, member, name)).status);
  assert.deepEqual(again, [200, 200, 200, 413]);
});
