import type { PeopleStore } from "../../../contracts/auth/people.ts";
import type { SessionForms } from "../../../contracts/auth/session_forms.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Acting, AuditLog } from "../../../contracts/library/audit.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { InstallLinks } from "../../../contracts/library/install_links.ts";
import type { AccountKeys } from "../../../contracts/library/keys.ts";
import type { Library } from "../../../contracts/library/library.ts";
import type { Connections } from "../../../contracts/library/repository_sync.ts";
import type { Sets } from "../../../contracts/library/sets.ts";
import type { Result } from "../../../contracts/result.ts";
import type { ReadBody, SendAnswer } from "../../http/mod.ts";
import type { Accounts, BlockedTypes, Members, ReceiveForm, UsedToday } from "../../library/mod.ts";

/** What the dashboard is built on. */
export interface DashboardDeps {
  readonly library: Library;
  readonly connections: Connections;
  readonly sets: Pick<Sets, "list" | "put" | "remove">;
  readonly accounts: Pick<Accounts, "account" | "find" | "open" | "rename" | "end" | "keep">;
  readonly members: Members;
  readonly keys: AccountKeys;
  /** Null: there are no links to install from. */
  readonly links: InstallLinks | null;
  readonly audit: Pick<AuditLog, "list">;
  readonly people: Pick<PeopleStore, "person">;
  readonly usedToday: (account: Account) => Promise<readonly UsedToday[]>;
  /** A zip of everything of the account; for owners and admins. */
  readonly exportOf: (
    acting: Acting,
    account: Account,
  ) => Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>, Failure>>;
  /** Bounds what answers hold in memory. */
  readonly send: SendAnswer;
  readonly forms: SessionForms;
  readonly readBody: ReadBody;
  readonly receiveForm: ReceiveForm;
  readonly blockedTypes: BlockedTypes;
  /** Hosts where people sign in, with what people call them. */
  readonly signInHosts: readonly { readonly key: string; readonly label: string }[];
  /** Origins, without a slash: of the pages, and of what is served. */
  readonly issuer: string;
  readonly publicUrl: string;
  /** Where the account's MCP server is. */
  readonly mcpUrl: string;
  readonly version: string;
}
