/**
 * Nothing stays served that is no longer public under the name it is asked by: every road a repository can
 * go, on every kind of host, over every route.
 */
import assert from "node:assert/strict";
import { parseHostKey } from "../../../src/format/mod.ts";
import { createGithubHost } from "../../../src/hosts/github/mod.ts";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGithubApiServer, GITHUB_TROUBLES } from "../../support/github_api_server.ts";
import { testServer } from "../../support/test_server.ts";
import { REST } from "../every_route.ts";
import { AT_FIRST, type ForgeState, meaningOf, START } from "./_forge.ts";
import { everyRoad, type Forge, LIFETIMES, ORIGIN, type Repositories, repositories } from "./_roads.ts";

/** Git's protocol as a forge speaks it: names that were given up lead on. */
function gitServer({ first, second }: Repositories) {
  const gitDirs = new Map<string, string>();
  let state = AT_FIRST;
  const server = createGitHttpServer({
    repositories: gitDirs,
    isStill: true,
    intercept(request) {
      const { pathname, search } = new URL(request.url);
      const [, name = ""] = /^\/([^/]+\/[^/]+?)(?:\.git)?\//.exec(pathname) ?? [];
      const leadsOn = state.former.includes(name) && meaningOf(state, name) === "first";
      if (!leadsOn || state.first === null) return undefined;
      return new Response(null, {
        status: 301,
        headers: { location: pathname.replace(name, state.first) + search },
      });
    },
  });
  const set = (now: ForgeState) => {
    state = now;
    gitDirs.clear();
    if (now.first !== null && !now.isClosed) gitDirs.set(now.first, first.gitDir);
    if (now.isTaken) gitDirs.set(START, second.gitDir);
  };
  set(AT_FIRST);
  return { server, set };
}

Deno.test("no road leaves served what is no longer public, on a host that tells no identity but a name", async (t) => {
  await using made = await repositories();
  const { server: git, set } = gitServer(made);
  await using _ = git;
  const forge: Forge = {
    key: "code",
    host: (clock) => gitHost({ baseUrl: git.url, lifetimes: LIFETIMES, clock }),
    move: (_, __, now) => Promise.resolve(set(now)),
  };
  await everyRoad(t, made, forge, () => Promise.resolve(set(AT_FIRST)));
});

for (const quota of ["all along", "used up after the first look"] as const) {
  Deno.test(`no road leaves served what is no longer public, on GitHub with its quota ${quota}`, async (t) => {
    await using made = await repositories();
    const { server: git, set: setGit } = gitServer(made);
    await using _ = git;
    await using api = createGithubApiServer([]);
    const key = parseHostKey("gh");
    assert(key.ok);
    const set = (now: ForgeState) => {
      setGit(now);
      api.repositories.clear();
      api.renamed.clear();
      const [owner = "", name = ""] = now.first?.split("/") ?? [];
      if (now.first !== null) {
        const first = { id: 1, owner, name, private: now.isClosed };
        api.repositories.set(now.first, first);
      }
      if (now.isTaken) api.repositories.set(START, { id: 2, owner: "acme", name: "library" });
      for (const former of now.former) api.renamed.set(former, 1);
    };
    const forge: Forge = {
      key: "gh",
      host: (clock) =>
        createGithubHost({
          key: key.value,
          webUrl: git.url,
          apiUrl: api.url,
          token: null,
          lifetimes: LIFETIMES,
          fetch,
          clock,
        }),
      move(_, __, now) {
        set(now);
        if (quota !== "all along") api.answer = GITHUB_TROUBLES["no quota"];
        return Promise.resolve();
      },
    };
    await everyRoad(t, made, forge, () => {
      set(AT_FIRST);
      api.answer = null;
      return Promise.resolve();
    });
  });
}

Deno.test("the table of routes holds every operation that answers for an address", async () => {
  await using server = await testServer({ files: {} });
  const document = await (await server.fetch(new Request(`${ORIGIN}/api/v1/openapi.json`))).json();
  const listed = Object.keys(document.paths).flatMap((path) =>
    /^\/api\/v1\/(\w+)\/\{address\}$/.exec(path)?.[1] ?? []
  );
  // A refresh is how a road ends, and usage is for who may write alone.
  assert.deepEqual(
    listed.filter((route) => route !== "refresh" && route !== "usage").sort(),
    [...new Set(REST.map(([route]) => route))].sort(),
  );
});
