import assert from "node:assert/strict";
import { ARTIFACT_QUERY } from "../../contracts/install.ts";
import { TOOL_INPUTS, USE_SKILL_ARGUMENTS } from "../../contracts/mcp.ts";
import { REST_QUERIES } from "../../contracts/rest/requests.ts";
import { parseArguments } from "../../src/http/mod.ts";

Deno.test("parseArguments() takes no arguments for none", () => {
  for (const given of [undefined, null, {}]) {
    assert.deepEqual(parseArguments(TOOL_INPUTS.browse_repo, given), { ok: true, value: {} });
  }
});

Deno.test("parseArguments() gives what the schema allows, and nothing else", () => {
  const given = { path: "a/b", offset: 0, limit: 100_000 };
  assert.deepEqual(parseArguments(TOOL_INPUTS.read_repo_file, given), { ok: true, value: given });
});

Deno.test("parseArguments() says in the schema's terms what each argument must be, without its value", () => {
  const table: readonly (readonly [tool: keyof typeof TOOL_INPUTS, given: unknown, reason: string])[] = [
    ["load_skill", {}, "path is missing"],
    ["load_skill", { path: 7 }, "path must be text of at most 1024 characters"],
    ["search_repo", { query: "secret".repeat(100) }, "query must be text of 1 to 500 characters, not blank"],
    ["read_repo_file", { path: "a", limit: 0 }, "limit must be a whole number from 1 to 100000"],
    ["read_repo_file", { path: "a", limit: "secret" }, "limit must be a whole number from 1 to 100000"],
    [
      "browse_repo",
      { secret: 1 },
      "there are arguments that do not exist here: the arguments are path, cursor, limit",
    ],
    ["browse_repo", ["secret"], "the arguments must be an object with path, cursor, limit"],
    [
      "search_repo",
      { limit: 26, path: null },
      "query is missing; path must be text of at most 1024 characters; limit must be a whole number from 1 to 25",
    ],
  ];
  for (const [tool, given, reason] of table) {
    assert.deepEqual(parseArguments(TOOL_INPUTS[tool], given), {
      ok: false,
      error: { code: "request.invalid", reason },
    });
  }
});

Deno.test("parseArguments() has a rule to tell for everything that a client may send", () => {
  const rule =
    /^(?:a whole number from \d+ to \d+|text of (?:at most |\d+ to )\d+ characters(?:, not blank)?|zip or tar\.gz|40 lowercase hex digits)$/;
  const schemas = [
    ...Object.values(TOOL_INPUTS),
    ...Object.values(REST_QUERIES),
    USE_SKILL_ARGUMENTS,
    ARTIFACT_QUERY,
  ];
  for (const schema of schemas) {
    for (const name of Object.keys(schema.shape)) {
      const checked = parseArguments(schema, { ...whole(schema), [name]: { wrong: true } });
      const reason = checked.ok ? undefined : checked.error.reason;
      assert.match(reason ?? "", new RegExp(`^${name} must be `));
      assert.match((reason ?? "").slice(`${name} must be `.length), rule);
    }
  }
});

Deno.test("parseArguments() counts characters, not UTF-16 units", () => {
  const ok = (query: string) => parseArguments(TOOL_INPUTS.search_repo, { query }).ok;
  assert(ok("🜁".repeat(500)));
  assert(!ok("🜁".repeat(501)));
  assert(!ok("x".repeat(501)));
});

/** What every schema here takes that has members of these names. */
function whole(schema: { readonly shape: object }): Record<string, string> {
  return Object.fromEntries(
    ["path", "query"].filter((name) => name in schema.shape).map((name) => [name, "a"]),
  );
}
