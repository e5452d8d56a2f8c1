import type { Address, HostKey, HostRules } from "../../contracts/addresses.ts";
import type { Audience } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import { type Result, success } from "../../contracts/result.ts";
import { parseAddress } from "../format/mod.ts";
import { createBoundedMap } from "./_ttl_cache.ts";

/** An address, and what a credential for it names; null: there are none here. */
export interface ReadAddress {
  readonly address: Address;
  readonly audience: Audience | null;
}

/**
 * Reads the text of an address, and remembers what it read in about so many bytes: agents ask at the same few addresses again and
 * again, and what a text means depends on nothing but itself.
 */
export function createReadAddress(
  { hostRules, audienceOf, maxBytes }: {
    readonly hostRules: ReadonlyMap<HostKey, HostRules>;
    readonly audienceOf?: ((address: Address) => Audience) | undefined;
    readonly maxBytes: number;
  },
): (text: string) => Result<ReadAddress, Failure> {
  const known = createBoundedMap<Result<ReadAddress, never>>(maxBytes);
  return function readAddress(text) {
    const before = known.get(text);
    if (before !== undefined) return before;
    const parsed = parseAddress(text, hostRules);
    if (!parsed.ok) return parsed;
    const read = success({ address: parsed.value, audience: audienceOf?.(parsed.value) ?? null });
    known.set(text, read);
    return read;
  };
}
