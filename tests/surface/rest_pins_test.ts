/** What every route of the REST API answers, in literals: promises to programs. */
import assert from "node:assert/strict";
import { type TestServer, testServer } from "../support/test_server.ts";
import { type Body, restClient } from "./_rest.ts";

const FILES = {
  "acme/library/SKILLCDN.md":
    "---\nname: Acme library\ndescription: Skills for tests.\nlanguage: en\nlicense: Apache-2.0\n---\nFollow the house rules.\n",
  "acme/library/README.md": "# Acme library\n\nWhat this library holds.\n",
  "acme/library/docs/voice.md": "# Voice\n\nPlain words.\n",
  "acme/library/skills/ad-copy/SKILL.md":
    "---\nname: ad-copy\ndescription: Writes short ads.\nlicense: MIT\ncompatibility: Any client\nallowed-tools: Read\n" +
    "metadata:\n  version: '1.0'\nskillcdn:\n  include:\n    - /docs/voice.md\n---\nWrite an ad. See [limits](references/limits.md).\n",
  "acme/library/skills/ad-copy/references/limits.md": "# Limits\n\nThirty characters.\n",
  "acme/library/skills/ad-copy/logo.bin": new Uint8Array([0x89, 0x50, 0x00, 0xff, 0xfe]),
  "acme/library/docs/broken/SKILL.md": "no front matter\n",
  "acme/library/skills/kept/SKILL.md":
    "---\nname: kept\ndescription: Is only described.\n---\nSecret steps.\n",
  "acme/library/skills/kept/LICENSE": "Copyright 2024 Somebody. All rights reserved.\n",
};

const AT = "local/acme/library";
const SKILL = "skills/ad-copy/SKILL.md";

async function withLibrary(run: (client: Awaited<ReturnType<typeof restClient>>) => Promise<void>) {
  await using server: TestServer = await testServer({ files: FILES, environment: { LOCAL_VERIFIED: "0" } });
  const client = await restClient(server);
  await client.ready(`/api/v1/mounts/${AT}`);
  await run(client);
}

/** The commit stands for itself: it is made of what the directory holds. */
function pinned(body: Body): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT"));
}

const SOURCE = {
  repository: "local/acme/library",
  address: "/local/acme/library",
  pinnedAddress: "/local/acme/library@COMMIT",
  path: "",
  commit: "COMMIT",
  pinned: false,
  verified: false,
  ref: { kind: "worktree", name: null },
  stale: null,
};

const APACHE = { label: "Apache-2.0", class: "permissive", path: "SKILLCDN.md", source: "manifest" };
const MIT = { label: "MIT", class: "permissive", path: SKILL, source: "skill" };
const RESERVED = {
  label: "All rights reserved",
  class: "restrictive",
  path: "skills/kept/LICENSE",
  source: "file",
};

const BROKEN = {
  path: "docs/broken/SKILL.md",
  code: "no_front_matter",
  severity: "error",
  message: 'The file has no front matter: its first line is not "---"',
  line: 1,
  column: 1,
};

const IDENTITY = {
  address: "/local/acme/library",
  pinnedAddress: "/local/acme/library@COMMIT",
  path: "",
  commit: "COMMIT",
  pinned: false,
  verified: false,
  ref: { kind: "worktree", name: null },
  stale: null,
  host: "local",
  owner: "acme",
  name: "library",
  defaultBranch: null,
  description: null,
  visibility: "public",
};

