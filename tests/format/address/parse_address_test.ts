import fc from "fast-check";
import { deepEqual, equal, ok } from "node:assert/strict";
import type { Address } from "../../../contracts/addresses.ts";
import { RESERVED_ROUTES } from "../../../contracts/addresses.ts";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { formatAddress, parseAddress } from "../../../src/format/mod.ts";
import { refName, repoPath } from "../_arbitraries.ts";
import { HOSTS } from "../_hosts.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";

function parsed(text: string): Address {
  const result = parseAddress(text, HOSTS);
  ok(result.ok, `${text} is refused: ${result.ok || result.error.reason}`);
  return result.value;
}

function refusal(text: string): ErrorCode | null {
  const result = parseAddress(text, HOSTS);
  return result.ok ? null : result.error.code;
}

Deno.test("parseAddress() reads every form and formatAddress() writes the canonical one", async (t) => {
  // host, owner, repo, revision, path, canonical text when it differs
  const table: [string, [string, string, string, string | null, string], string?][] = [
    ["/gh/acme/library", ["gh", "acme", "library", null, ""]],
    ["/gh/acme/library@v1.2.0", ["gh", "acme", "library", "v1.2.0", ""]],
    ["/gh/acme/library@main/marketing", ["gh", "acme", "library", "main", "marketing"]],
    ["/gh/acme/library/marketing", ["gh", "acme", "library", null, "marketing"]],
    ["/gh/acme/library@release/1.2:", ["gh", "acme", "library", "release/1.2", ""]],
    ["/gh/acme/library@release/1.2:docs", ["gh", "acme", "library", "release/1.2", "docs"]],
    ["/gh/acme/library@main:", ["gh", "acme", "library", "main", ""], "/gh/acme/library@main"],
    ["/gh/acme/library@main:a/b", ["gh", "acme", "library", "main", "a/b"], "/gh/acme/library@main/a/b"],
    ["/gh/acme/library@main:a:b", ["gh", "acme", "library", "main", "a:b"]],
    ["/gh/acme/library@main/a:b", ["gh", "acme", "library", "main/a", "b"], "/gh/acme/library@main/a:b"],
    ["/gh/acme/library/a:b@c", ["gh", "acme", "library", null, "a:b@c"]],
    ["/gh/acme/library@user@2/x", ["gh", "acme", "library", "user@2", "x"]],
    ["/gh/acme/library%40v1%3Ax", ["gh", "acme", "library", "v1", "x"], "/gh/acme/library@v1/x"],
    ["/gh/Acme/Library@Main/Docs", ["gh", "acme", "library", "Main", "Docs"], "/gh/acme/library@Main/Docs"],
    ["/local/Acme/Library", ["local", "Acme", "Library", null, ""]],
    [
      `/gh/acme/library@${HASH.toUpperCase()}`,
      ["gh", "acme", "library", HASH, ""],
      `/gh/acme/library@${HASH}`,
    ],
    ["/gh/acme/library@0123abc", ["gh", "acme", "library", "0123abc", ""]],
    [`/gh/acme/library@${"a".repeat(64)}`, ["gh", "acme", "library", "a".repeat(64), ""]],
    [
      "/gh/acme/library/caf%c3%a9/setup guide",
      ["gh", "acme", "library", null, "café/setup guide"],
      "/gh/acme/library/caf%C3%A9/setup%20guide",
    ],
    ["/gh/acme/library/a%2523b", ["gh", "acme", "library", null, "a%23b"]],
    ["/gh/acme/library/%252e%252e/x", ["gh", "acme", "library", null, "%2e%2e/x"]],
    ["/gh/acme/library/x.well-known", ["gh", "acme", "library", null, "x.well-known"]],
    ["/gl/group/sub/repo", ["gl", "group/sub", "repo", null, ""]],
    ["/gl/group/sub/repo/-/docs/x", ["gl", "group/sub", "repo", null, "docs/x"]],
    ["/gl/group/repo:docs/x", ["gl", "group", "repo", null, "docs/x"], "/gl/group/repo/-/docs/x"],
    ["/gl/group/repo:", ["gl", "group", "repo", null, ""], "/gl/group/repo"],
    ["/gl/group/sub/repo@v1/docs", ["gl", "group/sub", "repo", "v1", "docs"]],
    ["/gl/group/sub/repo@feature/x:docs", ["gl", "group/sub", "repo", "feature/x", "docs"]],
    ["/gl/group/repo/-/a@b:c/-/d", ["gl", "group", "repo", null, "a@b:c/-/d"]],
    ["/gl/group/repo@v1/-/docs", ["gl", "group", "repo", "v1", "-/docs"]],
  ];
  for (const [text, [host, owner, repo, revision, path], canonical = text] of table) {
    await t.step(text, () => {
      const address = parsed(text);
      const ref = address.revision.kind === "default"
        ? null
        : address.revision.kind === "ref"
        ? address.revision.name
        : address.revision.hash;
      deepEqual([address.host, address.owner, address.repo, ref, address.path], [
        host,
        owner,
        repo,
        revision,
        path,
      ]);
      equal(formatAddress(address, HOSTS), canonical);
    });
  }
});

