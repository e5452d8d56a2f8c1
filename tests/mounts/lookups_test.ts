/** Names that nobody asked for before cost a git host requests: who asks for how many. */
import assert from "node:assert/strict";
import type { NetworkId } from "../../contracts/auth/network_id.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import { ANYONE, deployment, REF_SECONDS } from "./_deployment.ts";

const KNOWN = "/local/acme/library";

function client(name: string): Viewer {
  return { kind: "nobody", client: () => name as NetworkId };
}

/** Asks for `count` names that do not exist, and tells how many the host was asked for. */
async function scan(
  { asked }: { readonly asked: { repository: number } },
  open: (address: string, viewer: Viewer) => Promise<unknown>,
  viewer: Viewer,
  count: number,
  prefix: string,
): Promise<number> {
  const before = asked.repository;
  for (let index = 0; index < count; index++) await open(`/local/acme/${prefix}${index}`, viewer);
  return asked.repository - before;
}

Deno.test("a client looks up so many new names, and then one each time one comes free", async () => {
  await using own = await deployment();
  const { open } = own.process({ lookups: { perClient: 5, perHost: 100 } });
  assert.equal(await scan(own, open, client("a"), 50, "x"), 5);
  const refused = await open("/local/acme/another", client("a"));
  assert(!refused.ok);
  const { code, retryAfterSeconds = 0 } = refused.error;
  assert.deepEqual([code, retryAfterSeconds], ["rate.limited", 720]);
  own.clock.advance(retryAfterSeconds * 1000);
  assert.equal(await scan(own, open, client("a"), 50, "y"), 1);
});

Deno.test("what was asked for before is never held back, found or not", async () => {
  await using own = await deployment();
  const { open, mount } = own.process({ lookups: { perClient: 2, perHost: 100 } });
  await mount(KNOWN);
  await open("/local/acme/missing", client("b"));
  await scan(own, open, client("a"), 10, "x");
  assert((await open(KNOWN, client("a"))).ok);
  const missing = await open("/local/acme/missing", client("a"));
  assert.equal(!missing.ok && missing.error.code, "mount.repo_not_found");
  // Facts and refs that have aged are asked for again, and cost nobody anything.
  own.clock.advance(20 * REF_SECONDS * 1000);
  await scan(own, open, client("a"), 10, "y");
  const before = own.asked.resolve;
  assert((await open(KNOWN, client("a"))).ok);
  assert.equal(own.asked.resolve, before + 1);
});

Deno.test("refs that nobody asked for before count as repositories do, and one opening counts once", async () => {
  await using own = await deployment();
  const { open } = own.process({ lookups: { perClient: 3, perHost: 100 } });
  assert((await open(KNOWN, client("a"))).ok);
  const codes: string[] = [];
  for (const ref of ["one", "two", "three", "0".repeat(40)]) {
    const opened = await open(`${KNOWN}@${ref}`, client("a"));
    codes.push(opened.ok ? "ok" : opened.error.code);
  }
  assert.deepEqual(codes, ["mount.ref_not_found", "mount.ref_not_found", "rate.limited", "rate.limited"]);
});

Deno.test("a host is asked so often by all together, and who scans leaves room for who asks for one thing", async () => {
  await using own = await deployment();
  const { open } = own.process({ lookups: { perClient: 50, perHost: 100 } });
  let looked = 0;
  for (let scanner = 0; scanner < 5; scanner++) {
    looked += await scan(own, open, client(`scanner ${scanner}`), 60, `s${scanner}x`);
  }
  assert(looked <= 100, `${looked} look-ups`);
  assert.equal(await scan(own, open, client("somebody else"), 1, "mine"), 1);
});

Deno.test("nobody is held back for others while half of the host's look-ups are left", async () => {
  await using own = await deployment();
  const { open } = own.process({ lookups: { perClient: 10, perHost: 100 } });
  for (let index = 0; index < 5; index++) {
    assert.equal(await scan(own, open, client(`client ${index}`), 20, `c${index}x`), 10);
  }
});

Deno.test("what nobody asks for over a network is not held back", async () => {
  await using own = await deployment();
  const { open } = own.process({ lookups: { perClient: 1, perHost: 1 } });
  assert.equal(await scan(own, open, ANYONE, 5, "x"), 5);
});
