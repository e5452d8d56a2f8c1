import type { HostTable } from "../../../contracts/addresses.ts";
import type { PeopleStore } from "../../../contracts/auth/people.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import {
  type AddressKeys,
  linkPerson,
  parseClientId,
  type RevokeAccessDeps,
  revokeClient,
  revokePerson,
} from "../../auth/mod.ts";
import { parseAddress, parseHostKey } from "../../format/mod.ts";
import { failureMessage } from "../../http/mod.ts";
import type { Accounts } from "../../library/mod.ts";
import { countText } from "../count_text.ts";
import { type CommandResult, done, failed } from "../command_result.ts";
import type { AccountArguments } from "./account_arguments.ts";

export interface AccessCommandDeps {
  readonly accounts: Accounts;
  readonly people: PeopleStore;
  readonly access: RevokeAccessDeps;
  /** Null: no address asks for anything on this deployment. */
  readonly addressKeys: AddressKeys | null;
  readonly hostTable: HostTable;
}

export type AccessCommand = Extract<
  AccountArguments,
  { readonly command: "person revoke" | "client revoke" | `address-key ${string}` }
>;

/** What the operator does with who and what may read here. */
export async function runAccessCommand(
  deps: AccessCommandDeps,
  asked: AccessCommand,
): Promise<CommandResult> {
  switch (asked.command) {
    case "person revoke":
      return await personRevoke(deps, asked.person);
    case "client revoke":
      return await clientRevoke(deps, asked.client);
  }
  if (deps.addressKeys === null) {
    return failed(
      1,
      "No address asks for a key on this deployment: set AUTH_SECRET and PUBLIC_URL, for the server too",
    );
  }
  switch (asked.command) {
    case "address-key create":
      return await createKey(deps.addressKeys, deps.hostTable, asked.address, asked.days);
    case "address-key list":
      return await listKeys(deps.addressKeys);
    case "address-key revoke":
      return await revokeKey(deps.addressKeys, asked.key);
  }
}

async function personRevoke(deps: AccessCommandDeps, named: string): Promise<CommandResult> {
  const person = await personCalled(deps, named);
  if (person === null) return failed(1, `Nobody called "${named}" has signed in`);
  const { grants, keys } = await revokePerson(person, deps.access, true);
  return done([
    `Ended all sessions of ${named}, ${countText(grants, "grant")} and ${countText(keys, "key")}`,
    "They may sign in again; SIGN_IN_ALLOWED says who may",
  ].join("\n"));
}

/** `host:login`, or the name of an account, for who signs in by its links. */
async function personCalled(
  { accounts, people }: AccessCommandDeps,
  named: string,
): Promise<PersonId | null> {
  const [, key = "", login = ""] = /^([^:]+):(.+)$/.exec(named) ?? [];
  const host = parseHostKey(key);
  if (host.ok) return (await people.byLogin(host.value, login))?.id ?? null;
  const found = await accounts.find(named);
  if (found === null) return null;
  return (await people.person(linkPerson(found.account.id)))?.id ?? null;
}

async function clientRevoke({ access }: AccessCommandDeps, text: string): Promise<CommandResult> {
  const client = parseClientId(text);
  if (client === null) return failed(1, `"${text}" is no id of an app: it begins with dc_ or https://`);
  const revoked = await revokeClient(client, access);
  if (revoked === null) return failed(1, "Nothing is known of that app");
  return done([
    `Ended ${countText(revoked.grants, "grant")} of the app, and forgot what it registered`,
    "It may register again, and reads nothing until somebody allows it anew",
  ].join("\n"));
}

async function createKey(
  keys: AddressKeys,
  hosts: HostTable,
  text: string,
  days: number,
): Promise<CommandResult> {
  const address = parseAddress(text.startsWith("/") ? text : `/${text}`, hosts);
  if (!address.ok) return failed(1, failureMessage(address.error));
  const made = await keys.make(null, address.value, days);
  return made.ok ? done(made.value) : failed(1, failureMessage(made.error));
}

async function listKeys(keys: AddressKeys): Promise<CommandResult> {
  const lines = (await keys.list(null)).map(({ address, lastFour, createdAt, expiresAt }) =>
    `ak_live_…${lastFour}  ${address}  made ${utcDay(createdAt)}  until ${utcDay(expiresAt)}`
  );
  return done(lines.length === 0 ? "There is no key of the operator's" : lines.join("\n"));
}

async function revokeKey(keys: AddressKeys, text: string): Promise<CommandResult> {
  const ending = text.slice(-4);
  const found = (await keys.list(null)).filter(({ lastFour }) => lastFour === ending);
  const [key, ...more] = found;
  if (key === undefined) return failed(1, `No key of the operator's ends with "${ending}"`);
  if (more.length > 0) {
    return failed(
      1,
      `${found.length} keys of the operator's end with "${ending}": wait until one of them has run out`,
    );
  }
  await keys.revoke(null, key.digest);
  return done(`ak_live_…${key.lastFour} opens nothing any more`);
}
