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

Deno.test("adminArguments() shows how it is used when it does not understand, and ends with 2", () => {
  const misused = [
    "",
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
    const parsed = adminArguments(line.split(" ").filter((word) => word !== ""));
    assert(!parsed.ok, line);
    assert.deepEqual([parsed.error.code, parsed.error.out], [2, ""], line);
    assert(parsed.error.err.startsWith("Usage: deno task admin trust list"));
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
