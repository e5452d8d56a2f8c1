import fc from "fast-check";
import type { RefName, RepoPath } from "../../contracts/addresses.ts";
import { parseRefName, parseRepoPath } from "../../src/format/mod.ts";

const wordCharacters = [..."abcXYZ019-_.~ %@:+&=(){}'!,;$*#?é漢🙂"];

const word = fc.string({ unit: fc.constantFrom(...wordCharacters), minLength: 1, maxLength: 8 });

/** Valid repository paths, the root among them, dense in characters that mean something in an address. */
export const repoPath: fc.Arbitrary<RepoPath> = fc.array(word, { maxLength: 4 })
  .map((segments) => parseRepoPath(segments.join("/")))
  .filter((parsed) => parsed.ok)
  .map((parsed) => parsed.value);

/** Valid ref names, one level and more. */
export const refName: fc.Arbitrary<RefName> = fc.array(word, { minLength: 1, maxLength: 3 })
  .map((components) => parseRefName(components.join("/")))
  .filter((parsed) => parsed.ok)
  .map((parsed) => parsed.value);
