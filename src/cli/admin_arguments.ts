import { parseArgs } from "node:util";
import { TRUST_ACTIONS, type TrustAction } from "../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { KeyCommand } from "./_admin_keys.ts";
import { keyArguments } from "./_key_arguments.ts";
import {
  ACCOUNT_MEANINGS,
  ACCOUNT_USAGE,
  type AccountArguments,
  accountArguments,
  isAboutAccounts,
} from "./accounts/account_arguments.ts";
import { type CommandResult, done } from "./command_result.ts";
import { misunderstood } from "./misunderstood.ts";

/** What an operator asks for. */
export type AdminArguments =
  | { readonly command: "accounts"; readonly asked: AccountArguments }
  | KeyCommand
  | { readonly command: "trust list" | "collect" | "compact" | "catalog rebuild" }
  | { readonly command: "trust"; readonly action: TrustAction; readonly address: string }
  | { readonly command: "list" | "queue"; readonly isJson: boolean }
  /** Null: every failed commit. */
  | { readonly command: "retry"; readonly address: string | null }
  | { readonly command: "refresh" | "purge"; readonly address: string }
  | { readonly command: "backup"; readonly path: string };

const FORMS = [
  "trust list",
  "trust verify|feature|block|clear <address>",
  "list|queue [--json]",
  "retry <address>|--all",
  "refresh|purge <address>",
  "collect|compact",
  "catalog rebuild",
  "backup <file>",
  ...ACCOUNT_USAGE,
  "key create <account> [--write | --catalog] [--skill <name>]... [--days <n>] [--label <text>]",
  "key list <account> [--json]",
  "key revoke <account> <last four>",
];

const usage = (program: string) =>
  [
    ...FORMS.map((form, index) => `${index === 0 ? "Usage:" : "      "} ${program} admin ${form}`),
    "",
    "  trust     list: every repository on a list",
    "            verify: vouches for the default branch, served in full, without a notice",
    "            feature: recommends the repository",
    "            block: answers as if the repository did not exist; goes before the other lists",
    "            clear: takes the repository off all lists",
    "  list      shows every snapshot: commit, state, size, last read",
    "  queue     shows what waits, is being indexed or has failed, and when it is tried next",
    "  retry     tries failed commits again, also those that are not tried again by themselves",
    "  refresh   asks the host again what the repository and its refs are",
    "  purge     deletes everything stored of a repository but its place on the lists",
    "  collect   takes out what nobody needs any more, as a server does every day",
    "  catalog   rebuild: makes what the public catalog lists and finds anew, from the skills as they are",
    "  compact   gives the space of what was deleted back to the file system; servers cannot write meanwhile",
    "  backup    copies the store to a new file as of one moment; a server restores it with KV_PATH",
    ...ACCOUNT_MEANINGS,
    "  key       create: prints a key that reads for the account, this once; --write lets it publish, --catalog makes it one of",
    "            the public catalog, --skill confines it to skills of the account (or owner/name), --days lets it run out",
    "            list: every key by its prefix and last four, with what it may and when it was used last",
    "            revoke: the key opens nothing any more from the next request on",
    "",
    "An address is /<host>/<owner>/<repo>. All of it works beside running servers, on the store that the",
    "environment names, and they follow within 30 seconds; what is about accounts, people, apps and keys at once.",
    "With --dev it is on the store of the dev server. Exit codes: 0 done, 1 not done, 2 not understood.",
  ].join("\n");

/**
 * What the command line asks for; fails with what is not understood, or how the command is used where that was asked for.
 *
 * @param program What a person types before the name of the command.
 */
export function adminArguments(
  args: readonly string[],
  program = "deno task",
): Result<AdminArguments, CommandResult> {
  const typed = { command: `${program} admin`, args, forms: FORMS, usage: usage(program), code: 2 };
  const misused = failure(misunderstood(typed));
  const [command, ...rest] = args;
  if (command === "key" && !rest.includes("--help") && !rest.includes("-h")) {
    const asked = keyArguments(rest);
    return asked === null ? misused : success(asked);
  }
  if (isAboutAccounts(args) && !args.includes("--help") && !args.includes("-h")) {
    const parsed = accountArguments(args);
    return parsed === null ? misused : success({ command: "accounts", asked: parsed });
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        all: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
      allowPositionals: true,
    });
    if (values.help) return failure(done(usage(program)));
    const parsed = parse(positionals, values.json, values.all);
    return parsed === null ? misused : success(parsed);
  } catch {
    return misused;
  }
}

function parse(words: readonly string[], isJson: boolean, isAll: boolean): AdminArguments | null {
  const [command = "", argument, ...more] = words;
  if (command === "trust") return isJson || isAll ? null : parseTrust(words.slice(1));
  if (command === "catalog") {
    const isRebuild = argument === "rebuild" && more.length === 0 && !isJson && !isAll;
    return isRebuild ? { command: "catalog rebuild" } : null;
  }
  if (more.length > 0) return null;
  const isPlain = argument === undefined && !isAll;
  switch (command) {
    case "list":
    case "queue":
      return isPlain ? { command, isJson } : null;
    case "collect":
    case "compact":
      return isPlain && !isJson ? { command } : null;
    case "retry":
      return isJson || isAll === (argument !== undefined) ? null : { command, address: argument ?? null };
    case "refresh":
    case "purge":
      return isJson || isAll || argument === undefined ? null : { command, address: argument };
    case "backup":
      return isJson || isAll || argument === undefined ? null : { command, path: argument };
    default:
      return null;
  }
}

function parseTrust([action = "", address, ...more]: readonly string[]): AdminArguments | null {
  if (more.length > 0) return null;
  if (action === "list") return address === undefined ? { command: "trust list" } : null;
  return isAction(action) && address !== undefined ? { command: "trust", action, address } : null;
}

function isAction(text: string): text is TrustAction {
  return TRUST_ACTIONS.some((action) => action === text);
}
