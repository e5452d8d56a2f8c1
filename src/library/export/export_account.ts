import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { noteOf } from "../accounts/open_accounts.ts";
import { mayAct } from "../members/role.ts";
import { exportEntries, type ExportEntriesDeps } from "./_export_entries.ts";
import { zipStream } from "./zip_stream.ts";

/** What an export holds in memory while it is sent: one file, and what names all that went before it. */
export const EXPORT_HELD_BYTES = 4 * 1024 * 1024;

export interface ExportDeps extends ExportEntriesDeps {
  readonly accounts: AccountStore;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Everything of an account as a zip, for owners and admins, once an hour: itself, its members, keys without their secrets,
 * library, skills with the files of every version, and audit. Nothing of it is in memory as a whole. Fails with
 * `account.not_found`, `account.forbidden` or `rate.limited`.
 */
export type ExportAccount = (
  acting: Acting,
  account: AccountId,
) => Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>, Failure>>;

const HOUR_MS = 3_600_000;

export function createExport(deps: ExportDeps): ExportAccount {
  const { accounts, members, clock } = deps;

  return async function exportAccount(acting, id) {
    const allowed = await mayAct(members, acting, id, "admin");
    if (!allowed.ok) return allowed;
    const now = clock.now();
    const before = await accounts.account(id);
    if (before === null) return failure({ code: "account.not_found" });
    const note = noteOf(acting, "account.export", before.slug, null, null);
    // Whoever asks at the same moment, in whatever process, finds that it was taken.
    const taken = await accounts.update(
      id,
      (account) => secondsLeft(account.exportedAt, now) > 0 ? null : { ...account, exportedAt: now },
      note,
    );
    if (taken === null) {
      return failure({
        code: "rate.limited",
        reason: "an account is exported once an hour",
        retryAfterSeconds: Math.max(1, secondsLeft((await accounts.account(id))?.exportedAt ?? null, now)),
      });
    }
    return success(ReadableStream.from(zipStream(exportEntries(deps, taken))));
  };
}

function secondsLeft(exportedAt: number | null, now: number): number {
  return exportedAt === null ? 0 : Math.ceil((exportedAt + HOUR_MS - now) / 1000);
}
