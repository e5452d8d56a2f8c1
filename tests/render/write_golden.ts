/**
 * Writes the golden texts anew, for a change of the layout that is meant; read the difference before
 * keeping it: `deno run --allow-write=fixtures/golden tests/render/write_golden.ts`
 */
import { GOLDEN, TEXTS } from "./_golden.ts";

for (const [file, text] of Object.entries(TEXTS)) {
  await Deno.writeTextFile(new URL(file, GOLDEN), text);
}
