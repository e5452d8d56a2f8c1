import fc from "fast-check";
import { equal } from "node:assert/strict";
import {
  parseAddress,
  parseRepoPath,
  ROOT_PATH,
  type SkillUris,
  skillUris,
} from "../../../src/format/mod.ts";
import { repoPath } from "../_arbitraries.ts";
import { HOSTS } from "../_hosts.ts";
import { path } from "../_paths.ts";

function urisOf(text: string, rootSkillName: string | null = null): SkillUris {
  const parsed = parseAddress(text, HOSTS);
  if (!parsed.ok) throw new TypeError(`Cannot use "${text}" as an address`);
  const { host, owner, repo } = parsed.value;
  return skillUris([host, ...owner.split("/"), repo], rootSkillName);
}

const rootSkillName = fc.option(
  fc.constantFrom("pdf", "Code Review", "a/b", "..", ".", "", "100%", "é", "\\"),
);

Deno.test("skillUris() are the address without its ref, then the path", () => {
  const uris = urisOf("/gh/acme/library@v1/skills");
  equal(uris.of(path("skills/a/SKILL.md")), "skill://gh/acme/library/skills/a/SKILL.md");
  equal(uris.pathOf("skill://gh/acme/library/skills/a/SKILL.md"), "skills/a/SKILL.md");
  equal(urisOf("/gl/group/sub/repo").of(ROOT_PATH), "skill://gl/group/sub/repo");
  equal(urisOf("/gl/group/sub/repo").pathOf("skill://gl/group/sub/repo"), "");
});

Deno.test("skillUris() put every file of a repository with a root skill under its name", () => {
  const uris = urisOf("/gh/acme/library", "pdf");
  equal(uris.of(path("SKILL.md")), "skill://gh/acme/library/pdf/SKILL.md");
  equal(uris.of(path("docs/a.md")), "skill://gh/acme/library/pdf/docs/a.md");
  equal(uris.pathOf("skill://gh/acme/library/pdf/pdf/a.md"), "pdf/a.md");
  equal(uris.pathOf("skill://gh/acme/library/docs/a.md"), null);
  equal(uris.pathOf("skill://gh/acme/library"), null);
  equal(urisOf("/gh/acme/library", "Code Review").of(ROOT_PATH), "skill://gh/acme/library/Code%20Review");
});

Deno.test("skillUris() lend no directory from a name that cannot be one", () => {
  for (const name of ["", ".", "..", "a/b", "a\\b", "a\u202eb"]) {
    const uris = urisOf("/gh/acme/library", name);
    equal(uris.of(path("a.md")), "skill://gh/acme/library/a.md", name);
    equal(uris.pathOf("skill://gh/acme/library/a.md"), "a.md", name);
  }
});

Deno.test("skillUris() tell file names apart that look alike (case: file names)", () => {
  const names = ["setup guide.md", "setup%20guide.md", "café.md", "a#b.md", "q?.md"];
  const uris = urisOf("/gh/acme/library");
  equal(new Set(names.map((name) => uris.of(path(name)))).size, 5);
  for (const name of names) {
    equal(/[^!-~]/.test(uris.of(path(name))), false, name);
    equal(uris.pathOf(uris.of(path(name))), name);
  }
});

Deno.test("skillUris() read every spelling of a path, and decode it once", () => {
  const uris = urisOf("/gh/acme/library");
  const table = [
    ["skill://gh/acme/library/Q%26A.md", "Q&A.md"],
    ["skill://gh/acme/library/Q&A.md", "Q&A.md"],
    ["skill://gh/acme/library/caf%c3%a9.md", "café.md"],
    ["skill://gh/acme/library/café.md", "café.md"],
    ["skill://gh/%61cme/library/a.md", "a.md"],
    ["SKILL://gh/acme/library/a.md", "a.md"],
    ["skill://gh/acme/library/a%2520b.md", "a%20b.md"],
  ] as const;
  for (const [uri, expected] of table) equal(uris.pathOf(uri), expected, uri);
});

Deno.test("skillUris() refuse what names no path of the repository (case: traversal)", () => {
  const uris = urisOf("/gh/acme/library");
  const refused = [
    "",
    "skill://",
    "skill:/gh/acme/library/a.md",
    "file:///gh/acme/library/a.md",
    "skill://gh/acme",
    "skill://gh/acme/library2/a.md",
    "skill://gh/acme/other/a.md",
    "skill://gh/Acme/library/a.md",
    "skill://gh/acme/library/",
    "skill://gh/acme/library//",
    "skill://gh/acme/library//a.md",
    "skill://gh/acme/library/a/",
    "skill://gh/acme/library/../library/a.md",
    "skill://gh/acme/library/a/../b.md",
    "skill://gh/acme/library/a/%2e%2e/b.md",
    "skill://gh/acme/library/a%2fb.md",
    "skill://gh/acme/library/a%5Cb.md",
    "skill://gh/acme/library/a\\b.md",
    "skill://gh/acme/library/a%00.md",
    "skill://gh/acme/library/a\n.md",
    "skill://gh/acme/library/%ff.md",
    "skill://gh/acme/library/%zz.md",
    "skill://gh/acme/library/100%.md",
    "skill://gh/acme/library/a.md?x",
    "skill://gh/acme/library/a.md#x",
    `skill://gh/acme/library/${"a/".repeat(100_000)}b`,
  ];
  for (const uri of refused) equal(uris.pathOf(uri), null, uri.slice(0, 60));
});

Deno.test("skillUris() give every path one URI that reads back and that URL parsers leave alone", () => {
  fc.assert(fc.property(repoPath, repoPath, rootSkillName, (one, other, name) => {
    for (const address of ["/gh/acme/library", "/gl/group/sub/repo"]) {
      const uris = urisOf(address, name);
      equal(uris.pathOf(uris.of(one)), one);
      equal(uris.of(one) === uris.of(other), one === other);
      equal(new URL(uris.of(one)).href, uris.of(one));
    }
  }));
});

Deno.test("skillUris() never throw, and find only valid paths", () => {
  const uris = urisOf("/gh/acme/library");
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(fc.oneof(text, text.map((tail) => `skill://gh/acme/library/${tail}`)), (uri) => {
    const found = uris.pathOf(uri);
    if (found === null) return;
    equal(parseRepoPath(found).ok, true);
    equal(uris.pathOf(uris.of(found)), found);
  }));
});
