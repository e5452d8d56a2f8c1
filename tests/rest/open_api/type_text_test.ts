import assert from "node:assert/strict";
import { typeText } from "../../../src/rest/open_api/_type_text.ts";

Deno.test("typeText() writes a schema as a person reads a type", () => {
  const table: readonly (readonly [schema: unknown, text: string])[] = [
    [{ $ref: "#/components/schemas/Licence" }, "Licence"],
    [{ type: "string", const: "ready" }, '"ready"'],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ type: "string" }, "string"],
    [{ type: "string", maxLength: 1024 }, "string up to 1024"],
    [{ type: "string", minLength: 1 }, "string"],
    [{ type: "string", minLength: 2 }, "string from 2"],
    [{ type: "integer", minimum: 0 }, "integer"],
    [{ type: "integer", minimum: 1, maximum: 200, default: 50 }, "integer 1–200, 50 by default"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ anyOf: [{ $ref: "#/x/A" }, { type: "null" }] }, "A | null"],
    [{ allOf: [{ $ref: "#/x/Error" }, { type: "object" }] }, "Error"],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "object", additionalProperties: { type: "string" } }, "{ [name: string]: string }"],
    [
      {
        type: "object",
        properties: {
          a: { type: "integer", description: "Bytes" },
          b: { type: "object", properties: { c: { type: "string" } }, required: ["c"] },
        },
        required: ["a"],
      },
      "{\n  a: integer; // Bytes\n  b?: {\n    c: string;\n  };\n}",
    ],
    [undefined, "unknown"],
    [{}, "unknown"],
  ];
  for (const [schema, text] of table) assert.equal(typeText(schema), text);
});
