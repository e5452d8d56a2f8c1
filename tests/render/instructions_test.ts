import assert from "node:assert/strict";
import fc from "fast-check";
import type { MountOverview } from "../../contracts/reading.ts";
import { renderInstructions, renderServerInfo } from "../../src/render/mod.ts";
import { aFolder, anOverview, aSource, at } from "./_literals.ts";
import { hostileValue, longPath } from "./_text.ts";

const overview: fc.Arbitrary<MountOverview> = fc.record({
  path: longPath,
  name: hostileValue,
  description: hostileValue,
  folders: fc.array(fc.record({ path: longPath, name: hostileValue, description: hostileValue }), {
    maxLength: 24,
  }),
  verified: fc.boolean(),
  moreFolders: fc.boolean(),
  stale: fc.constantFrom(
    {},
    { stale: { what: "commit", asOf: 1_893_456_000_000 } } as const,
    { stale: { what: "facts", asOf: 1_893_456_000_000 } } as const,
  ),
}).map(({ path, name, description, folders, verified, moreFolders, stale }) =>
  anOverview({
    source: aSource({
      verified,
      ...stale,
      path: at(path),
      address: `/gh/acme/${"é".repeat(1000)}`,
      revision: { kind: "tag", name },
    }),
    folder: aFolder(path, { name, description, overview: { path: at(path), title: name, summary: name } }),
    state: {
      kind: "ready",
      partial: ["file_limit", "byte_limit"],
      counts: { skills: 99_999, documents: 99_999 },
      uriPrefix: `skill://gh/acme/${path}`,
      invalidSkills: 9_999,
      folders: folders.map((folder) =>
        aFolder(folder.path, { name: folder.name, description: folder.description })
      ),
      moreFolders,
      diagnostics: {
        shown: folders.slice(0, 8).map(({ path }) => ({
          path,
          code: "manifest_unreadable",
          severity: "error",
          message: description,
        })),
        more: 3,
      },
    },
  })
);

Deno.test("renderInstructions() stays within 2,000 characters, whatever a repository holds", () => {
  fc.assert(fc.property(overview, (some) => {
    const text = renderInstructions(some);
    assert.ok(text.length <= 2000, `${text.length} characters`);
    assert.ok(text.includes("browse_repo") && text.includes("read_repo_file"));
  }));
});

Deno.test("renderInstructions() says that a commit is being indexed instead of giving counts", () => {
  const text = renderInstructions(anOverview({ folder: null, state: { kind: "indexing" } }));
  assert.match(text, /^Indexing: /m);
  assert.doesNotMatch(text, /^Holds: /m);
});

Deno.test("renderInstructions() names the prefix of the extension's URIs whole or not at all", () => {
  fc.assert(fc.property(overview, (some) => {
    const { state } = some;
    const lines = renderInstructions(some).split("\n").filter((line) => line.includes("skill://"));
    const prefix = state.kind === "ready" ? state.uriPrefix : "";
    assert.equal(lines.length, prefix.length <= 200 ? 1 : 0);
    assert.ok(lines.every((line) => line.endsWith(` under ${prefix}`)));
  }));
});

Deno.test("renderServerInfo() is a short line each, whatever a manifest says", () => {
  fc.assert(fc.property(overview, (some) => {
    const { name, title, description } = renderServerInfo(some, { origin: null, hasPicture: true });
    assert.equal(name, "skillmount");
    assert.ok([...title].length <= 100 && [...description].length <= 240);
    assert.doesNotMatch(title + description, /[\n\r]/);
  }));
});

Deno.test("renderServerInfo() names its page and its icon where its own origin is known, in a few bytes", () => {
  fc.assert(fc.property(overview, fc.boolean(), (some, hasPicture) => {
    const info = renderServerInfo(some, { origin: "https://skills.example", hasPicture });
    const { websiteUrl = "", icons = [] } = info;
    const page = `https://skills.example${some.source.address}`;
    assert.equal(websiteUrl, page.length <= 500 ? page : "");
    assert.equal(icons.length, hasPicture ? 1 : 0);
    const nowhere = renderServerInfo(some, { origin: null, hasPicture });
    assert.deepEqual([nowhere.websiteUrl, nowhere.icons], [undefined, undefined]);
  }));
});
