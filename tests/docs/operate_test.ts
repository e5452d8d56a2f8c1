import assert from "node:assert/strict";
import { withSettings } from "../../scripts/settings_table.ts";

Deno.test("docs/operate.md lists every setting as the configuration reads it", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/operate.md", import.meta.url));
  assert.equal(cells(page), cells(withSettings(page)), "Run scripts/settings_table.ts");
});

/** Without the spaces that the formatter lines columns up with. */
function cells(page: string): string {
  return page.replace(/ *\| */g, "|").replace(/-+/g, "-");
}
