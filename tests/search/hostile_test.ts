import assert from "node:assert/strict";
import { CompactIndex } from "../../src/search/index/compact_index.ts";
import { SEARCH_LIMITS } from "../../src/search/limits.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { found, repoPath, skill, type TestFile, toEntries } from "./_entries.ts";

const MEGABYTE = 1024 * 1024;

/** Words that differ, none of which begins another. */
function distinctWords(count: number): string {
  return Array.from({ length: count }, (_, at) => at.toString(36).padStart(6, "x")).join(" ");
}

/** Texts that broke search engines, and how many terms each may cost. */
const texts: readonly { readonly kind: string; readonly body: string; readonly terms: number }[] = [
  { kind: "one word of 10 MB", body: "a".repeat(10 * MEGABYTE), terms: 64 },
  { kind: "one word of 1 MB in Han", body: "数".repeat(MEGABYTE), terms: 64 },
  { kind: "one word of 1 MB in Thai", body: "กา".repeat(MEGABYTE / 2), terms: 4096 },
  { kind: "one word of 1 MB in Hangul", body: "데".repeat(MEGABYTE), terms: 64 },
  {
    kind: "a million distinct words",
    body: distinctWords(1_000_000),
    terms: SEARCH_LIMITS.documentTerms + 64,
  },
  {
    kind: "beginnings nested 5,000 deep",
    body: Array.from({ length: 5000 }, (_, at) => "a".repeat(at + 1)).join(" "),
    terms: SEARCH_LIMITS.tokenCharacters + 64,
  },
  { kind: "a-a-a", body: "a-".repeat(MEGABYTE), terms: 64 },
  { kind: "aAaAaA", body: "aA".repeat(MEGABYTE), terms: 64 },
  { kind: "a1a1a1", body: "a1".repeat(MEGABYTE), terms: 64 },
  { kind: "hyphens alone", body: "-".repeat(MEGABYTE), terms: 64 },
  { kind: "signs alone", body: "c++#".repeat(MEGABYTE / 4), terms: 64 },
  {
    kind: "five million combining marks",
    body: "e" + "\u0301\u0323\u0316\u0305".repeat(1_250_000),
    terms: 4096,
  },
  {
    kind: "marks with a letter between",
    body: ("e" + "\u0301\u0323".repeat(8)).repeat(60_000),
    terms: 4096,
  },
  {
    kind: "characters that normalization expands eighteen times",
    body: "\ufdfa".repeat(MEGABYTE),
    terms: 4096,
  },
  { kind: "lone halves of surrogate pairs", body: "\ud800 \udc00a ".repeat(MEGABYTE), terms: 64 },
  {
    kind: "words that look like properties",
    body: "__proto__ constructor hasOwnProperty toString",
    terms: 64,
  },
  { kind: "emoji joined without end", body: "👩\u200d".repeat(MEGABYTE / 2), terms: 64 },
  { kind: "tones and selectors without end", body: "👍" + "🏽\ufe0f".repeat(MEGABYTE / 2), terms: 64 },
  { kind: "control characters", body: "\u0000\u0001pear\u0002 \u0001\u0002", terms: 64 },
];

