import type { Address } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { AddressKeyStore, ListedAddressKey } from "../../../contracts/auth/address_keys.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Audience, Identity, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { digestOf, type RandomBytes } from "../secrets.ts";
import { isKey, newKey } from "./key_text.ts";

export interface AddressKeysDeps {
  readonly keys: AddressKeyStore;
  /** Whether the maker may open the address now; null: the operator may. Fails as opening it does. */
  readonly mayOpen: (maker: PersonId | null, address: Address) => Promise<Result<null, Failure>>;
  readonly audienceOf: (address: Address) => Audience;
  readonly nameOf: (address: Address) => string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface AddressKeys {
  /**
   * A key for one address, shown this once. Fails with `request.invalid`, or as opening the address fails: the same for what the
   * maker may not see and for what is not there.
   */
  make(maker: PersonId | null, address: Address, days: number): Promise<Result<string, Failure>>;
  list(maker: PersonId | null): Promise<readonly ListedAddressKey[]>;
  /** False: the maker has no such key. */
  revoke(maker: PersonId | null, digest: SecretDigest): Promise<boolean>;
  /** Who holds a key; null: it is none, it was revoked or it has run out. */
  holderOf(bearer: string): Promise<Identity | null>;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 365;
export const MOST_KEYS = 50;

export function createAddressKeys(deps: AddressKeysDeps): AddressKeys {
  const { keys, clock } = deps;

  return {
    async make(maker, address, days) {
      if (!Number.isSafeInteger(days) || days < 1 || days > MOST_DAYS) {
        const reason = `a key works for 1 to ${MOST_DAYS} days`;
        return failure({ code: "request.invalid", reason, hint: "Give a whole number of days" });
      }
      const opened = await deps.mayOpen(maker, address);
      if (!opened.ok) return opened;
      const key = newKey("ak_live_", deps.randomBytes);
      const createdAt = clock.now();
      const isSaved = await keys.save(digestOf(key), {
        maker,
        audience: deps.audienceOf(address),
        address: deps.nameOf(address),
        lastFour: key.slice(-4),
        createdAt,
        expiresAt: createdAt + days * DAY_MS,
      }, MOST_KEYS);
      if (isSaved) return success(key);
      const reason = `nobody has more than ${MOST_KEYS} keys`;
      return failure({ code: "request.invalid", reason, hint: "Revoke one that is not used any more" });
    },

    list: (maker) => keys.ofMaker(maker),
    revoke: (maker, digest) => keys.revoke(maker, digest),

    holderOf: (bearer) => findKeyHolder(bearer, deps),
  };
}

/** Who holds an address key; null: it is none, it was revoked or it has run out. */
export async function findKeyHolder(
  bearer: string,
  { keys, clock }: Pick<AddressKeysDeps, "keys" | "clock">,
): Promise<Identity | null> {
  if (!isKey(bearer, "ak_live_")) return null;
  const { value: key, look } = await keys.look(digestOf(bearer));
  if (key === null || clock.now() >= key.expiresAt) return null;
  return { kind: "address_key", look, person: key.maker, audience: key.audience };
}
