import assert from "node:assert/strict";
import { checkArguments } from "../../src/cli/mod.ts";

Deno.test("checkArguments() takes one directory and a format, in any order", () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [["skills"], "text"],
    [["--json", "skills"], "json"],
    [["skills", "--json"], "json"],
    [["skills", "--format", "github"], "github"],
    [["--format=json", "skills"], "json"],
    [["--format", "text", "skills"], "text"],
  ];
  for (const [args, format] of table) {
    assert.deepEqual(
      checkArguments(args),
      { ok: true, value: { directory: "skills", format } },
      args.join(" "),
    );
  }
});

Deno.test("checkArguments() says how the command is used, with exit code 2", () => {
  const misused = [
    [],
    ["a", "b"],
    ["a", "--format", "xml"],
    ["a", "--format"],
    ["a", "--json", "--format", "text"],
    ["a", "--jsno"],
    ["--json"],
  ];
  for (const args of misused) {
    const parsed = checkArguments(args);
    assert(!parsed.ok, args.join(" "));
    assert.equal(parsed.error.code, 2);
    assert(parsed.error.err.startsWith("Usage: deno task check <directory>"));
    assert.equal(parsed.error.out, "");
  }
});

Deno.test("checkArguments() says how the command is used when asked to, with exit code 0", () => {
  for (const args of [["--help"], ["-h"], ["skills", "--help"]]) {
    const parsed = checkArguments(args);
    assert(!parsed.ok);
    assert.equal(parsed.error.code, 0);
    assert(parsed.error.out.startsWith("Usage: deno task check <directory>"));
  }
});
