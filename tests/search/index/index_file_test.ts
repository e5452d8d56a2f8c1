import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { CompactIndex } from "../../../src/search/index/compact_index.ts";
import { createSearchIndex } from "../../../src/search/mod.ts";
import { openIndex, repoPath, skill, toEntries } from "../_entries.ts";

const files = [
  skill("database-migration", "Moves databases without downtime", "expand, migrate, contract"),
  {
    path: "skills/database-migration/notes.md",
    group: "skills/database-migration/SKILL.md",
    body: "backfill 数据库",
  },
  { ...skill("umzug", "Straße und Prüfung"), language: "de" },
];

/** The checksum stands at byte 12 and covers everything from byte 16. */
function withTrueChecksum(bytes: Uint8Array): Uint8Array {
  new DataView(bytes.buffer).setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

Deno.test("open() refuses another version of the format or of the tokenizer", async () => {
  const engine = createSearchIndex();
  const bytes = await engine.build(toEntries(files), null);
  for (const word of [0, 1, 2]) {
    const other = bytes.slice();
    new DataView(other.buffer).setUint32(word * 4, 999, true);
    assert.equal(await engine.open(other), null);
  }
});

Deno.test("open() and search() survive bytes with a true checksum that mean nothing", async () => {
  const engine = createSearchIndex();
  const bytes = await engine.build(toEntries(files), null);
  const change = fc.tuple(fc.nat(bytes.length - 17), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const broken = bytes.slice();
      for (const [at, value] of changes) broken[at + 16] = value;
      const reader = await engine.open(withTrueChecksum(broken));
      if (reader === null) return;
      for (const query of ["database migration", "databaze", "数据", "strasse", "s"]) {
        try {
          reader.search(query, repoPath(""));
        } catch (error) {
          assert(error instanceof RangeError, String(error));
        }
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("build() writes no text but terms and paths", async () => {
  const bytes = await createSearchIndex().build(toEntries([skill("a", "", "quince plum fig")]), null);
  const text = new TextDecoder("latin1").decode(bytes);
  assert(text.includes("quince"));
  assert(!text.includes("quince plum"));
});

Deno.test("build() writes the same bytes whatever was built before in the process", async () => {
  const engine = createSearchIndex();
  const first = await engine.build(toEntries(files), null);
  await engine.build(toEntries([skill("other", "words", "of another repository")]), null);
  assert.deepEqual(await engine.build(toEntries(files), null), first);
});

Deno.test("terms lie in code-unit order, each with postings", async () => {
  const words = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), {
    maxLength: 80,
  });
  const engine = createSearchIndex();
  await fc.assert(
    fc.asyncProperty(words, async (list) => {
      const index = CompactIndex.open(await engine.build(toEntries([skill("a", "", list.join(" "))]), null));
      assert(index !== null);
      let previous = "";
      const cursor = index.cursor();
      for (const scan = index.terms.from(""); scan.next(); previous = scan.term()) {
        assert(scan.term() > previous);
        assert.deepEqual(index.terms.find(scan.term()), { start: scan.start, end: scan.end });
        assert(cursor.open(scan.start, scan.end).next());
      }
    }),
  );
});

Deno.test("bytes tells about the memory that an opened index holds", async () => {
  const small = await openIndex(files);
  const large = await openIndex(Array.from({ length: 500 }, (_, at) => skill(`s${at}`, "", `word${at}`)));
  assert(small.bytes > 0);
  assert(large.bytes > small.bytes + 500 * 100);
});
