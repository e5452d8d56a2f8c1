import { equal } from "node:assert/strict";
import fc from "fast-check";
import { ROOT_PATH, skillUri } from "../../src/format/mod.ts";
import { repoPath } from "./_arbitraries.ts";
import { HOSTS } from "./_hosts.ts";
import { path } from "./_paths.ts";
import { parseAddress } from "../../src/format/mod.ts";

function address(text: string) {
  const parsed = parseAddress(text, HOSTS);
  if (!parsed.ok) throw new TypeError(`Cannot use "${text}" as an address`);
  return parsed.value;
}

Deno.test("skillUri() is the address without its ref, then the path", () => {
  equal(
    skillUri(address("/gh/acme/library@v1/skills"), null, path("skills/a/SKILL.md")),
    "skill://gh/acme/library/skills/a/SKILL.md",
  );
  equal(skillUri(address("/gl/group/sub/repo"), null, ROOT_PATH), "skill://gl/group/sub/repo");
});

Deno.test("skillUri() puts every file of a repository with a root skill under its name", () => {
  const library = address("/gh/acme/library");
  equal(skillUri(library, "pdf", path("SKILL.md")), "skill://gh/acme/library/pdf/SKILL.md");
  equal(skillUri(library, "pdf", path("docs/a.md")), "skill://gh/acme/library/pdf/docs/a.md");
  equal(skillUri(library, "Code Review", ROOT_PATH), "skill://gh/acme/library/Code%20Review");
});

Deno.test("skillUri() tells file names apart that look alike (case: file names)", () => {
  const names = ["setup guide.md", "setup%20guide.md", "café.md", "a#b.md", "q?.md"];
  const uris = names.map((name) => skillUri(address("/gh/acme/library"), null, path(name)));
  equal(new Set(uris).size, 5);
  for (const [index, uri] of uris.entries()) {
    equal(/[^!-~]/.test(uri), false, uri);
    equal(decodeURIComponent(new URL(uri).pathname.split("/").at(-1) ?? ""), names[index]);
  }
});

Deno.test("skillUri() gives every path its own URI", () => {
  const library = address("/gh/acme/library");
  fc.assert(fc.property(repoPath, repoPath, (one, other) => {
    equal(skillUri(library, null, one) === skillUri(library, null, other), one === other);
  }));
});
