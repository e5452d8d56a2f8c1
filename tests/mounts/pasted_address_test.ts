import assert from "node:assert/strict";
import type { HostRules } from "../../contracts/addresses.ts";
import { pastedAddress } from "../../src/mounts/mod.ts";

const RULES: HostRules = {
  ignoresCase: true,
  nestedOwners: false,
  owner: /^[a-z0-9](?:[a-z0-9-]{0,38})$/,
  repo: /^[a-z0-9._-]{1,100}$/,
};
const PLACES = {
  hosts: new Map([
    ["local", RULES],
    ["gh", RULES],
    ["gl", { ...RULES, nestedOwners: true }],
    ["cb", RULES],
  ]),
  webUrls: new Map([
    ["gh", "https://github.com"],
    ["gl", "https://gitlab.example"],
    ["cb", "https://code.example/git"],
  ]),
};
const ORIGIN = "https://skills.example";

const UNDERSTOOD: Readonly<Record<string, string>> = {
  "https://github.com/Acme/Library": "/gh/acme/library",
  "  https://github.com/acme/library/  ": "/gh/acme/library",
  "<https://github.com/acme/library>": "/gh/acme/library",
  '"https://github.com/acme/library"': "/gh/acme/library",
  "http://github.com/acme/library": "/gh/acme/library",
  "https://www.github.com/acme/library": "/gh/acme/library",
  "github.com/acme/library": "/gh/acme/library",
  "https://github.com/acme/library.git": "/gh/acme/library",
  "git+https://github.com/acme/library.git": "/gh/acme/library",
  "git@github.com:acme/library.git": "/gh/acme/library",
  "ssh://git@github.com/acme/library.git": "/gh/acme/library",
  "git://github.com/acme/library.git": "/gh/acme/library",
  "https://github.com/acme/library?tab=readme-ov-file#install": "/gh/acme/library",
  "https://github.com/acme/library/tree/main": "/gh/acme/library@main",
  "https://github.com/acme/library/tree/main/marketing/": "/gh/acme/library@main/marketing",
  "https://github.com/acme/library/tree/v1.2/a%20b": "/gh/acme/library@v1.2/a%20b",
  "https://github.com/acme/library/issues/7": "/gh/acme/library",
  "https://gitlab.example/group/sub/library": "/gl/group/sub/library",
  "https://gitlab.example/group/sub/library/-/tree/main/docs": "/gl/group/sub/library@main/docs",
  "https://code.example/git/acme/library/src/branch/main/docs": "/cb/acme/library@main/docs",
  "acme/library": "/gh/acme/library",
  "acme/library@v1": "/gh/acme/library@v1",
  "acme/library/marketing": "/gh/acme/library/marketing",
  "/gh/acme/library": "/gh/acme/library",
  "gh/acme/library@release/1.2:docs": "/gh/acme/library@release/1.2:docs",
  "local/examples/library": "/local/examples/library",
  "https://skills.example/gh/acme/library": "/gh/acme/library",
  "https://skills.example/gh/acme/library?skill=a/SKILL.md": "/gh/acme/library",
  "https://elsewhere.example/gh/acme/library": "/gh/acme/library",
  "skill://gh/acme/library/marketing/skills/ad-copy/SKILL.md": "/gh/acme/library",
};

Deno.test("pastedAddress() understands what people paste", () => {
  for (const [text, address] of Object.entries(UNDERSTOOD)) {
    const found = pastedAddress(text, ORIGIN, PLACES);
    assert.equal(found.ok ? found.value.address : found.error.code, address, text);
  }
});

Deno.test("pastedAddress() leads to a file from the root of its repository", () => {
  for (
    const text of [
      "https://github.com/acme/library/blob/main/skills/a/SKILL.md",
      "https://github.com/acme/library/raw/main/skills/a/SKILL.md",
      "https://gitlab.example/acme/library/-/blob/main/skills/a/SKILL.md#L3",
      "https://code.example/git/acme/library/src/branch/main/skills/a/SKILL.md",
    ]
  ) {
    const found = pastedAddress(text, ORIGIN, PLACES);
    assert(found.ok, text);
    assert.match(found.value.address, /\/acme\/library@main$/);
    assert.equal(found.value.file, "skills/a/SKILL.md");
  }
});

Deno.test("pastedAddress() refuses the rest with a reason and what to do", () => {
  for (
    const [text, code] of Object.entries({
      "": "address.invalid",
      "   ": "address.invalid",
      "nonsense": "address.invalid",
      "a few words": "address.invalid",
      "https://evil.example/acme/library": "address.host_unknown",
      "https://github.com": "address.invalid",
      "https://github.com/acme": "address.invalid",
      "javascript:alert(1)": "address.invalid",
      "/gh/acme/../x": "address.repo_invalid",
      "gh/acme/library@..": "address.ref_invalid",
      "https://github.com/acme/%2e%2e": "address.invalid",
      [`acme/${"x".repeat(5000)}`]: "address.too_long",
      "acme/a\u202Eb": "address.repo_invalid",
    })
  ) {
    const found = pastedAddress(text, ORIGIN, PLACES);
    assert(!found.ok, text);
    assert.equal(found.error.code, code, text);
  }
  const nothing = pastedAddress("", ORIGIN, PLACES);
  assert(!nothing.ok && nothing.error.hint !== undefined && nothing.error.reason !== undefined);
});

Deno.test("pastedAddress() takes a bare name for the one host there is", () => {
  const local = { hosts: new Map([["local", RULES]]), webUrls: new Map() };
  const found = pastedAddress("acme/library", null, local);
  assert(found.ok && found.value.address === "/local/acme/library");
  const refused = pastedAddress("https://github.com/acme/library", null, local);
  assert(!refused.ok && refused.error.code === "address.host_unknown");
  assert(!pastedAddress("acme/library", null, { hosts: new Map(), webUrls: new Map() }).ok);
});
