import assert from "node:assert/strict";
import fc from "fast-check";
import type { SearchItem } from "../../contracts/reading.ts";
import { renderSearch } from "../../src/render/mod.ts";
import { anItem, aSearch, aSource, at } from "./_literals.ts";
import { hostileValue, longPath, serializedBytes } from "./_text.ts";

const item: fc.Arbitrary<SearchItem> = fc.record({
  kind: fc.constantFrom("skill", "file"),
  path: longPath,
  title: hostileValue,
  description: hostileValue,
  excerpt: hostileValue,
  files: fc.array(longPath.map(at), { maxLength: 5 }),
}).map(({ path, excerpt, ...some }) =>
  anItem(path, { ...some, match: { field: "body", path: some.files[0] ?? at(path), excerpt }, moreFiles: 7 })
);

Deno.test("renderSearch() fits its budget and shows every result once across pages, whatever they hold", () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 25 }),
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 250 }),
        fc.constantFrom('"'.repeat(500), "\u0000".repeat(500)),
      ),
      longPath,
      fc.integer({ min: 20_000, max: 24_576 }),
      (items, query, scope, budget) => {
        const source = aSource({ path: at("m"), address: `/gh/acme/library/${"%F0".repeat(600)}` });
        const whole = aSearch(items, { query, scope: at(scope), source });
        const seen: string[] = [];
        for (let start: number | null = 0; start !== null;) {
          const result = renderSearch({ ...whole, start, items: items.slice(start) }, budget);
          assert.ok(serializedBytes(result) <= budget, `${serializedBytes(result)} > ${budget}`);
          seen.push(...[...result.matchAll(/^\[(?:skill|file)\] (.*)$/gm)].map(([, path]) => path ?? ""));
          const next: string | undefined = /^- more results: search_repo (\{.*\})$/m.exec(result)?.[1];
          const called: Record<string, unknown> | null = next === undefined ? null : JSON.parse(next);
          if (called !== null) assert.equal(called.query, query);
          const position: number | null = called === null
            ? null
            : Number(/cursor-at-(\d+)/.exec(String(called.cursor))?.[1]);
          assert.ok(position === null || position > start);
          start = position;
        }
        assert.deepEqual(seen, items.map(({ path }) => path));
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});

Deno.test("renderSearch() names the calls for the first skill, the best file and the next page", () => {
  const best = at("marketing/skills/ad-copy/references/limits.md");
  const items = [
    anItem("marketing/skills/ad-copy/SKILL.md", {
      match: { field: "body", path: best, excerpt: "… short ads …" },
      files: [best],
    }),
  ];
  const lines = renderSearch(aSearch(items, { total: 4 }), 24_000).split("\n");
  assert.deepEqual(lines.slice(lines.indexOf("Next:")), [
    "Next:",
    '- use a [skill]: load_skill {"path":"marketing/skills/ad-copy/SKILL.md"}',
    '- read a file: read_repo_file {"path":"marketing/skills/ad-copy/references/limits.md"}',
    '- more results: search_repo {"query":"short ads","cursor":"cursor-at-1-----------"}',
  ]);
});

Deno.test("renderSearch() shows no excerpt that the description already holds", () => {
  const path = "marketing/skills/ad-copy/SKILL.md";
  const shown = (excerpt: string) =>
    /^ {2}excerpt: .*$/m.exec(
      renderSearch(
        aSearch([anItem(path, { match: { field: "description", path: at(path), excerpt } })]),
        24_000,
      ),
    )?.[0];
  assert.equal(shown("…short ads…"), undefined);
  assert.equal(shown("…other words…"), "  excerpt: …other words…");
});
