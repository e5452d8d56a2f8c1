import assert from "node:assert/strict";
import { PROBLEM_MEANINGS } from "../../src/cli/mod.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/check.md", import.meta.url));

Deno.test("docs/check.md says of every code what it means, as the check itself does", () => {
  const [, section = ""] = PAGE.split("## What each code means");
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map((
    [, code, meaning],
  ) => [code, meaning]);
  assert.deepEqual(rows, Object.entries(PROBLEM_MEANINGS));
});
