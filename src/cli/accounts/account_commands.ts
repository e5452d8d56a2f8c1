import type { Clock } from "../../../contracts/ambient.ts";
import type { Account, Slug } from "../../../contracts/library/accounts.ts";
import type { AuditActor, AuditEntry, AuditLog } from "../../../contracts/library/audit.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import { failureMessage } from "../../http/mod.ts";
import type { Accounts } from "../../library/mod.ts";
import { type CommandResult, done, failed } from "../command_result.ts";
import type { AccountArguments } from "./account_arguments.ts";

export interface AccountCommandDeps {
  readonly accounts: Accounts;
  readonly members: Pick<MemberStore, "members" | "invitations">;
  readonly audit: Pick<AuditLog, "list">;
  /** A link that signs in once for an account, by its name; null: nobody signs in on this deployment. */
  readonly signInLink: ((name: string) => Promise<string | null>) | null;
  readonly clock: Clock;
}

export type AccountCommand = Extract<
  AccountArguments,
  { readonly command: `account ${string}` | `name ${string}` | "audit" }
>;

const OPERATOR = { actor: { kind: "operator" }, request: null } as const;
const PAGE = 500;

/** What the operator does with accounts and their names. */
export async function runAccountCommand(
  deps: AccountCommandDeps,
  asked: AccountCommand,
): Promise<CommandResult> {
  const { accounts } = deps;
  switch (asked.command) {
    case "account create": {
      const { name, mayLookAlike } = asked;
      return told(await accounts.open(OPERATOR, name, { founder: null, mayLookAlike }));
    }
    case "name reserve":
      return named(await accounts.reserve(asked.name), "is reserved, and what looks like it");
    case "name free":
      return named(await accounts.free(asked.name), "can be had again");
  }
  const found = await accounts.find(asked.name);
  if (found === null) return failed(1, `There is no account "${asked.name}"`);
  const { account } = found;
  const { id } = account;
  switch (asked.command) {
    case "account show":
      return done(await described(deps, account));
    case "account sign-in-link":
      return await signInLink(deps, account);
    case "account plan":
      return told(await accounts.setPlan(id, asked.plan));
    case "account limit":
      return told(await accounts.setLimit(id, asked.limit, asked.value));
    case "account rename":
      return told(await accounts.rename(OPERATOR, id, asked.to, { mayLookAlike: asked.mayLookAlike }));
    case "account verify":
      return told(await accounts.vouch(id, true));
    case "account unverify":
      return told(await accounts.vouch(id, false));
    case "account suspend":
      return told(await accounts.suspend(id, asked.reason));
    case "account resume":
      return told(await accounts.resume(id));
    case "account delete":
      return told(await accounts.end(OPERATOR, id, asked.keepsGlobal));
    case "account keep":
      return told(await accounts.keep(OPERATOR, id));
    case "audit":
      return done(await audited(deps, account, asked.isJson));
  }
}

function told(changed: Result<Account, Failure>): CommandResult {
  return changed.ok ? done(lineOf(changed.value)) : failed(1, failureMessage(changed.error));
}

function named(changed: Result<Slug, Failure>, what: string): CommandResult {
  return changed.ok ? done(`${changed.value} ${what}`) : failed(1, failureMessage(changed.error));
}

async function signInLink({ signInLink }: AccountCommandDeps, { slug }: Account): Promise<CommandResult> {
  if (signInLink === null) {
    return failed(
      1,
      "Nobody signs in on this deployment: set AUTH_SECRET and PUBLIC_URL, for the server too",
    );
  }
  const link = await signInLink(slug);
  return link === null ? failed(1, `There is no account "${slug}"`) : done(link);
}

function lineOf({ slug, kind, plan, verified, state }: Account): string {
  return [slug, kind, plan, ...(verified ? ["verified"] : []), stateOf(state)].join("  ");
}

function stateOf(state: Account["state"]): string {
  switch (state.kind) {
    case "active":
      return "active";
    case "suspended":
      return `suspended since ${time(state.since)}: ${state.reason}`;
    case "gone":
      return `gone since ${time(state.since)}`;
    case "ending":
      return `gone at ${time(state.due)}, its global skills ${
        state.keepsGlobal ? "stay with holders" : "too"
      }`;
  }
}

async function described({ members }: AccountCommandDeps, account: Account): Promise<string> {
  const limits = limitsOf(account);
  const belonging = await members.members(account.id);
  const invited = await members.invitations(account.id);
  return [
    lineOf(account),
    `  id ${account.id}, made ${time(account.createdAt)}`,
    ...(account.aliases.length === 0 ? [] : [`  called before: ${account.aliases.join(", ")}`]),
    `  ${Object.entries(limits).map(([name, value]) => `${name} ${value ?? "unlimited"}`).join(", ")}`,
    ...belonging.map(({ host, login, role }) =>
      `  ${host === null ? "by link" : `${host}:${login}`}  ${role}`
    ),
    ...invited.map(({ host, login, role, expiresAt }) =>
      `  ${host}:${login}  invited as ${role} until ${time(expiresAt)}`
    ),
  ].join("\n");
}

async function audited(
  { audit }: AccountCommandDeps,
  { id, slug }: Account,
  isJson: boolean,
): Promise<string> {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const page = await audit.list(id, { newestFirst: false, cursor, limit: PAGE });
    entries.push(...(page?.entries ?? []));
    cursor = page?.cursor ?? null;
  } while (cursor !== null);
  if (isJson) {
    return JSON.stringify(
      { account: slug, entries: entries.map((entry) => ({ ...entry, at: time(entry.at) })) },
      null,
      2,
    );
  }
  return entries.length === 0 ? "Nothing was changed" : entries.map(auditLine).join("\n");
}

function auditLine({ at, actor, action, target, before, after, request }: AuditEntry): string {
  const change = [before, after].every((value) => value === null)
    ? []
    : [`${before ?? "-"} -> ${after ?? "-"}`];
  return [time(at), actorText(actor), action, target, ...change, ...(request === null ? [] : [request])].join(
    "  ",
  );
}

function actorText(actor: AuditActor): string {
  switch (actor.kind) {
    case "person":
      return actor.login;
    case "key":
      return `key …${actor.lastFour}`;
    case "job":
      return `job of ${actor.repository}`;
    case "operator":
    case "server":
      return actor.kind;
  }
}

function time(at: number): string {
  return new Date(at).toISOString();
}
