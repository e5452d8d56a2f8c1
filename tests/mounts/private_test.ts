/** What is not public: who is shown it, and that nothing learnt for one is told to another. */
import { digestOf } from "../../src/auth/mod.ts";
import assert from "node:assert/strict";
import type { Permissions, Permit } from "../../contracts/auth/permission.ts";
import type { AccountId, Asker, Audience, GrantId, PersonId, Viewer } from "../../contracts/auth/viewer.ts";
import type { HostFailure } from "../../contracts/git_host.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { failure, success } from "../../contracts/result.ts";
import { formatAddress } from "../../src/format/mod.ts";
import { ANYONE, type Deployment, deployment, REF_SECONDS } from "./_deployment.ts";
import { publishTokenOf } from "../support/library/connections.ts";

const ADDRESS = "/local/acme/library";
const MISSING = { code: "mount.repo_not_found", hint: "Check the owner and the repository in the address" };

function person(name: string): Viewer {
  return { kind: "person", person: name as PersonId, session: digestOf(name) };
}

const ADA = person("ada");
const BOB = person("bob");

/** Asks the host as the person, whose credential is their name, and believes a yes until it is taken back. */
function permissionsOf(): Permissions & {
  readonly granted: Map<string, Permit>;
  trouble: HostFailure | null;
} {
  const granted = new Map<string, Permit>();
  const self = {
    granted,
    trouble: null as HostFailure | null,
    known: (viewer: Viewer) =>
      Promise.resolve(viewer.kind === "person" ? granted.get(viewer.person) ?? null : null),
    async ask(viewer: Viewer, { host, owner, name }: Parameters<Permissions["ask"]>[1]) {
      if (self.trouble !== null) return failure(self.trouble);
      if (viewer.kind !== "person" || !["ada", "bob"].includes(viewer.person)) {
        return failure({ reason: "not_found" } as const);
      }
      const credential = { token: String(viewer.person) };
      const found = await host.as(credential).repository(owner, name);
      if (!found.ok) return found;
      assert(found.value.visibility === "private");
      const permit = { repository: found.value, credential } as Permit;
      granted.set(viewer.person, permit);
      return success(permit);
    },
  };
  return self;
}

/** A repository that is not public, in which Ada and Bob are each told of another commit. */
async function closed(): Promise<Deployment> {
  const place = await deployment();
  const { git } = place.repository;
  await git(["branch", "ada"]);
  await git(["checkout", "-q", "-b", "bob"]);
  await git(["commit", "-q", "--allow-empty", "-m", "For Bob"]);
  await git(["checkout", "-q", "-"]);
  place.isPrivate = true;
  return place;
}

Deno.test("open() shows what is not public to whom its host shows it, and to nobody else", async () => {
  await using place = await closed();
  const { open } = place.process({ permissions: permissionsOf() });
  const opened = await open(ADDRESS, ADA);
  assert(opened.ok);
  assert.equal(opened.value.repository.visibility, "private");
  assert.equal(opened.value.permit?.repository, opened.value.repository);
  for (const asker of [ANYONE, person("eve")]) {
    for (const address of [ADDRESS, `${ADDRESS}@main`, `${ADDRESS}@${opened.value.resolution.commit}`]) {
      assert.deepEqual(await open(address, asker), failure(MISSING), `${asker.kind} ${address}`);
    }
    assert.deepEqual(await open("/local/acme/missing", asker), failure(MISSING));
  }
  const without = place.process();
  assert.deepEqual(await without.open(ADDRESS, ADA), failure(MISSING));
});

Deno.test("nothing that was read with a credential answers a call without it, or with another", async () => {
  await using place = await closed();
  const { open, fails } = place.process({ permissions: permissionsOf() });
  const commitOf = async (asker: Asker, address = ADDRESS) => {
    const opened = await open(address, asker);
    assert(opened.ok, JSON.stringify(opened));
    return opened.value.resolution.commit;
  };
  const [ada, bob] = [await commitOf(ADA), await commitOf(BOB)];
  assert.notEqual(ada, bob);
  // Warm, in turn, and at once.
  assert.deepEqual(await Promise.all([ADA, BOB, ADA, BOB].map((asker) => commitOf(asker))), [
    ada,
    bob,
    ada,
    bob,
  ]);
  assert.deepEqual(await fails(ADDRESS), MISSING);
  assert.deepEqual(await fails(`${ADDRESS}@${ada}`), MISSING);
  const { host, names, resolutions } = place;
  assert.equal(await names.read(host.key, "acme/library"), null);

  // It becomes public, with other commits than the two were told of.
  place.isPrivate = false;
  place.clock.advance(REF_SECONDS * 1000);
  const shown = await open(ADDRESS);
  assert(shown.ok && shown.value.permit === null);
  assert.equal(await resolutions.wasResolved(host.key, shown.value.repository.id, bob), false);
  assert.equal(await commitOf(ADA), ada);
});

