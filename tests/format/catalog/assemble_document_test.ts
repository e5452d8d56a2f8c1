import assert from "node:assert/strict";
import { assembleDocument, contentIdOf, gitBlobHash } from "../../../src/format/mod.ts";

Deno.test("assembleDocument() joins text and byte ranges exactly, whatever the bytes are", () => {
  const bytes = new Uint8Array([0, 1, 2, 255, 13, 10]);
  const content = contentIdOf(gitBlobHash(bytes));
  const parts = ["é\n", { content, start: 2, end: 6 }, "\n", { content, start: 0, end: 0 }];
  const assembled = assembleDocument({ content, parts }, () => bytes);
  assert.deepEqual(assembled, new Uint8Array([0xc3, 0xa9, 10, 2, 255, 13, 10, 10]));
});
