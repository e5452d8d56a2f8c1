import assert from "node:assert/strict";
import { parseQuery } from "../../../src/search/words/mod.ts";

Deno.test("parseQuery() leaves filler words out, unless there is nothing else", () => {
  const words = (query: string) =>
    parseQuery(query).words.filter(({ kind }) => kind === "word").map(({ terms: [term] }) => term);
  assert.deepEqual(words("how do I test a Solidity contract?"), ["test", "solidity", "contract"]);
  assert.deepEqual(words("how to"), ["how", "to"]);
  assert.deepEqual(words("test TEST Test"), ["test"]);
  assert.deepEqual(words("?!"), []);
});

Deno.test("parseQuery() takes compounds and neighbours for one word as well", () => {
  const { words, whole } = parseQuery("spring boot e-mail");
  const of = (kind: string) => words.filter((word) => word.kind === kind).map(({ terms: [term] }) => term);
  assert.deepEqual(of("compound"), ["email"]);
  assert.deepEqual(of("pair"), ["springboot", "boote"]);
  assert.equal(whole, "springbootemail");
});
