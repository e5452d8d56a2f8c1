import assert from "node:assert/strict";
import fc from "fast-check";
import { testServer } from "../../support/test_server.ts";
import { ERAS } from "../mcp.ts";
import { LISTED, SKILLS } from "../skills_repository.ts";
import { asker, listEverything } from "./_skills_verifier.ts";
import { answer, FILES, PREFIX, URL_ } from "./_skills_extension.ts";

for (const era of ERAS) {
  Deno.test(`a ${era} result has exactly the fields of its method`, async () => {
    await using server = await testServer({ files: FILES });
    const of = async (method: string, params = {}) => (await answer(server, era, method, params)).result;
    const cached = era === "modern" ? ["_meta", "cacheScope", "resultType", "ttlMs"] : [];
    const keys = (result: object) => Object.keys(result).filter((key) => !cached.includes(key)).sort();
    const uri = `${PREFIX}area/outer/SKILL.md`;
    const table = [
      ["skills/list", {}, ["nextCursor", "skills"]],
      ["skills/get", { uri }, ["skill"]],
      ["resources/list", {}, ["nextCursor", "resources"]],
      ["resources/read", { uri }, ["contents"]],
      ["resources/directory/read", { uri: `${PREFIX}area` }, ["resources"]],
      ["resources/templates/list", {}, ["resourceTemplates"]],
    ] as const;
    for (const [method, params, expected] of table) {
      const result = await of(method, params);
      assert.deepEqual(keys(result), expected, method);
      assert.equal(Object.keys(result).length, expected.length + cached.length, method);
      if (era === "modern") {
        assert.equal(result.resultType, "complete");
        assert.equal(result.cacheScope, "public");
        assert(Number.isSafeInteger(result.ttlMs) && result.ttlMs >= 0);
      }
    }
    assert.deepEqual((await of("resources/templates/list")).resourceTemplates, []);
    const [listed] = (await of("resources/list")).resources;
    assert.deepEqual(Object.keys(listed).sort(), ["description", "mimeType", "name", "size", "uri"]);
    const [child] = (await of("resources/directory/read", { uri: `${PREFIX}area` })).resources;
    assert.deepEqual(child, {
      uri: `${PREFIX}area/SKILLCDN.md`,
      name: "SKILLCDN.md",
      mimeType: "text/markdown",
    });
  });

  Deno.test(`a ${era} request for what is not served is invalid params, all alike`, async () => {
    await using server = await testServer({ files: FILES });
    const url = `${URL_}/area/outer`;
    const cursor = (await answer(server, era, "skills/list")).result.nextCursor;
    const outside = ["area/zeta/SKILL.md", "docs/voice.md", "README.md", "SKILLCDN.md", "area", ""];
    const inside = [
      "area/outer/nothing",
      "area/outer/.notes/x",
      "area/outer/../zeta/SKILL.md",
      "area/outer/",
    ];
    const hidden = ["secret/SKILL.md", "secret"];
    for (const method of ["skills/get", "resources/read", "resources/directory/read"]) {
      const messages = new Set<string>();
      for (
        const uri of [
          ...[...outside, ...inside, ...hidden].map((path) => PREFIX + path),
          "skill://local/acme/other/area/outer/SKILL.md",
          "skill://gh/acme/skills/area/outer/SKILL.md",
          "file:///etc/passwd",
          "skill://local/acme/skills/area/outer/%ff",
          "\u{1f701}",
        ]
      ) {
        const { error } = await answer(server, era, method, { uri }, url);
        assert.equal(error?.code, -32602, `${method} ${uri}`);
        assert.equal(error.data.uri, uri);
        messages.add(error.message);
      }
      assert.equal(messages.size, 1);
    }
    for (
      const [method, params] of [
        ["skills/get", { uri: `${PREFIX}area/outer/misnamed/SKILL.md` }],
        ["skills/get", { uri: `${PREFIX}area/outer` }],
        ["skills/get", {}],
        ["skills/get", { uri: 7 }],
        ["skills/get", { uri: "" }],
        ["skills/get", { uri: "x".repeat(32_769) }],
        ["resources/read", { uri: `${PREFIX}area/outer` }],
        ["resources/read", {}],
        ["resources/directory/read", { uri: `${PREFIX}area/outer/SKILL.md` }],
        ["resources/directory/read", { uri: `${PREFIX}area/outer`, cursor }],
        ["skills/list", { cursor }],
        ["skills/list", { cursor: 1 }],
        ["skills/list", { cursor: "AAAAAAAAAAAAAAAAAAAAAA" }],
        ["resources/list", { cursor }],
      ] as const
    ) {
      const { error } = await answer(server, era, method, params, url);
      assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params).slice(0, 80)}`);
    }
    const foreign = await answer(server, era, "resources/list", { cursor });
    assert.equal(foreign.error.code, -32602);
  });

  Deno.test(`${era} lists are empty and reads are to be retried while a commit is being indexed`, async () => {
    await using server = await testServer({ files: FILES, environment: { INDEX_WAIT_MS: "0" } });
    const during = { ttlMs: 5000, cacheScope: "public", resultType: "complete" };
    const first = (await answer(server, era, "skills/list")).result;
    assert.deepEqual(first.skills, []);
    if (era === "modern") {
      const { ttlMs, cacheScope, resultType } = first;
      assert.deepEqual({ ttlMs, cacheScope, resultType }, during);
    }
    await using other = await testServer({ files: FILES, environment: { INDEX_WAIT_MS: "0" } });
    assert.deepEqual((await answer(other, era, "resources/list")).result.resources, []);
    for (const method of ["skills/get", "resources/read", "resources/directory/read"]) {
      await using server = await testServer({ files: FILES, environment: { INDEX_WAIT_MS: "0" } });
      const { error } = await answer(server, era, method, { uri: `${PREFIX}area/outer/SKILL.md` });
      assert.equal(error.code, -32603);
      assert.match(error.message, /[Rr]epeat/);
    }
  });

  Deno.test(`${era} skills of a restrictive licence name nothing`, async () => {
    await using server = await testServer({
      files: {
        ...FILES,
        "acme/skills/kept/SKILL.md":
          "---\nname: kept\ndescription: Is kept.\nlicense: Proprietary\n---\nSecret.\n",
        "acme/skills/kept/walrus.txt": "Secret.\n",
        "acme/skills/kept/deep/walrus.txt": "Secret.\n",
      },
      environment: { LOCAL_VERIFIED: "0" },
    });
    const entries = await listEverything(asker(server.fetch, era, URL_));
    assert.equal(entries.length, LISTED);
    for (const path of ["kept/SKILL.md", "kept/walrus.txt", "kept/deep/walrus.txt", "kept", "kept/deep"]) {
      for (const method of ["skills/get", "resources/read", "resources/directory/read"]) {
        const uri = PREFIX + path;
        const { error } = await answer(server, era, method, { uri });
        const absent = (await answer(server, era, method, { uri: `${PREFIX}nothing` })).error;
        assert.deepEqual({ ...error, data: { ...error?.data, uri: 0 } }, {
          ...absent,
          data: { ...absent.data, uri: 0 },
        });
      }
    }
    const root = (await answer(server, era, "resources/directory/read", { uri: PREFIX.slice(0, -1) })).result;
    assert(!JSON.stringify(root).includes("kept"));
  });

  Deno.test(`a ${era} read never answers more than its URI, whatever is sent`, async () => {
    await using server = await testServer({ files: FILES });
    await answer(server, era, "skills/list");
    const names = [...Object.keys(SKILLS).flatMap((path) => path.split("/")), "..", ".", "", "%2e%2e", "%2F"];
    const tail = fc.array(fc.constantFrom(...names), { maxLength: 5 }).map((segments) => segments.join("/"));
    const uri = fc.oneof(fc.string({ unit: "binary", minLength: 1 }), tail.map((path) => PREFIX + path));
    const cursor = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\w-]{22}$/));
    const isOutside = (found: string) => !found.startsWith(`${PREFIX}area/outer`);
    await fc.assert(
      fc.asyncProperty(uri, cursor, async (uri, cursor) => {
        for (
          const [method, params] of [
            ["skills/get", { uri }],
            ["resources/read", { uri }],
            ["resources/directory/read", { uri }],
            ["resources/directory/read", { uri, cursor }],
            ["skills/list", { cursor }],
          ] as const
        ) {
          const { result, error } = await answer(server, era, method, params, `${URL_}/area/outer`);
          if (error !== undefined) {
            assert.equal(error.code, -32602, error.message);
            continue;
          }
          const found = result.contents ?? result.resources ?? result.skills ?? [result.skill];
          assert(!found.some(({ uri }: { uri: string }) => isOutside(uri)));
        }
      }),
      { numRuns: 50 },
    );
    assert(!server.logged.some((line) => line.includes("request_failed")));
  });
}

Deno.test("what the extension says may be kept as long as its ref, or a day when pinned", async () => {
  await using server = await testServer({ files: FILES });
  const commit = /^Commit: ([0-9a-f]{40})/m.exec(
    (await answer(server, "modern", "server/discover")).result.instructions,
  )?.[1];
  const uri = `${PREFIX}area/outer`;
  for (
    const [method, params] of [
      ["skills/list", {}],
      ["skills/get", { uri: `${uri}/SKILL.md` }],
      ["resources/list", {}],
      ["resources/read", { uri: `${uri}/SKILL.md` }],
      ["resources/directory/read", { uri }],
      ["resources/templates/list", {}],
    ] as const
  ) {
    const moving = (await answer(server, "modern", method, params)).result;
    assert(moving.ttlMs <= 1000, method);
    const pinned = (await answer(server, "modern", method, params, `${URL_}@${commit}`)).result;
    assert.equal(pinned.ttlMs, 86_400_000, method);
  }
});
