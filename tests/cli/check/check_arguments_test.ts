import assert from "node:assert/strict";
import { type CheckArguments, checkArguments } from "../../../src/cli/mod.ts";

Deno.test("checkArguments() takes one directory, a format and what is asked besides, in any order", () => {
  const text = { directory: "skills", format: "text", all: false, strict: false } as const;
  const table: readonly (readonly [readonly string[], CheckArguments])[] = [
    [["skills"], text],
    [["--json", "skills"], { ...text, format: "json" }],
    [["skills", "--json"], { ...text, format: "json" }],
    [["skills", "--format", "github"], { ...text, format: "github" }],
    [["--format=json", "skills"], { ...text, format: "json" }],
    [["--format", "text", "skills"], text],
    [["--format", "sarif", "skills", "--strict"], { ...text, format: "sarif", strict: true }],
    [["--all", "skills"], { ...text, all: true }],
    [["skills", "--strict", "--all"], { ...text, all: true, strict: true }],
  ];
  for (const [args, value] of table) {
    assert.deepEqual(checkArguments(args), { ok: true, value }, args.join(" "));
  }
});

Deno.test("checkArguments() says how the command is used, with exit code 2", () => {
  const misused = [
    [],
    ["a", "b"],
    ["a", "--format"],
    ["a", "--json", "--format", "text"],
    ["--json"],
    // Those formats have everything anyway.
    ["a", "--json", "--all"],
    ["a", "--format", "github", "--all"],
  ];
  for (const args of misused) {
    const parsed = checkArguments(args);
    assert(!parsed.ok, args.join(" "));
    assert.equal(parsed.error.code, 2);
    assert(parsed.error.err.startsWith("Usage: deno task check <directory>"));
    assert.equal(parsed.error.out, "");
  }
});

Deno.test("checkArguments() names what it does not know, and what was probably meant", () => {
  const table = [
    [["a", "--jsno"], 'Cannot use "--jsno" after "deno task check": did you mean "--json"?'],
    [
      ["a", "--format", "xml"],
      'Cannot use "xml" after "deno task check --format": it takes text, json, github, ',
    ],
    [["--format=jsn", "a"], 'Cannot use "jsn" after "deno task check --format": did you mean "json"?'],
    [["a", "-x"], 'Cannot use "-x" after "deno task check": it takes --all, --strict, --json, --format;'],
  ] as const;
  for (const [args, start] of table) {
    const parsed = checkArguments(args);
    assert(!parsed.ok, args.join(" "));
    assert.equal(parsed.error.code, 2);
    assert(parsed.error.err.startsWith(start), parsed.error.err);
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