Deno.test("GET /api/v1/mounts says what an address is", () =>
  withLibrary(async ({ get, send }) => {
    const { status, headers, body } = await get(`/api/v1/mounts/${AT}`);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "application/json");
    const mount = {
      status: "ready",
      ...IDENTITY,
      partial: [],
      manifest: {
        path: "SKILLCDN.md",
        name: "Acme library",
        description: "Skills for tests.",
        language: "en",
        image: null,
        licence: "Apache-2.0",
      },
      overview: { path: "README.md", title: "Acme library", summary: "What this library holds." },
      licence: APACHE,
      counts: { skills: 2, documents: 1, invalidSkills: 1 },
      uriPrefix: "skill://local/acme/library/",
      skills: [
        { path: SKILL, name: "ad-copy", description: "Writes short ads.", licence: MIT, serving: "full" },
        {
          path: "skills/kept/SKILL.md",
          name: "kept",
          description: "Is only described.",
          licence: RESERVED,
          serving: "described",
        },
      ],
      moreSkills: 0,
      documents: [{ path: "docs/voice.md", title: "Voice", summary: "Plain words.", size: 22, least: false }],
      moreDocuments: 0,
      diagnostics: [BROKEN],
      moreDiagnostics: 0,
    };
    assert.deepEqual(pinned(body), mount);
    assert.deepEqual(pinned((await send("POST", `/api/v1/refresh/${AT}`)).body), mount);
  }));

Deno.test("GET /api/v1/mounts lists what lies in the mounted directory alone", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/mounts/${AT}/skills/ad-copy`);
    assert.deepEqual(
      [body.path, body.counts, body.manifest, body.skills.map(({ path }: Body) => path), body.documents],
      ["skills/ad-copy", { skills: 1, documents: 0, invalidSkills: 0 }, null, [SKILL], []],
    );
  }));

Deno.test("GET /api/v1/browse lists one folder", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/browse/${AT}?path=skills`);
    assert.deepEqual(pinned(body), {
      status: "ready",
      source: SOURCE,
      partial: [],
      folder: {
        path: "skills",
        name: null,
        description: null,
        manifestPath: null,
        overview: null,
        counts: { skills: 2, documents: 0 },
      },
      entries: [
        {
          kind: "skill",
          path: SKILL,
          browsePath: "skills/ad-copy",
          name: "ad-copy",
          description: "Writes short ads.",
          licence: MIT,
          serving: "full",
          unlisted: null,
          duplicateOf: null,
          overviewPath: null,
          files: 2,
          nestedSkills: 0,
        },
        {
          kind: "skill",
          path: "skills/kept/SKILL.md",
          browsePath: "skills/kept",
          name: "kept",
          description: "Is only described.",
          licence: RESERVED,
          serving: "described",
          unlisted: null,
          duplicateOf: null,
          overviewPath: null,
          files: 0,
          nestedSkills: 0,
        },
      ],
      start: 0,
      total: 2,
      nextCursor: null,
      diagnostics: [],
      moreDiagnostics: 0,
    });
    const { entries } = (await get(`/api/v1/browse/${AT}?path=docs`)).body;
    assert.deepEqual(entries, [{
      kind: "file",
      path: "docs/voice.md",
      role: "document",
      size: 22,
      least: false,
      title: "Voice",
      summary: "Plain words.",
      readable: "yes",
      problem: null,
    }]);
  }));

