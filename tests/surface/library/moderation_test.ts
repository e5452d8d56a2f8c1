/** What the operator's word does to what accounts published, as every surface shows it. */
import assert from "node:assert/strict";
import { createModeration } from "../../../src/library/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { catalogOn } from "../../support/library/catalog.ts";
import { found } from "../../support/library/library.ts";
import { callTool } from "../mcp.ts";
import { ORIGIN } from "../rest.ts";
import { type LibraryServer, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

const clock = { now: () => Date.now() };

function operator({ store }: LibraryServer) {
  return createModeration({ ...store, clock, newId: () => crypto.randomUUID() });
}

Deno.test(
  verifies(
    ["grade.tag_characters"],
    "a skill with invisible tag letters is held until the operator releases it",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    const tagged = skillOf("one", "", "Do it.\u{E0041}\u{E0042}\n");
    const held = await acme.publish(tagged, { visibility: "global" });
    assert.deepEqual([held.status, held.body.status, held.body.grade], [202, "held", "F"]);
    const [finding] = held.body.findings;
    assert.deepEqual([finding.code, finding.path, finding.line], ["tag_character", "SKILL.md", 5]);
    const listed = async () => {
      const library = (await acme.get(PATH)).body.skills.map(({ name }: { name: string }) => name);
      return [library, (await catalogOn(stage.store).catalog.skill({ owner: "acme", name: "one" })).ok];
    };
    assert.deepEqual(await listed(), [[], false]);
    assert.equal((await acme.get(`${PATH}/acme/one`)).status, 404);
    assert.equal((await acme.get(`${PATH}/acme/one?state=all`)).body.state, "held");
    found(await operator(stage).release(OPERATOR, { owner: "acme", name: "one" }, held.body.version));
    assert.deepEqual(await listed(), [["one"], true]);
  },
);

Deno.test(verifies(["flag.everywhere"], "a flagged skill is nowhere, holders included"), async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const beta = await (await stage.account("beta")).client();
  const skill = { owner: "acme", name: "x" };
  await acme.publish({ ...skillOf("x"), LICENSE: "MIT License" }, { visibility: "global" });
  assert.equal((await beta.json("POST", `${PATH}/refs`, skill)).status, 201);
  await stage.server.makeEditions();
  const own = `${PATH}/acme/x`;
  const below = ["", "/content", "/files/SKILL.md", "/archive", "/versions", "/versions/1.0.0"].flatMap((
    path,
  ) => path.startsWith("/versions") ? [path] : [path, `${path}?version=1.0.0`]).filter((path) =>
    path !== "?version=1.0.0"
  );
  const catalog = ["", "/files/SKILL.md", "/archive", "/versions", "/versions/1.0.0"].flatMap((path) =>
    path.startsWith("/versions") ? [path] : [path, `${path}?version=1.0.0`]
  ).map((path) => `/api/v1/catalog/skills/acme/x${path}`);
  const open = [
    ...catalog,
    "/skills/acme/x/.well-known/agent-skills/index.json",
    "/skills/acme/x@1.0.0/.well-known/skills/index.json",
    "/skills/acme/.well-known/agent-skills/x.zip?version=1.0.0",
    "/skills/acme/.well-known/skills/x/SKILL.md",
    "/skills/acme/x@1.0.0/plugin.zip",
  ];
  async function tools(key: string): Promise<readonly string[]> {
    const calls = [
      ["get_skill", skill],
      ["get_skill_content", skill],
      ["get_skill_file", { ...skill, path: "references/style.md" }],
    ] as const;
    const keyed = (request: Request) => {
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${key}`);
      return stage.server.fetch(new Request(request, { headers }));
    };
    return await Promise.all(calls.map(async ([tool, input]) => {
      const { text, isError } = await callTool(keyed, "modern", `${ORIGIN}/api/mcp`, tool, input);
      return isError ? JSON.parse(text).error : "told";
    }));
  }
  async function seen() {
    const statuses = new Set<string>();
    for (const { get } of [acme, beta]) {
      for (const path of below) statuses.add(`library ${(await get(own + path)).status}`);
      statuses.add(`listed ${(await get(PATH)).body.skills.length}`);
    }
    for (const path of open) {
      const answer = await stage.server.fetch(new Request(ORIGIN + path));
      await answer.body?.cancel();
      statuses.add(`open ${answer.status}`);
      const kept = answer.headers.get("cache-control") ?? "";
      assert(Number(/max-age=(\d+)/.exec(kept)?.[1] ?? 0) <= 60, `${path} ${kept}`);
    }
    for (const { key } of [acme, beta]) for (const told of await tools(key)) statuses.add(told);
    const found = (await stage.rest.send("GET", "/api/v1/catalog/search?query=x")).body.skills.length +
      (await stage.rest.send("GET", "/api/v1/catalog/skills")).body.skills.length;
    return [...statuses, `found ${found}`].sort();
  }
  assert.deepEqual(await seen(), ["found 2", "library 200", "listed 1", "open 200", "told"]);
  found(await operator(stage).flag(OPERATOR, skill, "it steals"));
  assert.deepEqual(
    await seen(),
    ["Skill not found", "found 0", "library 404", "listed 0", "open 404"].sort(),
  );
  const [told] = (await acme.get(`${PATH}?state=all`)).body.skills;
  assert.equal(told.state, "flagged");
  assert.equal((await acme.get(`${own}?state=all`)).body.reason, "it steals");
  assert.deepEqual((await beta.get(`${PATH}?state=all`)).body.skills, []);
  assert.equal((await beta.get(`${own}?state=all`)).status, 404);
  assert.equal((await beta.json("POST", `${PATH}/refs`, skill)).status, 404);
  found(await operator(stage).unflag(OPERATOR, skill));
  await stage.server.makeEditions();
  assert.deepEqual(await seen(), ["found 2", "library 200", "listed 1", "open 200", "told"]);
});
