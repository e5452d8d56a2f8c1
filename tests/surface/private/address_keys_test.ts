import assert from "node:assert/strict";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { parseAddress } from "../../../src/format/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { MISSING, privateServer, PUBLIC, SECRET, TTL_SECONDS } from "./_private_server.ts";

const ADA = "ada" as PersonId;
const NAME = /^[a-z0-9]+$/;

async function withKey() {
  const server = await privateServer();
  await server.get("/", { authorization: "Bearer x" });
  await (await server.get(`/api/v1/mounts${SECRET}`, { authorization: "Bearer x" })).body?.cancel();
  const rules = { ignoresCase: true, nestedOwners: false, owner: NAME, repo: NAME };
  const address = parseAddress(SECRET, new Map([["local", rules]]));
  assert(address.ok);
  const made = await server.keys.make(ADA, address.value, 30);
  assert(made.ok);
  const headers = { authorization: `Bearer ${made.value}` };
  const statusAt = async (path: string) => (await server.get(`/api/v1/mounts${path}`, headers)).status;
  return { server, statusAt };
}

Deno.test(
  verifies(["keys.revoked"], "a revoked key stops at once, and is a token that is no good"),
  async () => {
    const { server, statusAt } = await withKey();
    await using _ = server;
    assert.equal(await statusAt(SECRET), 200);
    const [key] = await server.keys.list(ADA);
    assert(key !== undefined);
    await server.keys.revoke(ADA, key.digest);
    assert.equal(await statusAt(SECRET), 401);
  },
);

Deno.test(
  verifies(["keys.address_maker"], "an address key opens its one address, and reads as its maker"),
  async () => {
    const { server, statusAt } = await withKey();
    await using _ = server;
    assert.equal(await statusAt(SECRET), 200);
    for (const other of [PUBLIC, MISSING, `${SECRET}@main`, `${SECRET}/walrus`]) {
      assert.equal(await statusAt(other), 401, other);
    }
    server.allowed.clear();
    server.clock.advance(TTL_SECONDS * 1000);
    assert.equal(await statusAt(SECRET), 404);
  },
);
