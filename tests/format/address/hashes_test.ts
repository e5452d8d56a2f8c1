import { equal } from "node:assert/strict";
import { gitBlobHash, parseBlobHash, parseCommitHash } from "../../../src/format/mod.ts";

Deno.test("gitBlobHash() is git's own hash of a file", () => {
  // The first two are printed by `git hash-object`.
  equal(gitBlobHash(new Uint8Array()), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  equal(gitBlobHash(new TextEncoder().encode("hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a");
  equal(parseBlobHash(gitBlobHash(new Uint8Array([0, 255]))).ok, true);
});

Deno.test("parseCommitHash() and parseBlobHash() take 40 lowercase hex digits and nothing else", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  for (const parse of [parseCommitHash, parseBlobHash]) {
    equal(parse(hash).ok, true);
    for (
      const text of ["", hash.toUpperCase(), hash.slice(1), hash + "0", hash + "\n", "g" + hash.slice(1)]
    ) {
      equal(parse(text).ok, false, text);
    }
  }
});
