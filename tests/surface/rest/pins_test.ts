/** What every route of the REST API answers, in literals: promises to programs. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { type Body, restClient } from "../rest.ts";
import {
  APACHE,
  AT,
  BROKEN,
  FILES,
  IDENTITY,
  MIT,
  pinned,
  RESERVED,
  SKILL,
  SOURCE,
  withLibrary,
} from "./_pins.ts";

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
