import type { AddressKeyStore, ListedAddressKey } from "../../../contracts/auth/address_keys.ts";
import { ADDRESS_KEY_RECORD } from "../../../contracts/auth/address_key_records.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, getEach, type KvDeps, readRow } from "../kv.ts";
import { addressKeyKey, addressKeyOfKey, addressKeysOfKey, addressKeyStampKey } from "./keys.ts";

/** A row tidies itself up this long after its key has run out: what decides is the time in the row. */
const TIDY_MS = 60_000;

export function createAddressKeyStore(deps: KvDeps): AddressKeyStore {
  const { kv, clock } = deps;

  async function ofMaker(maker: PersonId | null): Promise<readonly ListedAddressKey[]> {
    const digests: SecretDigest[] = [];
    for await (const { key } of kv.list({ prefix: addressKeysOfKey(maker) })) {
      digests.push(key[3] as SecretDigest);
    }
    const found: ListedAddressKey[] = [];
    for await (const { key, value } of getEach(kv, digests.map(addressKeyKey))) {
      const parsed = ADDRESS_KEY_RECORD.safeParse(value);
      const isAlive = parsed.success && clock.now() < parsed.data.expiresAt;
      if (isAlive) found.push({ ...parsed.data, digest: key[2] as SecretDigest });
    }
    return found.sort((one, other) => other.createdAt - one.createdAt);
  }

  return {
    ofMaker,

    async save(digest, key, most) {
      const expireIn = key.expiresAt - clock.now() + TIDY_MS;
      return await compareAndSet("keep an address key", async () => {
        // Whoever makes two at once counts them one after the other.
        const stamp = await kv.get(addressKeyStampKey(key.maker));
        if ((await ofMaker(key.maker)).length >= most) return false;
        const write = () =>
          kv.atomic()
            .check(stamp)
            .set(stamp.key, digest)
            .set(addressKeyKey(digest), key, { expireIn })
            .set(addressKeyOfKey(key.maker, digest), true, { expireIn });
        const landed = async () => (await kv.get(addressKeyKey(digest))).versionstamp !== null;
        return await commit(deps, write, landed) ? true : CHANGED;
      });
    },

    async find(digest) {
      return (await readRow(kv, addressKeyKey(digest), ADDRESS_KEY_RECORD)).value;
    },

    async revoke(maker, digest) {
      const { value } = await readRow(kv, addressKeyKey(digest), ADDRESS_KEY_RECORD);
      if (value === null || value.maker !== maker) return false;
      await commit(
        deps,
        () => kv.atomic().delete(addressKeyKey(digest)).delete(addressKeyOfKey(maker, digest)),
      );
      return true;
    },
  };
}
