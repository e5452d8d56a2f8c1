import assert from "node:assert/strict";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import { readingRules } from "../../../src/format/mod.ts";

Deno.test("readingRules() names the rules, and the limits only where they are not the default", () => {
  assert.equal(readingRules(DEFAULT_READING_LIMITS).version, "6");
  assert.equal(readingRules({ ...DEFAULT_READING_LIMITS }).version, "6");
  const fewer = { ...DEFAULT_READING_LIMITS, servedFiles: 9_999 };
  const { version, limits } = readingRules(fewer);
  assert.match(version, /^6-[0-9a-f]{8}$/);
  assert.equal(limits, fewer);
  const { indexedFileBytes, ...others } = fewer;
  assert.equal(readingRules({ ...others, indexedFileBytes }).version, version);
});
