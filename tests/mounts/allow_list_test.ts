import assert from "node:assert/strict";
import type { HostKey, HostRules, HostTable } from "../../contracts/addresses.ts";
import { type AllowList, parseAllowList } from "../../src/mounts/mod.ts";
import { ANYONE, deployment } from "./_deployment.ts";

const RULES: HostRules = {
  ignoresCase: true,
  nestedOwners: false,
  owner: /^[a-z0-9-]{1,39}$/i,
  repo: /^[a-z0-9._-]{1,100}$/i,
};
const HOSTS: HostTable = new Map([
  ["gh", RULES],
  ["gl", { ...RULES, ignoresCase: false, nestedOwners: true }],
]);

function allowList(...entries: readonly string[]): AllowList {
  const parsed = parseAllowList(entries, HOSTS);
  assert(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

Deno.test("parseAllowList() allows a repository, or all of an owner, and nothing else", () => {
  const allowed = allowList("gh/Acme/library", "gl/group/sub/*", "gl/group/tools");
  const table: readonly (readonly [host: string, owner: string, repo: string, boolean])[] = [
    ["gh", "acme", "library", true],
    ["gh", "Acme", "Library", true],
    ["gh", "acme", "other", false],
    ["gh", "acm", "library", false],
    ["gl", "acme", "library", false],
    ["gl", "group/sub", "anything", true],
    ["gl", "group/sub/deeper", "anything", false],
    ["gl", "group", "sub", false],
    ["gl", "group", "tools", true],
    ["gl", "Group", "tools", false],
  ];
  for (const [host, owner, repo, expected] of table) {
    assert.equal(allowed(host as HostKey, owner, repo), expected, `${host}/${owner}/${repo}`);
  }
});

Deno.test("parseAllowList() names the entry that is no repository, and what is wrong with it", () => {
  const table: readonly (readonly [entry: string, says: RegExp])[] = [
    ["github/acme/library", /^"github\/acme\/library" names no repository: The git hosts here are gh, gl$/],
    ["gh/acme", /an owner and a repository are needed/],
    ["gh/*", /an owner and a repository are needed/],
    ["gh/ac_me/library", /an owner that the git host does not allow/],
    ["gh/acme/library.git", /Leave out "\.git"/],
    ["gh/acme/lib*", /a repository that the git host does not allow/],
    ["gh/*/library", /an owner that the git host does not allow/],
    ["gh/acme/library/docs", /is more than a repository/],
    ["gh/acme/library/*", /is more than a repository/],
    ["gl/group/tools/-/docs", /is more than a repository/],
    ["gh/acme/library?", /Write %3F/],
  ];
  for (const [entry, says] of table) {
    const parsed = parseAllowList(["gh/acme/library", entry], HOSTS);
    assert(!parsed.ok, entry);
    assert.match(parsed.error, says);
  }
});

Deno.test("open() refuses what is off the list without asking the host, and knows nothing of it", async () => {
  await using place = await deployment();
  const { open, mount } = place.process({ allowed: (_host, _owner, repo) => repo === "library" });
  assert.equal((await mount("/local/acme/library")).repository.name, "library");
  const asked = { ...place.asked };
  for (const address of ["/local/acme/other", "/local/acme/nothing@main/docs"]) {
    assert.deepEqual(await open(address), { ok: false, error: { code: "mount.not_allowed" } });
  }
  assert.deepEqual(place.asked, asked);
});

Deno.test("open() refuses a listed name that leads to a repository of another name", async () => {
  await using place = await deployment();
  const { fails } = place.process({ allowed: (_host, owner) => owner === "acme" });
  place.facts = { owner: "mallory" };
  assert.equal((await fails("/local/acme/library")).code, "mount.not_allowed");
});

Deno.test("open() says who opened the mount, also of one that was opened before", async () => {
  await using place = await deployment();
  const { mount } = place.process();
  assert.equal((await mount("/local/acme/library")).viewer, ANYONE);
  const other = { ...ANYONE };
  const { open } = place.process();
  const viewers = await Promise.all([ANYONE, other, ANYONE].map(async (viewer) => {
    const opened = await open("/local/acme/library", viewer);
    return opened.ok && opened.value.viewer;
  }));
  assert(viewers[0] === ANYONE && viewers[1] === other && viewers[2] === ANYONE);
});
