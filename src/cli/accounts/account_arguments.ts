import { parseArgs } from "node:util";
import { LIMIT_NAMES, type LimitName, type Plan, PLANS } from "../../../contracts/library/plans.ts";
import {
  CONNECTION_MEANINGS,
  CONNECTION_USAGE,
  type ConnectionArguments,
  connectionArguments,
} from "./connection_commands.ts";
import { REPORT_MEANINGS, REPORT_USAGE, type ReportArguments, reportArguments } from "./report_commands.ts";
import { SKILL_MEANINGS, SKILL_USAGE, type SkillArguments, skillArguments } from "./skill_arguments.ts";

/** What an operator asks for about accounts, what they publish, people, apps and keys. */
export type AccountArguments =
  | SkillArguments
  | { readonly command: "account create"; readonly name: string; readonly mayLookAlike: boolean }
  | { readonly command: "account show" | "account sign-in-link"; readonly name: string }
  | { readonly command: "account plan"; readonly name: string; readonly plan: Plan }
  | {
    readonly command: "account limit";
    readonly name: string;
    readonly limit: LimitName;
    /** Null: no bound; undefined: what the plan says. */
    readonly value: number | null | undefined;
  }
  | {
    readonly command: "account rename";
    readonly name: string;
    readonly to: string;
    readonly mayLookAlike: boolean;
  }
  | { readonly command: "account verify" | "account unverify"; readonly name: string }
  | { readonly command: "account suspend"; readonly name: string; readonly reason: string }
  | { readonly command: "account resume" | "account keep"; readonly name: string }
  | { readonly command: "account delete"; readonly name: string; readonly keepsGlobal: boolean }
  | { readonly command: "name reserve" | "name free"; readonly name: string }
  | { readonly command: "audit"; readonly name: string; readonly isJson: boolean }
  | { readonly command: "stats recount" }
  | ReportArguments
  | ConnectionArguments
  | { readonly command: "person revoke"; readonly person: string }
  | { readonly command: "client revoke"; readonly client: string }
  | { readonly command: "address-key create"; readonly address: string; readonly days: number }
  | { readonly command: "address-key list" }
  | { readonly command: "address-key revoke"; readonly key: string };

export const ACCOUNT_USAGE = [
  "account create <name> [--force]",
  "account show|sign-in-link <name>",
  "account plan <name> publisher|team",
  "account limit <name> <limit> <number>|unlimited|plan",
  "account rename <name> <new name> [--force]",
  "account verify|unverify|resume|keep <name>",
  "account suspend <name> <reason>",
  "account delete <name> [--global keep|remove]",
  "name reserve|free <name>",
  "audit <name> [--json]",
  ...SKILL_USAGE,
  ...REPORT_USAGE,
  ...CONNECTION_USAGE,
  "stats recount",
  "person revoke <host>:<login>|<name>",
  "client revoke <client id>",
  "address-key create <address> [--days <number>]",
  "address-key list",
  "address-key revoke <last four characters>",
];

export const ACCOUNT_MEANINGS = [
  "  account   create: makes an organisation; --force allows a name that looks like another",
  "            show: what it is, may use, and who belongs to it",
  "            sign-in-link: a link that signs one browser in as an owner, once, within an hour",
  `            limit: of ${LIMIT_NAMES.map(kebab).join(", ")}`,
  "            suspend, resume: nothing is read or written with its keys and tokens meanwhile",
  "            delete: in seven days, until when keep stops it; --global: what becomes of its global skills",
  "  name      reserve, free: keeps a name, and what looks like it, from everybody",
  "  audit     what was changed in an account, the newest last",
  ...SKILL_MEANINGS,
  ...REPORT_MEANINGS,
  ...CONNECTION_MEANINGS,
  "  stats     recount: judges every holder and every rating anew, and mends the numbers",
  "  person    revoke: ends all sessions, grants and keys of somebody, or of who signs in by an account's links",
  "  client    revoke: ends everything that an app holds",
  "  address-key  keys that read one address as the operator; create shows the key once",
];

/** Whether the words are about accounts at all. */
export function isAboutAccounts([first]: readonly string[]): boolean {
  return /^(?:account|name|audit|skill|stats|reports|connections|person|client|address-key|sign-in-link)$/
    .test(
      first ?? "",
    );
}

