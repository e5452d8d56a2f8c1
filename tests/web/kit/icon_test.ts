import assert from "node:assert/strict";
import { Icon } from "../../../src/web/kit/icon.tsx";
import { counted } from "../../../src/web/kit/text.tsx";

Deno.test("an icon is an outline that nobody hears read out, the same each time it is shown", () => {
  const outline =
    '<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">' +
    '<path d="M8 2 9.6 6.4 14 8 9.6 9.6 8 14 6.4 9.6 2 8 6.4 6.4Z"></path></svg>';
  assert.deepEqual(Icon({ name: "skill" }).toString(), outline);
  assert.deepEqual(Icon({ name: "skill" }).toString(), outline);
});

Deno.test("a count is grouped by thousands and its word follows the number", () => {
  assert.deepEqual(
    [0, 1, 2, 9000, 1_234_567].map((count) => counted(count, "skill")),
    ["0 skills", "1 skill", "2 skills", "9,000 skills", "1,234,567 skills"],
  );
  assert.deepEqual(counted(2, "entry", "entries"), "2 entries");
});
