import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import fc from "fast-check";
import { createGitRepository, type GitRepository } from "../support/git_repository.ts";
import { type TestServer, testServer } from "../support/test_server.ts";
import { type Era, ERAS, message } from "./_mcp.ts";
import { LISTED, SKILLS } from "./_skills_repository.ts";
import { asker, listEverything, type Source, verifySkills } from "./_skills_verifier.ts";

const URL_ = "http://127.0.0.1/local/acme/skills";
const PREFIX = "skill://local/acme/skills/";
const EXAMPLES = new URL("../../fixtures/examples/", import.meta.url);

const FILES = Object.fromEntries(
  Object.entries(SKILLS).map(([path, content]) => [`acme/skills/${path}`, content]),
);

async function answer(server: TestServer, era: Era, method: string, params = {}, url = URL_) {
  const response = await server.fetch(message(era, url, { method, params }));
  return await response.json();
}

/** Files by path, as an answer to what is at it. */
function filesAt(files: Readonly<Record<string, string | Uint8Array>>): Source {
  return (path) => {
    const content = files[path];
    return Promise.resolve(typeof content === "string" ? new TextEncoder().encode(content) : content ?? null);
  };
}

/** The files of a commit, as git has them. */
function filesIn({ directory }: GitRepository, commit: string): Source {
  const known = new Map<string, Promise<Uint8Array | null>>();
  const read = async (path: string) => {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-C", directory, "cat-file", "blob", `${commit}:${path}`],
      stderr: "null",
    }).output();
    return success ? stdout : null;
  };
  return (path) => {
    const content = known.get(path) ?? read(path);
    known.set(path, content);
    return content;
  };
}

async function connected(era: Era, url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Lists, gets, reads and verifies everything as a host built on the SDK does. */
async function loadEverything(era: Era, url: string): Promise<{ skills: number; files: number }> {
  const client = await connected(era, url);
  try {
    const skills = new SkillsClient(client);
    assert(skills.supported && skills.directoryRead);
    const listing = await skills.list();
    assert.deepEqual(listing.invalid, []);
    let files = 0;
    for (const skill of listing.skills) {
      assert.deepEqual((await skills.get(skill.uri)).skill, skill);
      assert(skill.resources !== "dynamic");
      for (const { uri } of skill.resources) {
        const file = await skills.read(skill, uri);
        assert(file.verified);
        files++;
      }
      await skills.readDirectory(skill.uri.slice(0, -"/SKILL.md".length));
    }
    return { skills: listing.skills.length, files };
  } finally {
    await client.close();
  }
}

for (const era of ERAS) {
  Deno.test(`the SDK's skills client loads and verifies every skill in the ${era} era`, async () => {
    await using server = await testServer({ files: FILES });
    const { skills, files } = await loadEverything(era, `${server.listen()}/local/acme/skills`);
    assert.deepEqual({ skills, files }, { skills: LISTED, files: 52 });
  });

  Deno.test(`the SDK's skills client loads and verifies the example library in the ${era} era`, async () => {
    await using server = await testServer({ files: await filesBelow(EXAMPLES) });
    const url = `${server.listen()}/local/library`;
    const whole = await loadEverything(era, `${url}/library`);
    assert(whole.skills > 8);
    const part = await loadEverything(era, `${url}/library/engineering`);
    assert(part.skills > 3 && part.skills < whole.skills);
  });

  Deno.test(`an independent ${era} host finds the bytes that git holds, at a ref and pinned`, async () => {
    await using server = await testServer({ files: {} });
    await using repository = await createGitRepository(SKILLS, { directory: `${server.root}/acme/skills` });
    const commit = await repository.git(["rev-parse", "HEAD"]);
    const source = filesIn(repository, commit);
    for (const url of [URL_, `${URL_}@main`, `${URL_}@${commit}`]) {
      const ask = asker(server.fetch, era, url);
      assert.deepEqual(await verifySkills(ask, source, PREFIX), { skills: LISTED, files: 52 }, url);
    }
    const part = asker(server.fetch, era, `${URL_}/area/outer`);
    assert.deepEqual(await verifySkills(part, source, PREFIX), { skills: 2, files: 11 });
  });

  Deno.test(`an independent ${era} host finds every file of a root skill under its name`, async () => {
    const files = {
      "SKILL.md": "---\nname: pdf\ndescription: Reads PDF.\n---\nRead.\n",
      "forms/fill.py": "print()\n",
      "nested/a/SKILL.md": "---\nname: a\ndescription: Is nested.\n---\nNest.\n",
    };
    await using server = await testServer({
      files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`acme/skills/${path}`, text])),
    });
    const verified = await verifySkills(asker(server.fetch, era, URL_), filesAt(files), `${PREFIX}pdf/`);
    assert.deepEqual(verified, { skills: 2, files: 4 });
  });

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
        ["skills/list", { cursor: "" }],
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

Deno.test("a push that changes no part of a skill leaves its digests, and every other changes its own", async () => {
  await using server = await testServer({ files: {} });
  await using repository = await createGitRepository(SKILLS, { directory: `${server.root}/acme/skills` });
  const digestsAt = async (commit: string) => {
    const entries = await listEverything(asker(server.fetch, "modern", `${URL_}@${commit}`));
    return new Map(
      entries.map(({ uri, resources }) => [uri.slice(PREFIX.length), JSON.stringify(resources)]),
    );
  };
  let before = await digestsAt(await repository.git(["rev-parse", "HEAD"]));
  for (
    const [path, content, changed] of [
      ["README.md", "# Other\n\nText.\n", []],
      ["docs/unrelated.md", "# New\n", []],
      ["docs/voice.md", "# Voice\n\nLoud.\n", ["area/outer/SKILL.md"]],
      ["area/outer/inner/deep/data.json", "[]\n", ["area/outer/SKILL.md", "area/outer/inner/SKILL.md"]],
      ["area/outer/misnamed/SKILL.md", "---\nname: x\ndescription: X.\n---\nX.\n", ["area/outer/SKILL.md"]],
      [
        "area/SKILLCDN.md",
        "---\ndescription: An area.\n---\nNew rule.\n",
        ["area/outer/SKILL.md", "area/outer/inner/SKILL.md", "area/zeta/SKILL.md"],
      ],
    ] as const
  ) {
    const after = await digestsAt(await repository.commit({ [path]: content }));
    assert.deepEqual(
      [...after].filter(([uri, digest]) => before.get(uri) !== digest).map(([uri]) => uri),
      changed,
    );
    before = after;
  }
});

/** Files below a directory, as `<name of the directory>/<path>`. */
async function filesBelow(directory: URL): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const visit = async (url: URL, prefix: string) => {
    for await (const { name, isDirectory } of Deno.readDir(url)) {
      if (isDirectory) await visit(new URL(`${encodeURIComponent(name)}/`, url), `${prefix}${name}/`);
      else files[`library/${prefix}${name}`] = await Deno.readFile(new URL(encodeURIComponent(name), url));
    }
  };
  await visit(directory, "");
  return files;
}
