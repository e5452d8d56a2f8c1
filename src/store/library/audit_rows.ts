import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { AuditEntry, AuditNote } from "../../../contracts/library/audit.ts";
import type { KvDeps } from "../kv.ts";
import { auditEntryKey } from "./account_keys.ts";

/** How long a row is kept. */
export const KEPT_MS = 400 * 86_400_000;

/** What tells of a change, for the commit that makes it. */
export interface AuditRows {
  /** Adds the row to an operation; each time the same one, so that a commit which is tried again tells once. */
  row(account: AccountId, note: AuditNote): (operation: Deno.AtomicOperation) => Deno.AtomicOperation;
}

/** One for all stores of a process, so that what it writes within a millisecond stays in order. */
export function createAuditRows({ clock, newId }: Pick<KvDeps, "clock" | "newId">): AuditRows {
  let written = 0;
  return {
    row(account, { actor, action, target, before, after, request }) {
      const at = clock.now();
      const key = auditEntryKey(account, at, written++, newId());
      const entry: AuditEntry = { at, actor, action, target, before, after, request };
      return (operation) => operation.set(key, entry, { expireIn: KEPT_MS });
    },
  };
}
