import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeDocument, encodeDocument } from "../../../src/store/parts/document.ts";
import {
  decodeRemembered,
  decodeTree,
  encodeRemembered,
  encodeTree,
} from "../../../src/store/snapshots/snapshot_document.ts";
import { largeContentsOf, taskOf, treeOf } from "../_stage.ts";

Deno.test("decodeDocument() gives back what encodeDocument() was given", async () => {
  const document = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 })),
    { noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(document, async (value) => {
      const expected: unknown = JSON.parse(JSON.stringify(value));
      assert.deepEqual(await decodeDocument("kind 1", await encodeDocument("kind 1", value)), expected);
    }),
    { numRuns: 200 },
  );
});

Deno.test("decodeDocument() keeps lists of any length, with line breaks and separators in their items", async () => {
  for (const length of [0, 1, 199, 200, 201, 5000]) {
    const list = Array.from({ length }, (_, index) => ({ text: `${index}\n\u2028"\\ 漢字` }));
    const document = { before: 1, list, after: null };
    assert.deepEqual(await decodeDocument("kind 1", await encodeDocument("kind 1", document)), document);
  }
});

Deno.test("decodeDocument() refuses another kind, another version and what is no document", async () => {
  const bytes = await encodeDocument("kind 1", { a: 1 });
  assert.equal(await decodeDocument("kind 2", bytes), null);
  assert.equal(await decodeDocument("other 1", bytes), null);
  assert.equal(await decodeDocument("kind 1", new Uint8Array(0)), null);
  assert.equal(await decodeDocument("kind 1", new TextEncoder().encode("kind 1")), null);
});

Deno.test("facts and trees come back as they were", async () => {
  const { facts, digests } = largeContentsOf(taskOf("a"));
  assert.deepEqual(await decodeRemembered(await encodeRemembered({ facts, digests })), { facts, digests });
  const nothing = { facts: new Map(), digests: new Map() };
  assert.deepEqual(await decodeRemembered(await encodeRemembered(nothing)), nothing);
  for (const tree of [treeOf(0), treeOf(3000), { ...treeOf(2), truncated: true }]) {
    assert.deepEqual(await decodeTree(await encodeTree(tree)), tree);
  }
});

Deno.test("one kind of stored document is never taken for another", async () => {
  const { facts, digests } = largeContentsOf(taskOf("a"));
  assert.equal(await decodeTree(await encodeRemembered({ facts, digests })), null);
  assert.equal(await decodeRemembered(await encodeTree(treeOf(1))), null);
});
