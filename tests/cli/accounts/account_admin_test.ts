import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { adminArguments } from "../../../src/cli/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { err, out, stage } from "./_account_admin.ts";

const ADA = { id: "gh/7" as PersonId, host: "gh" as HostKey, login: "Ada" };

Deno.test(
  verifies(
    ["name.slug_reserved", "name.slug_lookalike"],
    "names of routes, of hosts and of what looks like another are no accounts, but by the operator's --force the last",
  ),
  async () => {
    using at = await stage();
    for (const name of ["api", "skills", "gh", "sets", "install"]) {
      assert.deepEqual(
        await at.admin(`account create ${name}`),
        err(`The name cannot be had: "${name}" is reserved: Choose another`),
      );
    }
    assert.deepEqual(await at.admin("account create acme"), out("acme  organisation  publisher  active"));
    for (const name of ["acrne", "a-cme", "acm-e"]) {
      assert.deepEqual(
        await at.admin(`account create ${name}`),
        err(`The name cannot be had: "${name}" looks like "acme": Choose another`),
      );
    }
    assert.equal((await at.admin("account create acrne --force")).code, 0);
    assert.equal((await at.admin("account create skills --force")).code, 1);
    assert.equal((await at.admin("account create acme --force")).code, 1);
  },
);

Deno.test("the operator changes what an account may use and whether it works, and sees what was changed", async () => {
  using at = await stage();
  await at.admin("account create acme");
  const lines = [
    ["account plan ACME team", "acme  organisation  team  active"],
    ["account verify acme", "acme  organisation  team  verified  active"],
    ["account limit acme calls-per-day 1000", "acme  organisation  team  verified  active"],
    ["account unverify acme", "acme  organisation  team  active"],
    ["account rename acme acme-labs", "acme-labs  organisation  team  active"],
    [
      "account suspend acme sends spam",
      "acme-labs  organisation  team  suspended since 2030-01-01T00:00:00.000Z: sends spam",
    ],
    ["account resume acme", "acme-labs  organisation  team  active"],
    [
      "account delete acme --global remove",
      "acme-labs  organisation  team  gone at 2030-01-08T00:00:00.000Z, its global skills too",
    ],
    ["account keep acme", "acme-labs  organisation  team  active"],
  ] as const;
  for (const [line, text] of lines) assert.deepEqual(await at.admin(line), out(text), line);
  const shown = (await at.admin("account show acme")).out.split("\n");
  assert.match(shown[1] ?? "", /^ {2}id \S+, made 2030-01-01T00:00:00.000Z$/);
  assert.deepEqual(shown.slice(2), [
    "  called before: acme",
    "  callsPerDay 1000, keys 50, versionsPerHour 60, storedBytes 21474836480, ownSkills 2000, libraryItems 2000",
  ]);
  const audit = (await at.admin("audit acme")).out.split("\n");
  assert.equal(audit.length, 10);
  assert.equal(audit[0], "2030-01-01T00:00:00.000Z  operator  account.create  acme  - -> acme");
  assert.equal(audit[5], "2030-01-01T00:00:00.000Z  operator  account.rename  acme  acme -> acme-labs");
  const { account, entries } = JSON.parse((await at.admin("audit acme --json")).out);
  assert.deepEqual([account, entries.length, entries[0].at], ["acme-labs", 10, "2030-01-01T00:00:00.000Z"]);
  assert.deepEqual(await at.admin("account show nobody"), err('There is no account "nobody"'));
  assert.deepEqual(await at.admin("name reserve brand"), out("brand is reserved, and what looks like it"));
  assert.equal((await at.admin("account create b-rand")).code, 1);
  assert.deepEqual(await at.admin("name free brand"), out("brand can be had again"));
});

Deno.test("a sign-in link is for an account that there is, where people sign in", async () => {
  using at = await stage();
  await at.admin("account create acme");
  const link = out("https://account.example/sign-in/link/li_acme");
  assert.deepEqual(await at.admin("account sign-in-link acme"), link);
  assert.deepEqual(await at.admin("sign-in-link ACME"), link);
  assert.deepEqual(await at.admin("sign-in-link nobody"), err('There is no account "nobody"'));
  using off = await stage({ signInLink: null, addressKeys: null });
  await off.admin("account create acme");
  for (const line of ["sign-in-link acme", "address-key list"]) {
    assert.match((await off.admin(line)).err, /set AUTH_SECRET and PUBLIC_URL/);
  }
});

