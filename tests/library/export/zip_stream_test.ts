import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { type ZipEntry, zipStream } from "../../../src/library/export/zip_stream.ts";

async function archiveOf(entries: Iterable<ZipEntry>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = ReadableStream.from(zipStream(ReadableStream.from(entries)));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

Deno.test("zipStream() writes more entries than the narrow form can count, and readers find each", async () => {
  const count = 70_000;
  const entries = Array.from({ length: count }, (_, number) => ({
    path: `n/${number}`,
    bytes: new Uint8Array([number % 251]),
  }));
  const files = Object.entries(unzipSync(await archiveOf(entries)));
  assert.equal(files.length, count);
  assert.deepEqual(files.at(-1), [`n/${count - 1}`, new Uint8Array([(count - 1) % 251])]);
});

Deno.test("zipStream() of nothing is an empty archive", async () => {
  assert.equal((await archiveOf([])).byteLength, 22);
});
