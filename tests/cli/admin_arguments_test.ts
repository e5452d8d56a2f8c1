import assert from "node:assert/strict";
import { type AdminArguments, adminArguments } from "../../src/cli/mod.ts";

const ADDRESS = "/gh/acme/library";

const KEY: AdminArguments = {
  command: "key create",
  account: "acme",
  isCatalog: false,
  writes: false,
  skills: [],
  days: null,
  label: "",
};

Deno.test("adminArguments() takes every command with what belongs to it", () => {
  const table: readonly (readonly [string, AdminArguments])[] = [
    ["trust list", { command: "trust list" }],
    [`trust block ${ADDRESS}`, { command: "trust", action: "block", address: ADDRESS }],
    ["list", { command: "list", isJson: false }],
    ["list --json", { command: "list", isJson: true }],
    ["--json queue", { command: "queue", isJson: true }],
    [`retry ${ADDRESS}`, { command: "retry", address: ADDRESS }],
    ["retry --all", { command: "retry", address: null }],
    [`refresh ${ADDRESS}`, { command: "refresh", address: ADDRESS }],
    [`purge ${ADDRESS}`, { command: "purge", address: ADDRESS }],
    ["collect", { command: "collect" }],
    ["catalog rebuild", { command: "catalog rebuild" }],
    ["compact", { command: "compact" }],
    ["backup /backups/one.sqlite", { command: "backup", path: "/backups/one.sqlite" }],
    ["key create acme", KEY],
    ["key create --write acme --days 30", { ...KEY, writes: true, days: 30 }],
    ["key create acme --catalog --label Mirror", { ...KEY, isCatalog: true, label: "Mirror" }],
    ["key create acme --skill a --skill beta/b", { ...KEY, skills: ["a", "beta/b"] }],
    ["key list acme --json", { command: "key list", account: "acme", isJson: true }],
    ["key revoke acme abcd", { command: "key revoke", account: "acme", lastFour: "abcd" }],
  ];
  for (const [line, value] of table) {
    assert.deepEqual(adminArguments(line.split(" ")), { ok: true, value }, line);
  }
});

Deno.test("adminArguments() says what it does not understand, or how the command is used, and ends with 2", () => {
  const misused = [
    "key",
    "key create",
    "key create acme beta",
    "key create acme --write --catalog",
    "key create acme --days soon",
    "key create acme --skill ../x",
    "key create acme --json",
    "key list",
    "key list acme --write",
    "key revoke acme",
    "key make acme",
    "trust",
    "trust list /gh/acme/library",
    "trust verify",
    "trust remove /gh/acme/library",
    "trust verify /gh/acme/library /gh/acme/other",
    "trust list --json",
    "list /gh/acme/library",
    "list --all",
    "retry",
    "retry --all /gh/acme/library",
    "refresh",
    "purge",
    "purge /gh/acme/library /gh/acme/other",
    "purge --all",
    "collect now",
    "catalog",
    "catalog rebuild now",
    "backup",
    "compact --json",
    "remove /gh/acme/library",
    "list --jsno",
  ];
  for (const line of misused) {
    const parsed = adminArguments(line.split(" "));
    assert(!parsed.ok, line);
    assert.deepEqual([parsed.error.code, parsed.error.out], [2, ""], line);
    const [first = ""] = line.split(" ");
    const start = new RegExp(
      `^(Usage: deno task admin \\S*${first}|Cannot use "\\S+" after "deno task admin)`,
    );
    assert.match(parsed.error.err, start);
  }
  const nothing = adminArguments([]);
  assert(!nothing.ok);
  assert(nothing.error.err.startsWith("Usage: deno task admin trust list\n"));
  assert.equal(nothing.error.code, 2);
});

Deno.test("adminArguments() names the unknown word and the nearest, and of a known command its use alone", () => {
  const help = "deno task admin --help";
  const table = [
    ["lst", `Cannot use "lst" after "deno task admin": did you mean "list"? ${help} names what there is`],
    [
      "verify /gh/acme/library",
      `Cannot use "verify" after "deno task admin": did you mean "trust verify"? ${help} names what there is`,
    ],
    [
      "trust remove /gh/acme/library",
      `Cannot use "remove" after "deno task admin trust": it takes list, verify, feature, block, clear; see ${help}`,
    ],
    [
      "--json key crate acme",
      `Cannot use "crate" after "deno task admin key": did you mean "create"? ${help} names what there is`,
    ],
    [
      "key create acme --dayz 3",
      `Cannot use "--dayz" after "deno task admin key create": did you mean "--days"? ${help} names what there is`,
    ],
    [
      "account plan acme gold",
      `Cannot use "gold" after "deno task admin account plan acme": it takes publisher, team; see ${help}`,
    ],
    ["retry", `Usage: deno task admin retry <address>|--all\n${help} says what it does`],
    [
      "account delete acme --global never",
      `Cannot use "never" after "deno task admin account delete --global": it takes keep, remove; see ${help}`,
    ],
  ] as const;
  for (const [line, err] of table) {
    const parsed = adminArguments(line.split(" "));
    assert(!parsed.ok, line);
    assert.equal(parsed.error.err, err);
  }
});

Deno.test("adminArguments() shows how it is used when asked to, and ends with 0", () => {
  for (const line of ["--help", "-h", "list --help", "purge --help", "trust --help"]) {
    const parsed = adminArguments(line.split(" "));
    assert(!parsed.ok, line);
    assert.deepEqual([parsed.error.code, parsed.error.err], [0, ""], line);
    assert(parsed.error.out.startsWith("Usage: "));
  }
});