Deno.test("what everyone may see needs no permission, and is asked for as everyone whoever asks", async () => {
  await using place = await deployment();
  const permissions = permissionsOf();
  const { open } = place.process({ permissions });
  for (const asker of [ADA, ANYONE, BOB]) {
    const opened = await open(ADDRESS, asker);
    assert(opened.ok && opened.value.permit === null);
    assert.equal(opened.value.viewer, asker);
  }
  assert.deepEqual(place.askedAs, []);
  assert.deepEqual(place.asked, { repository: 1, resolve: 1 });
});

Deno.test("permission is asked for at every call, also for what is warm, pinned or missing", async () => {
  await using place = await closed();
  const permissions = permissionsOf();
  const { open } = place.process({ permissions });
  const first = await open(ADDRESS, ADA);
  assert(first.ok);
  const pinned = `${ADDRESS}@${first.value.resolution.commit}`;
  for (const address of [ADDRESS, pinned]) assert.equal((await open(address, ADA)).ok, true);
  permissions.granted.clear();
  permissions.trouble = { reason: "not_found" };
  for (const address of [ADDRESS, pinned, `${ADDRESS}@missing`]) {
    assert.deepEqual(await open(address, ADA), failure(MISSING), address);
  }
  permissions.trouble = { reason: "unavailable", detail: "the host is down" };
  const away = await open(ADDRESS, ADA);
  assert(!away.ok);
  assert.equal(away.error.code, "mount.unavailable");
});

Deno.test("the operator's lists hold for what is not public too", async () => {
  await using place = await closed();
  const { open } = place.process({ permissions: permissionsOf() });
  const opened = await open(ADDRESS, ADA);
  assert(opened.ok);
  await place.trust.add(opened.value.repository, "blocked");
  place.clock.advance(60_000);
  assert.deepEqual(await open(ADDRESS, ADA), failure(MISSING));
  const elsewhere = place.process({ permissions: permissionsOf(), allowed: () => false });
  assert.deepEqual(await elsewhere.open(ADDRESS, ADA), failure({ code: "mount.not_allowed" }));
});

Deno.test("credentials are good for one address, and refused before its repository is looked at", async () => {
  await using place = await deployment();
  const rules = new Map([[place.host.key, place.host.rules]]);
  const audienceOf = (address: Mount["address"]) =>
    `https://skills.example${formatAddress(address, rules)}` as Audience;
  const { open } = place.process({ permissions: permissionsOf(), audienceOf });
  const ids = { person: "ada" as PersonId, account: "1" as AccountId };
  const tokenFor = (address: string): Viewer => ({
    kind: "access_token",
    ...ids,
    grant: "1" as GrantId,
    audience: `https://skills.example${address}` as Audience,
    scopes: new Set(["repo:read"]),
  });
  assert.equal((await open(ADDRESS, tokenFor(ADDRESS))).ok, true);
  assert.equal((await open("/local/ACME/library", tokenFor(ADDRESS))).ok, true);
  const refused = { code: "auth.invalid_token" };
  const bad: readonly Asker[] = [
    tokenFor(`${ADDRESS}@main`),
    tokenFor(`${ADDRESS}/docs`),
    tokenFor("/local/acme/librar"),
    { kind: "address_key", person: ids.person, audience: "https://other.example" as Audience },
    {
      kind: "account_key",
      account: ids.account,
      key: digestOf("key"),
      maker: null,
      lastFour: "abcd",
      scopes: new Set(),
      skills: null,
    },
    { kind: "catalog_key", account: ids.account, key: digestOf("key"), maker: null, lastFour: "abcd" },
    publishTokenOf(ids.account),
    { kind: "refused", failure: { code: "auth.invalid_token" } },
  ];
  const asked = { ...place.asked };
  for (const asker of bad) {
    for (const address of [ADDRESS, "/local/acme/missing"]) {
      const answer = await open(address, asker);
      assert(!answer.ok);
      assert.equal(answer.error.code, refused.code, asker.kind);
    }
  }
  assert.deepEqual(place.asked, asked);
  // What is no address is told first, whatever the credentials are.
  const odd = await open(`${ADDRESS}/../x`, { kind: "refused", failure: { code: "auth.invalid_token" } });
  assert(!odd.ok);
  assert.equal(odd.error.code, "address.path_invalid");
});