for (const { kind, body, terms } of texts) {
  Deno.test(`build() bounds ${kind}`, async () => {
    const engine = createSearchIndex();
    const bytes = await engine.build(
      toEntries([{ ...skill("a", "pear"), body }, skill("b", "plum")]),
      null,
    );
    assert(countTerms(bytes) <= terms, `${countTerms(bytes)} terms`);
    const reader = await engine.open(bytes);
    assert(reader !== null);
    assert.deepEqual(found(reader, "plum"), ["skills/b/SKILL.md"]);
    assert.deepEqual(found(reader, "pear"), ["skills/a/SKILL.md"]);
  });

  Deno.test(`search() bounds a query of ${kind}`, async () => {
    const engine = createSearchIndex();
    const reader = await engine.open(await engine.build(toEntries([skill("a", "pear")]), null));
    assert(reader !== null);
    assert(reader.search(body, repoPath("")).total <= 1);
    assert(reader.search(`pear ${body}`, repoPath("")).total === 1);
    assert.equal(reader.excerpt(body, "nothing of it", 80)?.length ?? 0, 0);
  });

  Deno.test(`excerpt() bounds a text of ${kind}`, async () => {
    const engine = createSearchIndex();
    const reader = await engine.open(await engine.build([], null));
    assert(reader !== null);
    const line = reader.excerpt("quince", `${body.slice(0, MEGABYTE / 2)} the quince`, 80);
    assert.equal(line?.includes("quince"), true);
    assert(line !== null && line !== undefined && line.length <= 80);
  });
}

Deno.test("build() bounds the terms of a repository, and builds such an index from the texts alone", async () => {
  const engine = createSearchIndex();
  const perFile = SEARCH_LIMITS.documentTerms - 100;
  const files = Array.from({ length: 17 }, (_, file): TestFile => ({
    path: `docs/${String(file).padStart(2, "0")}.md`,
    body: Array.from({ length: perFile }, (_, at) => `${file}q${at.toString(36)}`).join(" "),
  }));
  const capped = await engine.build(toEntries(files), null);
  assert.equal(countTerms(capped), SEARCH_LIMITS.terms);
  const fewer = await engine.build(toEntries(files.slice(0, 14)), null);
  assert(countTerms(fewer) < SEARCH_LIMITS.terms);
  assert.deepEqual(await engine.build(toEntries(files), fewer), capped);
  assert.deepEqual(await engine.build(toEntries(files.slice(0, 14)), capped), fewer);
});

Deno.test("search() answers 20,000 files that share one word, each once", async () => {
  const engine = createSearchIndex();
  const files = Array.from(
    { length: 20_000 },
    (_, at): TestFile => ({ path: `docs/${at}.md`, body: "pear" }),
  );
  const bytes = await engine.build(toEntries(files), null);
  const reader = await engine.open(bytes);
  assert(reader !== null);
  const { hits } = reader.search("pear", repoPath(""));
  assert.equal(new Set(hits.map(({ path }) => path)).size, 20_000);
  assert.deepEqual(hits.map(({ path }) => path), toEntries(files).map(({ path }) => path));
});

Deno.test("build() and open() let other work run between bounded slices", async () => {
  let pauses = 0;
  const engine = createSearchIndex({
    yieldToOthers: () => {
      pauses++;
      return Promise.resolve();
    },
  });
  const characters = 4 * MEGABYTE;
  const files = Array.from(
    { length: 8 },
    (_, at) => ({ ...skill(`s${at}`, ""), body: "pear plum ".repeat(characters / 80) }),
  );
  const bytes = await engine.build(toEntries(files), null);
  assert(pauses >= characters / 131_072, `${pauses} pauses`);
  pauses = 0;
  await engine.open(bytes);
  assert(pauses > 0);
});

Deno.test("search() reads no more of a query than 500 characters and 24 words", async () => {
  const engine = createSearchIndex();
  const reader = await engine.open(
    await engine.build(toEntries([skill("a", "pear"), skill("b", "plum")]), null),
  );
  assert(reader !== null);
  assert.deepEqual(found(reader, `${" ".repeat(500)}pear`), []);
  const others = Array.from({ length: 24 }, (_, at) => `w${at}`).join(" ");
  assert.deepEqual(found(reader, `${others} plum`), []);
  assert.deepEqual(found(reader, `plum ${others}`), ["skills/b/SKILL.md"]);
});

function countTerms(bytes: Uint8Array): number {
  const index = CompactIndex.open(bytes);
  assert(index !== null);
  let terms = 0;
  for (const scan = index.terms.from(""); scan.next();) terms++;
  return terms;
}
