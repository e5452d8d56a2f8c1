import type { StoreFile } from "../../contracts/housekeeping.ts";
import type { Result } from "../../contracts/result.ts";
import type { Editions } from "../library/mod.ts";
import type { TrustRegister } from "../mounts/mod.ts";
import { adminCollect, adminPurge, adminRefresh, adminRetry, type ChangeDeps } from "./_admin_changes.ts";
import { adminKey, type KeyDeps } from "./_admin_keys.ts";
import { adminList, adminQueue } from "./_admin_listing.ts";
import { adminTrust, adminTrustList } from "./_admin_trust.ts";
import { sizeText } from "./_size_text.ts";
import type { AccountArguments } from "./accounts/account_arguments.ts";
import type { AdminArguments } from "./admin_arguments.ts";
import { type CommandResult, done, failed } from "./command_result.ts";

export interface AdminDeps extends ChangeDeps, KeyDeps {
  readonly register: TrustRegister;
  /** What is about accounts, people, apps and keys. */
  readonly accounts: (asked: AccountArguments) => Promise<CommandResult>;
  readonly catalog: Pick<Editions, "rebuild">;
  /** The file that the store is; fails with why there is none and what to do instead. */
  readonly file: Result<StoreFile, string>;
}

/** The commands of an operator, on the store that servers may be using. Exit codes: 0 done, 1 not done. */
export async function runAdmin(deps: AdminDeps, asked: AdminArguments): Promise<CommandResult> {
  const hosts = new Map([...deps.hosts].map(([key, host]) => [key, host.rules]));
  const listing = { housekeeping: deps.housekeeping, hosts };
  switch (asked.command) {
    case "trust list":
      return await adminTrustList(deps.register);
    case "trust":
      return await adminTrust(deps.register, asked.action, asked.address);
    case "list":
      return await adminList(listing, asked.isJson);
    case "queue":
      return await adminQueue(listing, asked.isJson);
    case "retry":
      return await adminRetry(deps, asked.address);
    case "refresh":
      return await adminRefresh(deps, asked.address);
    case "purge":
      return await adminPurge(deps, asked.address);
    case "collect":
      return await adminCollect(deps);
    case "catalog rebuild":
      return await rebuildCatalog(deps.catalog);
    case "backup":
      return await backup(deps.file, asked.path);
    case "compact":
      return await compact(deps.file);
    case "accounts":
      return await deps.accounts(asked.asked);
    case "key create":
    case "key list":
    case "key revoke":
      return await adminKey(deps, asked);
  }
}

async function rebuildCatalog(catalog: AdminDeps["catalog"]): Promise<CommandResult> {
  return await catalog.rebuild()
    ? done("Made what the public catalog lists and finds anew")
    : failed(1, "Cannot rebuild the catalog now: a server is making an edition; try again in two minutes");
}

async function backup(file: AdminDeps["file"], path: string): Promise<CommandResult> {
  if (!file.ok) return failed(1, `Cannot back up the store: ${file.error}`);
  const bytes = await file.value.backup(path);
  return bytes.ok ? done(`Copied the store to ${path}, ${sizeText(bytes.value)}`) : failed(1, bytes.error);
}

async function compact(file: AdminDeps["file"]): Promise<CommandResult> {
  if (!file.ok) return failed(1, `Cannot compact the store: ${file.error}`);
  const sizes = await file.value.compact();
  if (!sizes.ok) return failed(1, sizes.error);
  return done(`Compacted the store from ${sizeText(sizes.value.before)} to ${sizeText(sizes.value.after)}`);
}