Deno.test("a person is revoked by what they are called, with everything that acts for them", async () => {
  using at = await stage();
  const { accounts: [account = assert.fail()] } = await at.accounts.signedIn(ADA);
  const session = "s".repeat(64) as Parameters<typeof at.sessions.start>[0];
  await at.sessions.start(session, { person: ADA.id, startedAt: 0, seenAt: at.clock.now() });
  await at.permissions.keepTokens(ADA.id, { sealed: "x", expiresAt: null, lease: null }, null);
  await at.stores.grants.saveCode(session, {
    client: "dc_1" as ClientId,
    clientName: null,
    person: ADA.id,
    account,
    audience: "https://skills.example" as Parameters<typeof at.stores.grants.saveCode>[1]["audience"],
    scope: "repo:read",
    grant: "g" as Parameters<typeof at.stores.grants.saveCode>[1]["grant"],
    redirectUri: "https://app.example/cb" as Parameters<typeof at.stores.grants.saveCode>[1]["redirectUri"],
    challenge: "c",
    expiresAt: at.clock.now() + 60_000,
    isUsed: false,
  });
  assert.deepEqual(await at.admin("person revoke gh:nobody"), err('Nobody called "gh:nobody" has signed in'));
  assert.deepEqual(await at.admin("person revoke ada"), err('Nobody called "ada" has signed in'));
  assert.equal(
    (await at.admin("person revoke gh:ADA")).out.split("\n")[0],
    "Ended all sessions of gh:ADA, 0 grants and 1 key",
  );
  assert.equal(await at.sessions.session(session), null);
  assert.equal(await at.permissions.tokens(ADA.id), null);
  assert.equal(await at.stores.grants.code(session), null);
  assert.deepEqual(at.revokedKeys, [`${account} ${ADA.id}`]);
  assert.deepEqual((await at.stores.people.person(ADA.id))?.accounts, [account]);
});

Deno.test("an app is revoked by its id, once", async () => {
  using at = await stage();
  const client = `dc_${"a".repeat(32)}` as ClientId;
  const metadata = { name: "App", redirectUris: [], authentication: "none", secretDigest: null } as const;
  await at.clients.register(client, { ...metadata, registeredAt: at.clock.now() });
  assert.match((await at.admin(`client revoke ${client}`)).out, /^Ended 0 grants of the app/);
  assert.equal(await at.clients.find(client), null);
  assert.deepEqual(await at.admin(`client revoke ${client}`), err("Nothing is known of that app"));
  assert.match((await at.admin("client revoke nonsense")).err, /is no id of an app/);
});

Deno.test("a key of the operator's is shown once, listed by its end, and revoked by it", async () => {
  using at = await stage();
  const made = await at.admin("address-key create gh/Acme/library --days 2");
  const key = made.out;
  assert.match(key, /^ak_live_[0-9A-Za-z]{38}$/);
  assert.deepEqual(
    await at.admin("address-key list"),
    out(`ak_live_…${key.slice(-4)}  /gh/acme/library  made 2030-01-01  until 2030-01-03`),
  );
  assert.match((await at.admin("address-key create nonsense")).err, /^The address/);
  assert.equal((await at.admin("address-key create gh/acme/library --days 400")).code, 1);
  assert.equal((await at.admin("address-key revoke ....")).code, 1);
  assert.deepEqual(
    await at.admin(`address-key revoke ${key}`),
    out(`ak_live_…${key.slice(-4)} opens nothing any more`),
  );
  assert.deepEqual(await at.admin("address-key list"), out("There is no key of the operator's"));
});

Deno.test("adminArguments() shows how it is used for what it does not understand about accounts", () => {
  const misused = [
    "account",
    "account create",
    "account create acme other",
    "account create acme --global keep",
    "account show acme --force",
    "account plan acme gold",
    "account plan acme",
    "account limit acme calls 5",
    "account limit acme keys unlimited",
    "account limit acme keys -1",
    "account limit acme keys",
    "account rename acme",
    "account suspend acme",
    "account delete acme --global some",
    "account remove acme",
    "name acme",
    "name reserve",
    "audit",
    "audit acme other",
    "skill",
    "skill flag acme/x",
    "skill flag acme steals",
    "skill flag acme/x/y steals",
    "skill flag /x steals",
    "skill unflag acme/x steals",
    "skill release acme/x",
    "skill release acme/x 1.0.0 1.0.1",
    "skill remove-version acme/x",
    "skill remove acme/x 1.0.0",
    "skill unflag acme/x --force",
    "person revoke",
    "person gh:ada",
    "client revoke",
    "address-key",
    "address-key create",
    "address-key create gh/acme/library --days many",
    "address-key list all",
    "address-key revoke",
    "sign-in-link",
    "account create acme --jsno",
  ];
  for (const line of misused) {
    const parsed = adminArguments(line.split(" "));
    assert(!parsed.ok, line);
    assert.deepEqual([parsed.error.code, parsed.error.out], [2, ""], line);
  }
});
