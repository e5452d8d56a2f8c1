import type { Acting } from "../../contracts/library/audit.ts";
import type { Account } from "../../contracts/library/accounts.ts";
import { type AccountKeys, type ListedAccountKey, shownKey } from "../../contracts/library/keys.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { failureMessage } from "../http/mod.ts";
import type { Accounts } from "../library/mod.ts";
import { type CommandResult, done, failed } from "./command_result.ts";

export interface KeyDeps {
  readonly findAccount: Accounts["find"];
  readonly keys: AccountKeys;
}

/** What an operator asks of the keys of an account. */
export type KeyCommand =
  | {
    readonly command: "key create";
    readonly account: string;
    readonly isCatalog: boolean;
    readonly writes: boolean;
    /** `name` of its own, or `owner/name`. */
    readonly skills: readonly string[];
    readonly days: number | null;
    readonly label: string;
  }
  | { readonly command: "key list"; readonly account: string; readonly isJson: boolean }
  | { readonly command: "key revoke"; readonly account: string; readonly lastFour: string };

const OPERATOR: Acting = { actor: { kind: "operator" }, request: null };

export async function adminKey(deps: KeyDeps, asked: KeyCommand): Promise<CommandResult> {
  const account = await accountCalled(deps, asked.account);
  if (!account.ok) return account.error;
  switch (asked.command) {
    case "key create":
      return await create(deps, account.value, asked);
    case "key list":
      return list(await deps.keys.list(account.value.id), asked.isJson);
    case "key revoke":
      return await revoke(deps, account.value, asked.lastFour);
  }
}

/** The key alone on standard output, so that a program can take it. */
async function create(
  deps: KeyDeps,
  { id, slug }: Account,
  { isCatalog, writes, skills, days, label }: Extract<KeyCommand, { command: "key create" }>,
): Promise<CommandResult> {
  const named: string[] = [];
  for (const skill of skills) {
    const [name = "", owner] = skill.split("/").toReversed();
    const account = owner === undefined ? success({ id }) : await accountCalled(deps, owner);
    if (!account.ok) return account.error;
    named.push(`${account.value.id}/${name.toLowerCase()}`);
  }
  const made = await deps.keys.make(OPERATOR, {
    kind: isCatalog ? "catalog" : "account",
    account: id,
    label,
    writes,
    skills: named.length === 0 ? null : named,
    days,
  });
  if (!made.ok) return failed(1, failureMessage(made.error));
  const kept = `A key of ${slug}, shown this once: keep it where its program finds it and nobody else does`;
  return { ...done(made.value), err: kept };
}

function list(keys: readonly ListedAccountKey[], isJson: boolean): CommandResult {
  if (isJson) return done(JSON.stringify(keys.map(entryOf), null, 2));
  if (keys.length === 0) return done("The account has no keys");
  return done(
    keys.map((key) => {
      const { shown, scopes, label, expiresAt, usedAt } = entryOf(key);
      const ends = expiresAt === null ? "never" : expiresAt.slice(0, 10);
      const used = usedAt === null ? "never" : `${usedAt.slice(0, 13)}h`;
      return [shown, scopes.join(","), `expires ${ends}`, `used ${used}`, ...(label === "" ? [] : [label])]
        .join("  ");
    }).join("\n"),
  );
}

function entryOf(key: ListedAccountKey) {
  const { label, scopes, skills, createdAt, expiresAt, usedAt } = key;
  return {
    shown: shownKey(key),
    label,
    scopes,
    skills,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    usedAt: timeOf(usedAt),
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function revoke({ keys }: KeyDeps, { id, slug }: Account, lastFour: string): Promise<CommandResult> {
  const meant = (await keys.list(id)).filter((key) => key.lastFour === lastFour.slice(-4));
  const [key, ...others] = meant;
  if (key === undefined) return failed(1, `${slug} has no key that ends with ${lastFour.slice(-4)}`);
  if (others.length > 0) {
    return failed(1, `${slug} has several keys that end so: revoke them where they were made`);
  }
  await keys.revoke(OPERATOR, id, key.digest);
  return done(`${shownKey(key)} opens nothing any more`);
}

async function accountCalled(
  { findAccount }: Pick<KeyDeps, "findAccount">,
  name: string,
): Promise<Result<Account, CommandResult>> {
  const found = await findAccount(name);
  return found === null ? failure(failed(1, `There is no account "${name}"`)) : success(found.account);
}