/** Null: not understood. */
export function accountArguments(args: readonly string[]): AccountArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        force: { type: "boolean" },
        json: { type: "boolean" },
        days: { type: "string" },
        global: { type: "string" },
        acknowledge: { type: "string" },
        all: { type: "boolean" },
      },
      allowPositionals: true,
    });
    const options = Object.keys(values);
    const parsed = parse(positionals, values);
    return parsed !== null && options.every((option) => takes(parsed.command, option)) ? parsed : null;
  } catch {
    return null;
  }
}

const OPTIONS: Partial<Readonly<Record<AccountArguments["command"], string>>> = {
  "account create": "force",
  "account rename": "force",
  "account delete": "global",
  "audit": "json",
  "skill release": "acknowledge",
  "reports list": "all",
  "address-key create": "days",
};

function takes(command: AccountArguments["command"], option: string): boolean {
  return OPTIONS[command] === option;
}

interface Options {
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly days?: string | undefined;
  readonly global?: string | undefined;
  readonly acknowledge?: string | undefined;
  readonly all?: boolean | undefined;
}

function parse(words: readonly string[], options: Options): AccountArguments | null {
  const [topic = "", ...rest] = words;
  switch (topic) {
    case "account":
      return parseAccount(rest, options);
    case "sign-in-link":
      return parseAccount([topic, ...rest], options);
    case "skill":
      return skillArguments(rest, options.acknowledge);
    case "reports":
      return reportArguments(rest, options.all === true);
    case "connections":
      return connectionArguments(rest);
    case "audit": {
      const name = only(rest);
      return name === null ? null : { command: "audit", name, isJson: options.json === true };
    }
    case "address-key":
      return parseAddressKey(rest, options);
  }
  const [action, ...subjects] = rest;
  if (topic === "stats") {
    return action === "recount" && subjects.length === 0 ? { command: "stats recount" } : null;
  }
  const subject = only(subjects);
  if (subject === null) return null;
  if (topic === "name" && (action === "reserve" || action === "free")) {
    return { command: `name ${action}`, name: subject };
  }
  if (topic === "person" && action === "revoke") return { command: "person revoke", person: subject };
  if (topic === "client" && action === "revoke") return { command: "client revoke", client: subject };
  return null;
}

function parseAccount(
  [action = "", name = "", ...rest]: readonly string[],
  { force, global = "keep" }: Options,
): AccountArguments | null {
  const [value = "", last] = rest;
  if (name === "") return null;
  switch (action) {
    case "create":
      return rest.length === 0 ? { command: "account create", name, mayLookAlike: force === true } : null;
    case "show":
    case "sign-in-link":
    case "verify":
    case "unverify":
    case "resume":
    case "keep":
      return rest.length === 0 ? { command: `account ${action}`, name } : null;
    case "rename":
      return rest.length === 1
        ? { command: "account rename", name, to: value, mayLookAlike: force === true }
        : null;
    case "suspend":
      // The words of a reason need no quotes.
      return value === "" ? null : { command: "account suspend", name, reason: rest.join(" ") };
    case "delete":
      return rest.length === 0 && (global === "keep" || global === "remove")
        ? { command: "account delete", name, keepsGlobal: global === "keep" }
        : null;
    case "plan": {
      const plan = PLANS.find((known) => known === value);
      return plan !== undefined && rest.length === 1 ? { command: "account plan", name, plan } : null;
    }
    case "limit": {
      const limit = LIMIT_NAMES.find((known) => kebab(known) === value);
      const bound = rest.length === 2 && limit !== undefined ? parseBound(limit, last ?? "") : null;
      return bound === null || limit === undefined
        ? null
        : { command: "account limit", name, limit, value: bound.value };
    }
    default:
      return null;
  }
}

function parseAddressKey(
  [action, ...subjects]: readonly string[],
  { days = "365" }: Options,
): AccountArguments | null {
  if (action === "list") return subjects.length === 0 ? { command: "address-key list" } : null;
  const subject = only(subjects);
  if (subject === null) return null;
  if (action === "revoke") return { command: "address-key revoke", key: subject };
  if (action !== "create" || !/^\d{1,3}$/.test(days)) return null;
  return { command: "address-key create", address: subject, days: Number(days) };
}

/** Null: no bound that there is. */
function parseBound(limit: LimitName, text: string): { readonly value: number | null | undefined } | null {
  if (text === "plan") return { value: undefined };
  if (text === "unlimited") return limit === "callsPerDay" ? { value: null } : null;
  return /^\d{1,15}$/.test(text) ? { value: Number(text) } : null;
}

function only(words: readonly string[]): string | null {
  const [word] = words;
  return word === undefined || word === "" || words.length > 1 ? null : word;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
