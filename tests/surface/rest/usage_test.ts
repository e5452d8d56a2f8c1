/** What is used of a repository is counted by day, skill and nothing else, and shown to who may write to it. */
import assert from "node:assert/strict";
import { manualClock } from "../../support/manual_clock.ts";
import { testServer } from "../../support/test_server.ts";
import { callTool, ERAS, message } from "../mcp.ts";
import { restClient } from "../rest.ts";

const ORIGIN = "http://127.0.0.1";
const AT = "local/acme/library";
const ADS = "skills/ads/SKILL.md";
const skill = (name: string, words: string) => `---\nname: ${name}\ndescription: ${words}\n---\n${words}\n`;
const FILES = {
  [`acme/library/${ADS}`]: skill("ads", "Writes short advertisements."),
  "acme/library/skills/notes/SKILL.md": skill("notes", "Writes release notes."),
  "acme/library/plans/SKILL.md": skill("plans", "Plans a launch."),
};
const DAY_MS = 86_400_000;

async function stage(environment: Readonly<Record<string, string>> = {}) {
  const clock = manualClock();
  const kv = await Deno.openKv(":memory:");
  const server = await testServer({ files: FILES, clock, kv, environment });
  const rest = await restClient(server);
  await rest.ready(`/api/v1/browse/${AT}`);
  return {
    clock,
    kv,
    server,
    rest,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

Deno.test("loads, searches that named a skill and searches that found nothing are counted over every surface", async () => {
  await using at = await stage();
  const { server: { fetch }, rest, clock } = at;
  // Each twice, so that answers out of memory count as well.
  for (const era of ERAS) {
    for (let times = 0; times < 2; times++) {
      await callTool(fetch, era, `${ORIGIN}/${AT}`, "load_skill", { path: ADS });
      await callTool(fetch, era, `${ORIGIN}/${AT}`, "search_repo", { query: "advertisements" });
      await callTool(fetch, era, `${ORIGIN}/${AT}`, "search_repo", { query: "zzqx" });
    }
  }
  await rest.get(`/api/v1/skills/${AT}?path=${ADS}`);
  await rest.get(`/api/v1/search/${AT}?query=notes`);
  await (await fetch(message("modern", `${ORIGIN}/${AT}`, {
    method: "resources/read",
    params: { uri: `skill://${AT}/${ADS}` },
  }))).body?.cancel();
  // No use: a list, a file, and what is not there.
  await rest.get(`/api/v1/files/${AT}?path=${ADS}`);
  await rest.get(`/api/v1/skills/${AT}?path=none/SKILL.md`);
  clock.advance(DAY_MS);
  await callTool(fetch, "modern", `${ORIGIN}/${AT}/skills`, "load_skill", { path: ADS });

  const { status, headers, body } = await rest.get(`/api/v1/usage/${AT}`);
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.equal(body.repository, AT);
  assert.deepEqual(body.total, { loads: 7, found: 5, searches: 9, empty: 4 });
  assert.deepEqual(
    body.days.map(({ loads, searches, empty }: Record<string, number>) => [loads, searches, empty]),
    [[6, 9, 4], [1, 0, 0]],
  );
  assert.deepEqual(body.skills, [
    { path: ADS, loads: 7, found: 4 },
    { path: "skills/notes/SKILL.md", loads: 0, found: 1 },
  ]);
  const today = await rest.get(`/api/v1/usage/${AT}?days=1&path=${ADS}`);
  assert.deepEqual([today.body.total.loads, today.body.days.length, today.body.from], [1, 1, today.body.to]);
});

Deno.test("usage of a mounted directory tells of its own skills alone", async () => {
  await using at = await stage();
  await callTool(at.server.fetch, "modern", `${ORIGIN}/${AT}`, "load_skill", { path: "plans/SKILL.md" });
  await callTool(at.server.fetch, "modern", `${ORIGIN}/${AT}`, "load_skill", { path: ADS });
  const { body, text } = await at.rest.get(`/api/v1/usage/${AT}/skills`);
  assert.deepEqual(body.skills.map(({ path }: { path: string }) => path), [ADS]);
  assert.doesNotMatch(text, /plans/);
  const outside = await at.rest.get(`/api/v1/usage/${AT}/skills?path=plans`);
  assert.deepEqual([outside.status, outside.body.error.code], [400, "request.invalid"]);
  for (const query of ["?days=0", "?days=401", "?days=x", "?who=me"]) {
    assert.equal((await at.rest.get(`/api/v1/usage/${AT}${query}`)).status, 400, query);
  }
});

Deno.test("what is kept of usage names nobody and no query, and goes after 400 days", async () => {
  await using at = await stage();
  const headers = { "user-agent": "Ada's agent" };
  const request = message("modern", `${ORIGIN}/${AT}`, {
    method: "tools/call",
    params: { name: "search_repo", arguments: { query: "advertisements for Ada" } },
  });
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  await (await at.server.fetch(request, "203.0.113.7")).body?.cancel();
  await at.rest.get(`/api/v1/usage/${AT}`);
  const rows = await Array.fromAsync(at.kv.list({ prefix: ["w"] }));
  assert.equal(rows.length, 1);
  const [row] = rows;
  assert.equal(row?.key.length, 4);
  assert.deepEqual(row.value, {
    searches: 1,
    empty: 0,
    skills: new Map([[ADS, { loads: 0, found: 1 }]]),
    others: { loads: 0, found: 0 },
  });
  at.clock.advance(400 * DAY_MS);
  assert.deepEqual((await at.rest.get(`/api/v1/usage/${AT}?days=400`)).body.days, []);
});

Deno.test("nothing is counted where the operator says so, and there is no usage then", async () => {
  await using at = await stage({ COUNT_USAGE: "0" });
  await callTool(at.server.fetch, "modern", `${ORIGIN}/${AT}`, "load_skill", { path: ADS });
  assert.equal((await at.server.fetch(new Request(`${ORIGIN}/api/v1/usage/${AT}`))).status, 404);
  assert.equal((await at.server.fetch(new Request(`${ORIGIN}/usage/${AT}`))).status, 404);
  assert.deepEqual(await Array.fromAsync(at.kv.list({ prefix: ["w"] })), []);
});

Deno.test("a page shows it to people, without scripts, and is kept nowhere", async () => {
  await using at = await stage();
  await callTool(at.server.fetch, "modern", `${ORIGIN}/${AT}`, "load_skill", { path: ADS });
  const get = (path: string) =>
    at.server.fetch(new Request(`${ORIGIN}${path}`, { headers: { accept: "text/html" } }));
  const page = await get(`/usage/${AT}?days=7`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("cache-control"), "private, no-store");
  assert.match(html, /1 load of skills/);
  assert.match(html, /href="\/usage\/local\/acme\/library\?days=7&amp;path=skills%2Fads%2FSKILL\.md"/);
  assert.match(html, /noindex/);
  assert.equal((await get("/usage/local/acme/missing")).status, 404);
  assert.equal((await get(`/usage/${AT}?days=x`)).status, 400);
});
