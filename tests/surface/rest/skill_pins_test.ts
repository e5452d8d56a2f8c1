/** What the REST API answers about one skill, one file and in a badge, in literals: promises to programs. */
import assert from "node:assert/strict";
import type { Body } from "../rest.ts";
import { AT, MIT, pinned, RESERVED, SKILL, SOURCE, withLibrary } from "./_pins.ts";

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
      frontMatter: {
        name: "ad-copy",
        description: "Writes short ads.",
        license: "MIT",
        compatibility: "Any client",
        "allowed-tools": "Read",
        metadata: { version: "1.0" },
      },
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
      frontMatter: {},
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
