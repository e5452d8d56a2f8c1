import assert from "node:assert/strict";
import { failureResponse } from "../../src/http/mod.ts";

Deno.test("failureResponse() has a code and a sentence, and details only where there are some", async () => {
  const plain = failureResponse({ code: "method.not_allowed" }, { allow: "POST" });
  assert.equal(plain.status, 405);
  assert.equal(plain.headers.get("allow"), "POST");
  assert.equal(plain.headers.get("cache-control"), "no-store");
  assert.deepEqual(await plain.json(), {
    error: { code: "method.not_allowed", message: "The method is not allowed here" },
  });
  const kept = failureResponse({
    code: "file.described_only",
    path: "a/b.md",
    reason: "License: All rights reserved (LICENSE)",
    licence: { label: "All rights reserved", path: "LICENSE" },
    sourceUrl: "https://code.example/a/b.md",
    hint: "See the file at its source",
  });
  assert.equal(kept.status, 451);
  assert.deepEqual(await kept.json(), {
    error: {
      code: "file.described_only",
      message:
        "The licence keeps the content at its source: License: All rights reserved (LICENSE): See the file at its source",
      details: {
        path: "a/b.md",
        sourceUrl: "https://code.example/a/b.md",
        licence: { label: "All rights reserved", path: "LICENSE" },
      },
    },
  });
});

Deno.test("failureResponse() tells every flaw of what was sent where its author finds it, and no link", async () => {
  const flaw = {
    path: "SKILL.md",
    code: "yaml_syntax",
    severity: "error",
    message: "The value holds a colon",
  } as const;
  const link = { written: "a.md", path: "a.md", nearest: null };
  const refused = failureResponse({
    code: "skill.invalid",
    problems: [{ ...flaw, line: 3, column: 21, link }],
  });
  assert.equal(refused.status, 422);
  assert.deepEqual((await refused.json()).error.details, { problems: [{ ...flaw, line: 3, column: 21 }] });
});
