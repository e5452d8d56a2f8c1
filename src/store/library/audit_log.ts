import { AUDIT_RECORD } from "../../../contracts/library/account_records.ts";
import type { AuditEntry, AuditLog } from "../../../contracts/library/audit.ts";
import { commit, type KvDeps } from "../kv.ts";
import { auditKey } from "./account_keys.ts";
import { type AuditRows, KEPT_MS } from "./audit_rows.ts";

export function createAuditLog(deps: KvDeps & { readonly audit: AuditRows }): AuditLog {
  const { kv, clock, audit } = deps;

  return {
    async add(account, note) {
      const told = audit.row(account, note);
      await commit(deps, () => told(kv.atomic()));
    },

    async list(account, { newestFirst, cursor, limit }) {
      if (cursor !== null && !isCursor(cursor)) return null;
      const options = { reverse: newestFirst, limit, ...(cursor !== null && { cursor }) };
      const rows = kv.list({ prefix: auditKey(account) }, options);
      const entries: AuditEntry[] = [];
      let read = 0;
      try {
        for await (const { value } of rows) {
          read++;
          const { data } = AUDIT_RECORD.safeParse(value);
          // Rows tidy themselves up after their time: what decides is the time in the row.
          if (data !== undefined && clock.now() - data.at < KEPT_MS) entries.push(data);
        }
      } catch (error) {
        // A cursor of another list, which the store alone can tell.
        if (cursor !== null && error instanceof TypeError) return null;
        throw error;
      }
      return { entries, cursor: read < limit ? null : rows.cursor };
    },

    async forget(account) {
      for await (const { key } of kv.list({ prefix: auditKey(account) })) {
        await commit(deps, () => kv.atomic().delete(key));
      }
    },
  };
}

/** As the store makes them. */
function isCursor(text: string): boolean {
  return text.length <= 512 && /^[A-Za-z0-9+/=_-]+$/.test(text);
}
