import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { toolArguments } from "../../../src/mcp/protocol/tool_arguments.ts";

const read = toolArguments(z.strictObject({
  path: z.string(),
  folder: z.string().optional(),
  cursor: z.string().min(1).optional(),
  limit: z.int().min(1).max(200).optional(),
  depth: z.int().min(0),
}));

Deno.test("toolArguments() takes a whole number from text, and what is blank for left out", () => {
  for (
    const [given, meant] of [
      [{ path: "a", depth: "0" }, { path: "a", depth: 0 }],
      [{ path: "20", depth: 1, limit: "20" }, { path: "20", depth: 1, limit: 20 }],
      [{ path: "a", depth: 1, folder: "" }, { path: "a", depth: 1, folder: "" }],
      [{ path: "", depth: 1, limit: null, cursor: null }, { path: "", depth: 1 }],
      [{ path: "a", depth: 1, limit: "", cursor: "", folder: null }, { path: "a", depth: 1 }],
    ] as const
  ) assert.deepEqual(read(given), { ok: true, value: meant });
});

Deno.test("toolArguments() takes nothing else for what it is not", () => {
  for (
    const given of [
      { path: null, depth: 1 },
      { path: 20, depth: 1 },
      { path: "a", depth: null },
      { path: "a", depth: "" },
      { path: "a", depth: 1, limit: "1.5" },
      { path: "a", depth: 1, limit: "1e2" },
      { path: "a", depth: 1, limit: "0x10" },
      { path: "a", depth: 1, limit: " 20" },
      { path: "a", depth: 1, limit: "+20" },
      { path: "a", depth: 1, limit: "201" },
      { path: "a", depth: 1, limit: "9".repeat(17) },
      { path: "a", depth: 1, limit: [20] },
      { path: "a", depth: 1, limit: true },
      { path: "a", depth: 1, cursor: 1 },
      { path: "a", depth: 1, other: null },
      [{ path: "a", depth: 1 }],
      "path",
    ]
  ) assert.equal(read(given).ok, false, JSON.stringify(given));
});

Deno.test("toolArguments() reads what the schema takes as the schema does", () => {
  fc.assert(fc.property(
    fc.record({
      path: fc.string(),
      cursor: fc.string({ minLength: 1 }),
      limit: fc.integer({ min: 1, max: 200 }),
      depth: fc.nat(),
    }, { requiredKeys: ["path", "depth"], noNullPrototype: true }),
    (given) => assert.deepEqual(read(given), { ok: true, value: given }),
  ));
});
