import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountAccess } from "../../../contracts/library/access.ts";
import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { AuditLog } from "../../../contracts/library/audit.ts";
import type { Library } from "../../../contracts/library/library.ts";
import type { Connections } from "../../../contracts/library/repository_sync.ts";
import type { PublishJobs } from "../../../contracts/library/publish_jobs.ts";
import type { Sets } from "../../../contracts/library/sets.ts";
import type { ReadBody, SendAnswer, TellAccountRefusal } from "../../http/mod.ts";
import type { BlockedTypes, ExportAccount, ReceiveForm } from "../../library/mod.ts";

/** What accounts and their library are answered from. */
export interface LibraryRestDeps {
  readonly library: Library;
  readonly accounts: Pick<AccountStore, "account">;
  readonly audit: Pick<AuditLog, "list">;
  readonly connections: Connections;
  readonly sets: Sets;
  /** Where this server is reached, from the request's own origin; null: nowhere. */
  readonly publicOrigin: (own: string) => string | null;
  /** Null: no issuer is configured whose jobs publish. */
  readonly jobs: PublishJobs | null;
  readonly exportAccount: ExportAccount;
  readonly access: AccountAccess;
  readonly tellRefusal: TellAccountRefusal;
  readonly blockedTypes: BlockedTypes;
  readonly receiveForm: ReceiveForm;
  readonly readBody: ReadBody;
  readonly send: SendAnswer;
  readonly clock: Pick<Clock, "now">;
  /** Of the server: another one may answer in another form. */
  readonly version: string;
}