Deno.test("GET /api/v1/search ranks what matches", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/search/${AT}?query=thirty+characters&path=skills`);
    assert.deepEqual(pinned(body), {
      status: "ready",
      source: SOURCE,
      partial: [],
      query: "thirty characters",
      scope: "skills",
      items: [{
        kind: "skill",
        path: SKILL,
        title: "ad-copy",
        description: "Writes short ads.",
        describedOnly: null,
        unlisted: null,
        match: {
          field: "body",
          path: "skills/ad-copy/references/limits.md",
          excerpt: "# Limits Thirty characters.",
        },
        files: ["skills/ad-copy/references/limits.md"],
        moreFiles: 0,
      }],
      start: 0,
      total: 1,
      nextCursor: null,
      diagnostics: [],
      moreDiagnostics: 0,
    });
    const [item] = (await get(`/api/v1/search/${AT}?query=described`)).body.items;
    assert.deepEqual(item.describedOnly, RESERVED);
  }));

Deno.test("GET /api/v1/skills gives everything needed to use a skill", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/skills/${AT}?path=${SKILL}`);
    assert.deepEqual(pinned(body), {
      status: "ready",
      source: SOURCE,
      partial: [],
      path: SKILL,
      directory: "skills/ad-copy",
      name: "ad-copy",
      description: "Writes short ads.",
      licence: MIT,
      compatibility: "Any client",
      allowedTools: "Read",
      metadata: { version: "1.0" },
      warnings: [],
      unlisted: null,
      duplicateOf: null,
      unpublished: null,
      serving: "full",
      sourceUrl: null,
      sections: [
        { kind: "rules", path: "SKILLCDN.md", text: "Follow the house rules.\n", begins: true, ends: true },
        {
          kind: "instructions",
          path: SKILL,
          text: "Write an ad. See [limits](references/limits.md).\n",
          begins: true,
          ends: true,
        },
        {
          kind: "include",
          path: "docs/voice.md",
          text: "# Voice\n\nPlain words.\n",
          begins: true,
          ends: true,
        },
      ],
      start: 0,
      end: 193,
      total: 193,
      complete: true,
      missing: [],
      nextCursor: null,
      files: ["skills/ad-copy/logo.bin", "skills/ad-copy/references/limits.md"],
      moreFiles: 0,
      references: ["skills/ad-copy/references/limits.md"],
      moreReferences: 0,
    });
  }));

Deno.test("GET /api/v1/skills describes a skill that its licence keeps at its source, and nothing more", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/skills/${AT}?path=skills/kept/SKILL.md`);
    const { source: _, partial: __, warnings, ...skill } = body;
    assert.deepEqual(warnings.map(({ code }: Body) => code), ["described_only"]);
    assert.deepEqual(skill, {
      status: "ready",
      path: "skills/kept/SKILL.md",
      directory: "skills/kept",
      name: "kept",
      description: "Is only described.",
      licence: RESERVED,
      compatibility: null,
      allowedTools: null,
      metadata: {},
      unlisted: null,
      duplicateOf: null,
      unpublished: "described_only",
      serving: "described",
      sourceUrl: null,
      sections: [],
      start: 0,
      end: 0,
      total: 0,
      complete: false,
      missing: [],
      nextCursor: null,
      files: null,
      moreFiles: 0,
      references: null,
      moreReferences: 0,
    });
  }));

Deno.test("GET /api/v1/files gives a page of a file's text", () =>
  withLibrary(async ({ get }) => {
    const { body } = await get(`/api/v1/files/${AT}?path=docs/voice.md&offset=2&limit=5`);
    assert.deepEqual(pinned(body), {
      source: SOURCE,
      partial: [],
      path: "docs/voice.md",
      offset: 2,
      nextOffset: 7,
      totalLength: 22,
      lfsPointer: false,
      content: "Voice",
    });
    const last = (await get(`/api/v1/files/${AT}?path=docs/voice.md&offset=7`)).body;
    assert.deepEqual([last.content, last.nextOffset], ["\n\nPlain words.\n", null]);
  }));

Deno.test("GET /api/v1/badge draws the counts of the address", () =>
  withLibrary(async ({ get }) => {
    const { headers, text } = await get(`/api/v1/badge/${AT}`);
    assert.equal(headers.get("content-type"), "image/svg+xml");
    assert(text.includes("<title>skills: 2 · Apache-2.0</title>"), text);
  }));

Deno.test("while a commit is indexed, answers say so and nobody waits", async () => {
  await using server = await testServer({ files: FILES });
  const { get } = await restClient(server);
  const unready = await get(`/api/v1/browse/${AT}`);
  assert.equal(unready.status, 200);
  assert.equal(unready.headers.get("retry-after"), "5");
  assert.equal(unready.headers.get("cache-control"), "no-store");
  assert.equal(unready.headers.get("etag"), null);
  const { source, progress: _, ...rest } = unready.body;
  assert.deepEqual(rest, { status: "indexing", retryAfterSeconds: 5 });
  assert.equal(source.address, `/${AT}`);
});
