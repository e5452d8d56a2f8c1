import fc from "fast-check";
import type { Files } from "../../support/snapshot_of.ts";

/** Names whose order is another with a "/" behind them, and characters that UTF-8 and UTF-16 order differently. */
const NAMES = ["a", "a-b", "a.b", "a b", "b", "nested", "\u{1F600}", "\uFB00", "z"];

const FILES = [
  "SKILL.md",
  "SKILLCDN.md",
  "README.md",
  "LICENSE",
  "a.md",
  "a-b.md",
  "x.json",
  "b.bin",
  "skill.md",
];

const path = fc.tuple(fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }), fc.constantFrom(...FILES))
  .map(([directories, file]) => [...directories, file].join("/"));

const skill = fc.tuple(
  fc.constantFrom("a", "b", "nested", "a-b", "Not A Name"),
  fc.boolean(),
  fc.boolean(),
  fc.nat(3),
)
  .map(([name, isValid, isInternal, links]) =>
    `---\nname: ${name}\n${isValid ? "description: Does what it does\n" : ""}` +
    `${isInternal ? "metadata:\n  internal: true\n" : ""}---\n# ${name}\n` +
    "See [a](a.md), [b](missing.md).\n".repeat(links)
  );

const content = fc.oneof(
  skill,
  fc.constantFrom("# Title\n\nA first paragraph.\n", "", "{}", "All rights reserved."),
  fc.constant("---\nname: Folder\ndescription: What is in it\nexclude: [b]\n---\n"),
  fc.constant("version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 12345\n"),
  fc.uint8Array({ maxLength: 20 }),
);

/** Trees of files in which no path is a file and a directory. */
export const trees: fc.Arbitrary<Files> = fc.dictionary(path, content, { maxKeys: 40 }).map((files) =>
  Object.fromEntries(
    Object.entries(files).filter(([one]) => !Object.keys(files).some((other) => other.startsWith(`${one}/`))),
  )
);
