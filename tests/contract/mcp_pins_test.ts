/**
 * What clients are shown of the MCP surface is a promise: names, descriptions, schemas and hints are
 * frozen in `mcp_pins.json`, which nothing generates. A change there is a change for every client.
 */
import assert from "node:assert/strict";
import { TOOLS, USE_SKILL } from "../../contracts/mcp.ts";
import pinned from "./mcp_pins.json" with { type: "json" };

Deno.test("the tools and the prompt are what clients were promised", () => {
  assert.deepEqual(JSON.parse(JSON.stringify({ tools: TOOLS, prompts: [USE_SKILL] })), pinned);
});

Deno.test("every tool says that it only reads, in each of the four hints", () => {
  for (const { annotations, title } of TOOLS) {
    assert.deepEqual(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

Deno.test("no schema has a union at its top, which some importers refuse", () => {
  for (const { inputSchema } of TOOLS) {
    assert.equal(inputSchema.type, "object");
    for (const keyword of ["anyOf", "oneOf", "allOf", "$ref"]) assert(!(keyword in inputSchema));
    assert.equal(inputSchema.additionalProperties, false);
  }
});

Deno.test("browse_repo explains discovery to a model that was shown no instructions", () => {
  const description = TOOLS.find(({ name }) => name === "browse_repo")?.description ?? "";
  for (const other of ["search_repo", "load_skill", "read_repo_file"]) assert(description.includes(other));
});
