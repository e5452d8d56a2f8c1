import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { Connection, ConnectionId, ConnectionStore } from "../../../contracts/library/connections.ts";
import type { Connections } from "../../../contracts/library/repository_sync.ts";
import type { Accounts } from "../../library/mod.ts";
import { failureMessage } from "../../http/mod.ts";
import { valueText } from "../check/terminal_text.ts";
import { type CommandResult, done, failed } from "../command_result.ts";

export type ConnectionArguments =
  | { readonly command: "connections list" }
  | {
    readonly command: "connections vouch" | "connections unvouch";
    readonly name: string;
    readonly id: string;
  };

export const CONNECTION_USAGE = ["connections list", "connections vouch|unvouch <account> <id>"];

export const CONNECTION_MEANINGS = [
  "  connections  list: repositories that publish to accounts, and what the last look came to",
  "            vouch: your word that the account may publish it, while it has the owner that it has now",
];

export interface ConnectionCommandDeps {
  readonly connections: Pick<ConnectionStore, "all">;
  readonly sync: Pick<Connections, "vouch">;
  readonly accounts: Pick<Accounts, "find">;
  readonly accountOf: AccountStore["account"];
}

/** What the words after `admin connections` ask for; null: not understood. */
export function connectionArguments(
  [action = "list", name, id, ...more]: readonly string[],
): ConnectionArguments | null {
  if (action === "list") return name === undefined ? { command: "connections list" } : null;
  if (action !== "vouch" && action !== "unvouch") return null;
  return name === undefined || id === undefined || more.length > 0
    ? null
    : { command: `connections ${action}`, name, id };
}

export async function runConnectionCommand(
  { connections, sync, accounts, accountOf }: ConnectionCommandDeps,
  asked: ConnectionArguments,
): Promise<CommandResult> {
  if (asked.command === "connections list") {
    const lines: string[] = [];
    for await (const connection of connections.all()) {
      const account = await accountOf(connection.account);
      lines.push(connectionText(connection, account?.slug ?? connection.account));
    }
    return done(lines.length === 0 ? "No repository is connected" : lines.join("\n"));
  }
  const found = await accounts.find(asked.name);
  if (found === null) return failed(1, `There is no account "${asked.name}"`);
  const acting = { actor: { kind: "operator" }, request: null } as const;
  const isVouched = asked.command === "connections vouch";
  const made = await sync.vouch(acting, found.account.id, asked.id as ConnectionId, isVouched);
  if (!made.ok) return failed(1, failureMessage(made.error));
  const { address } = made.value;
  return done(
    isVouched
      ? `${found.account.slug} may publish ${valueText(address)}; it is looked at within a minute`
      : `${found.account.slug} has to prove that it may publish ${valueText(address)}`,
  );
}

function connectionText({ id, address, vouched, looked }: Connection, slug: string): string {
  const state = looked === null
    ? "not looked at yet"
    : `${looked.state} ${new Date(looked.at).toISOString()}`;
  return `${slug}  ${id}  ${valueText(address)}  ${state}${vouched === null ? "" : "  vouched"}`;
}
