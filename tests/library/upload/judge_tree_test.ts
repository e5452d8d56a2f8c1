import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeTree } from "../../../src/library/mod.ts";
import { bytesOf } from "./_forms.ts";

const BLOCKED = new Set(["exe", "dll", "lnk"]);

function judge(files: Readonly<Record<string, string | Uint8Array>>, blocked = BLOCKED) {
  return judgePairs(Object.entries(files), blocked);
}

function judgePairs(pairs: readonly (readonly [string, string | Uint8Array])[], blocked = BLOCKED) {
  const sent = pairs.map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? bytesOf(content) : content,
  }));
  return judgeTree(sent, blocked);
}

function pathsOf(files: Readonly<Record<string, string>>) {
  const judged = judge(files);
  assert(judged.ok, JSON.stringify(judged));
  return judged.value.files.map(({ path }) => path);
}

function failureOf(judged: ReturnType<typeof judge>) {
  assert(!judged.ok, "it was taken");
  return judged.error;
}

function flawsOf(judged: ReturnType<typeof judge>) {
  const { code, problems = [] } = failureOf(judged);
  assert.equal(code, "skill.invalid");
  return problems.map(({ path, code }) => `${path}: ${code}`);
}

Deno.test("judgeTree() takes off one top directory that all files share, and no more", () => {
  assert.deepEqual(pathsOf({ "s/SKILL.md": "", "s/scripts/a.py": "" }), ["SKILL.md", "scripts/a.py"]);
  assert.deepEqual(pathsOf({ "s/t/SKILL.md": "", "s/t/a.py": "" }), ["t/SKILL.md", "t/a.py"]);
  assert.deepEqual(pathsOf({ "SKILL.md": "", "s/a.py": "" }), ["SKILL.md", "s/a.py"]);
  assert.deepEqual(pathsOf({ "s/SKILL.md": "", "st/a.py": "" }), ["s/SKILL.md", "st/a.py"]);
  assert.deepEqual(pathsOf({}), []);
});

Deno.test("judgeTree() leaves out what macOS adds, and says so", () => {
  const judged = judge({ "s/SKILL.md": "", "__MACOSX/s/._SKILL.md": "", "s/.DS_Store": "", "._s": "" });
  assert(judged.ok);
  assert.deepEqual(judged.value.files.map(({ path }) => path), ["SKILL.md"]);
  assert.deepEqual(judged.value.ignored.map(({ path }) => path), [
    "__MACOSX/s/._SKILL.md",
    "s/.DS_Store",
    "._s",
  ]);
});

Deno.test("judgeTree() refuses paths that leave the tree or are none", () => {
  for (
    const path of [
      "../x",
      "a/../../x",
      "/etc/passwd",
      "a//b",
      "a\\b",
      "./x",
      "x/",
      "",
      "a\u0000b",
      "a\u202eb",
    ]
  ) {
    assert.deepEqual(flawsOf(judge({ [path]: "", "SKILL.md": "" })), [`${path}: path_invalid`]);
  }
  const long = "a/".repeat(600);
  assert.deepEqual(flawsOf(judge({ [`${long}b`]: "" })), [`${long}b: path_invalid`]);
});

Deno.test("judgeTree() refuses names that Windows cannot hold", () => {
  for (
    const path of ["aux.md", "references/con.txt", "x.", "y ", "NUL", "a/com1.tar.gz", "a:b", "what?.md"]
  ) {
    assert.deepEqual(flawsOf(judge({ [path]: "", "SKILL.md": "" })), [`${path}: name_not_portable`]);
  }
  assert.deepEqual(pathsOf({ "SKILL.md": "", "auxiliary.md": "", "com10.md": "" }).length, 3);
});

Deno.test("judgeTree() names both of two files that a disk takes for one", () => {
  const alike = judge({ "references/A.md": "", "references/a.md": "", "SKILL.md": "" });
  assert.deepEqual(flawsOf(alike), [
    "references/a.md: name_not_portable",
    "references/A.md: name_not_portable",
  ]);
  assert.equal(flawsOf(judge({ "\u00e9.md": "", "e\u0301.md": "" })).length, 2);
});

Deno.test("judgeTree() refuses two files of one path, and a file where a directory is", () => {
  const twice = judgePairs([["x.py", "1"], ["x.py", "2"], ["SKILL.md", ""]]);
  assert.deepEqual(flawsOf(twice), ["x.py: path_repeated"]);
  assert.deepEqual(flawsOf(judge({ "a": "", "A/b/c.md": "" })), ["a: path_repeated"]);
});

Deno.test("judgeTree() holds files to their limits and says which", () => {
  const large = new Uint8Array(2 * 1024 * 1024 + 1);
  const named = failureOf(judge({ "SKILL.md": "", "big.bin": large }));
  assert.deepEqual([named.code, named.path, named.size], ["publish.too_large", "big.bin", large.length]);
  const all = Array.from({ length: 8 }, (_, at) => [`${at}.bin`, large.subarray(1)] as const);
  assert(judgePairs(all).ok);
  assert.equal(failureOf(judgePairs([...all, ["one.md", "1"]])).code, "publish.too_large");
  const many = Array.from({ length: 512 }, (_, at) => [`${at}.md`, ""] as const);
  assert(judgePairs(many).ok);
  assert.equal(failureOf(judgePairs([...many, ["one.md", ""]])).code, "publish.too_large");
});

Deno.test("judgeTree() refuses blocked types in any spelling, and programs under any name", () => {
  const program = Uint8Array.of(0x4d, 0x5a, ...new Array<number>(80).fill(0));
  const refused: readonly (readonly [string, string | Uint8Array])[] = [
    ["bin/tool.exe", "text"],
    ["Tool.EXE", ""],
    ["a.b.dll", ""],
    ["notes.md", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2)],
    ["icon.png", program],
    ["x", Uint8Array.of(0xcf, 0xfa, 0xed, 0xfe)],
    ["y", Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2)],
    ["z.txt", "!<arch>\ndebian-binary   "],
  ];
  for (const [path, content] of refused) {
    const failure = failureOf(judge({ "SKILL.md": "", [path]: content }));
    assert.deepEqual([failure.code, failure.path], ["publish.blocked_file", path]);
  }
  const taken = {
    "exe": "",
    "MZ.md": "MZ is how it starts, and it goes on as text for a good while longer than that, to be sure.",
  };
  assert(judge({ "SKILL.md": "", ...taken }).ok);
  assert(judge({ "SKILL.md": "", "tool.exe": program }, new Set()).ok, "where nothing is blocked");
});

Deno.test("judgeTree() keeps every byte of what it takes, in path order, under paths that stay in the tree", () => {
  const segment = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._ -]{1,6}$/),
    fc.constantFrom("..", ".", "", "a", "con"),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join("/"));
  const pairs = fc.array(fc.tuple(path, fc.uint8Array({ maxLength: 20 })), { maxLength: 8 });
  fc.assert(fc.property(pairs, (sent) => {
    const judged = judgePairs(sent);
    if (!judged.ok) return;
    const paths: readonly string[] = judged.value.files.map(({ path }) => path);
    assert.deepEqual(paths, [...paths].sort());
    assert.equal(new Set(paths).size, paths.length);
    assert.equal(paths.length + judged.value.ignored.length, sent.length);
    for (const { path, bytes } of judged.value.files) {
      assert(!/^\/|(?:^|\/)\.{0,2}(?:\/|$)/.test(path), path);
      assert(sent.some(([from, given]) => from.endsWith(path) && Buffer.compare(given, bytes) === 0));
    }
  }));
});
