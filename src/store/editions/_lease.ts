import { z } from "zod";
import type { EditionLease } from "../../../contracts/library/editions.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { EDITION_LEASE_KEY } from "./edition_keys.ts";

const LEASE_RECORD = z.object({ holder: z.string(), until: z.number() });

export async function claimLease(deps: KvDeps, ms: number): Promise<EditionLease | null> {
  const { kv, clock, newId } = deps;
  const holder = newId();
  const leaseRow = () => readRow(kv, EDITION_LEASE_KEY, LEASE_RECORD);
  const isMine = async () => (await leaseRow()).value?.holder === holder;

  async function take(ms: number, isMyTurn: (held: z.infer<typeof LEASE_RECORD> | null) => boolean) {
    const row = await leaseRow();
    if (!isMyTurn(row.value)) return false;
    const lease = { holder, until: clock.now() + ms };
    return await commit(deps, () => kv.atomic().check(row).set(row.key, lease), isMine);
  }

  if (!await take(ms, (held) => held === null || held.until <= clock.now())) return null;
  return {
    renew: (ms) => take(ms, (held) => held?.holder === holder),
    async release() {
      const row = await leaseRow();
      if (row.value?.holder === holder) await commit(deps, () => kv.atomic().check(row).delete(row.key));
    },
  };
}
