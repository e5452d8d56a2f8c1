import assert from "node:assert/strict";
import { GOLDEN, TEXTS } from "./_golden.ts";

for (const [file, text] of Object.entries(TEXTS)) {
  Deno.test(`a result reads exactly as ${file}`, async () => {
    assert.equal(text, await Deno.readTextFile(new URL(file, GOLDEN)));
  });
}

Deno.test("every golden text is the text of a result", async () => {
  const files = await Array.fromAsync(Deno.readDir(GOLDEN), ({ name }) => name);
  assert.deepEqual(files.sort(), Object.keys(TEXTS).sort());
});