Deno.test("parseAddress() pins exactly 40 hex digits", () => {
  const kind = (ref: string) => parsed(`/gh/acme/library@${ref}`).revision.kind;
  equal(kind(HASH), "commit");
  equal(kind(HASH.slice(1)), "ref");
  equal(kind(HASH + "0"), "ref");
  equal(kind(HASH.replace("a", "g")), "ref");
});

Deno.test("parseAddress() refuses what the grammar does not allow", async (t) => {
  const table: [ErrorCode, string[]][] = [
    ["address.invalid", [
      "",
      "/",
      "gh/acme/library",
      "/gh",
      "/gh/",
      "/gh/acme",
      "/gh/acme/",
      "/gh//library",
      "//acme/library",
      "/gh/acme/@main",
      "/gh/acme/library?x=1",
      "/gh/acme/library#readme",
      "/gl/repo",
      "/gl/group/repo/",
      "/gl/group//repo",
      "/gl/group/@main",
      "/gl/group/-/repo/x",
    ]],
    ["address.too_long", [`/gh/acme/library/${"a".repeat(2048)}`, "/".repeat(100_000)]],
    ["address.encoding", [
      "/gh/acme/library/%",
      "/gh/acme/library/%zz",
      "/gh/acme/library/%ff",
      "/gh/acme/library/%c0%ae",
      "/gh/acme/library/%ed%a0%80",
      "/gh/acme%2Flibrary",
      "/gh/acme/library/a%2fb",
      "/gh/acme/library@a%2Fb",
      "/gh/acme/library/a%5Cb",
    ]],
    ["address.host_unknown", ["/xx/acme/library", "/GH/acme/library", "/g h/a/b", "/__proto__/a/b"]],
    [
      "address.owner_invalid",
      [
        "/gh/-acme/library",
        "/gh/ac_me/library",
        "/gh/acme@v1/library",
        "/gh/\u212Aelvin/library",
        "/local/../library",
        "/local/%2e%2e/library",
        "/gl/group/-/repo/x",
        "/gl/group/.well-known/index.json",
      ].filter((text) => text !== "/gl/group/-/repo/x"),
    ],
    ["address.repo_invalid", [
      "/gh/acme/library.git",
      "/gh/acme/library.GIT@main",
      "/gh/acme/library:docs",
      "/gh/acme/lib%00rary",
      "/gh/acme/..",
      "/local/acme/.well-known",
      "/gl/group/repo.git/-/docs",
    ]],
    ["address.ref_invalid", [
      "/gh/acme/library@",
      "/gh/acme/library@:docs",
      "/gh/acme/library@/docs",
      "/gh/acme/library@a..b",
      "/gh/acme/library@-x",
      "/gh/acme/library@x.lock",
      `/gh/acme/library@${"a".repeat(256)}`,
    ]],
    ["address.path_invalid", [
      "/gh/acme/library/",
      "/gh/acme/library@main/",
      "/gh/acme/library@a/b:/docs",
      "/gh/acme/library@a/b:docs/",
      "/gh/acme/library/docs//x",
      "/gh/acme/library/./docs",
      "/gh/acme/library/../docs",
      "/gh/acme/library/%2e%2e/x",
      "/gh/acme/library/..\\x",
      "/gh/acme/library/a%00b",
      "/gh/acme/library/a%E2%80%AEb",
      "/gh/acme/library/\ud800",
      "/gh/acme/library/.well-known",
      "/gh/acme/library@main/.well-known/skills/index.json",
      `/gh/acme/library/${"a".repeat(1025)}`,
      "/gl/group/repo/-/",
    ]],
  ];
  for (const [code, texts] of table) {
    for (const text of texts) await t.step(`${code}: ${text.slice(0, 60)}`, () => equal(refusal(text), code));
  }
});

Deno.test("parseAddress() knows no host that is a route", () => {
  const everything = new Map([...RESERVED_ROUTES].map((route) => [route, HOSTS.get("local")] as const));
  const hosts = new Map([...everything].flatMap(([key, rules]) => (rules ? [[key, rules] as const] : [])));
  for (const route of RESERVED_ROUTES) {
    const result = parseAddress(`/${route}/acme/library`, hosts);
    equal(result.ok ? null : result.error.code, "address.host_unknown");
  }
});

Deno.test("parseAddress() refuses an address whose canonical text would be too long to parse", () => {
  equal(refusal(`/gh/acme/library/${"é".repeat(330)}`), null);
  equal(refusal(`/gh/acme/library/${"é".repeat(400)}`), "address.too_long");
});

Deno.test("parseAddress() says what to do about common slips", () => {
  const hint = (text: string) => {
    const result = parseAddress(text, HOSTS);
    return result.ok ? null : result.error.hint;
  };
  equal(hint("/gh/acme/library.git"), 'Leave out ".git"');
  equal(hint("/gh/acme/library/"), 'Leave out the last "/"');
  equal(hint("/github.com/acme/library"), "The git hosts here are gh, local, gl");
});

const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "@",
    ":",
    "%",
    "%2F",
    "%40",
    "%3a",
    "..",
    ".git",
    "-",
    "/-/",
    "gh",
    "gl",
    "local",
    "\0",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const hostileText = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

Deno.test("parseAddress() never throws, and what it accepts formats to a text that parses to the same address", () => {
  const prefix = fc.constantFrom("", "/gh/acme/library", "/gl/group/sub/repo", "/local/A/b");
  fc.assert(
    fc.property(prefix, hostileText, (start, rest) => {
      const result = parseAddress(start + rest, HOSTS);
      if (!result.ok) return;
      const canonical = formatAddress(result.value, HOSTS);
      deepEqual(parsed(canonical), result.value);
      equal(formatAddress(parsed(canonical), HOSTS), canonical);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("formatAddress() round-trips every valid address", () => {
  const names = fc.constantFrom(
    { prefix: "/gh/acme/library", host: "gh" },
    { prefix: "/local/Acme/library-2", host: "local" },
    { prefix: "/gl/group/sub/repo", host: "gl" },
  );
  const hash = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 40, maxLength: 40 });
  const revision = fc.oneof(fc.constant(null), refName, hash);
  fc.assert(
    fc.property(names, revision, repoPath, ({ prefix }, ref, path) => {
      const base = parsed(
        ref === null ? prefix : `${prefix}@${encodeURIComponent(ref).replaceAll("%2F", "/")}:`,
      );
      const address = { ...base, path };
      deepEqual(parsed(formatAddress(address, HOSTS)), address);
    }),
    { numRuns: 2000 },
  );
});
