import { parseArgs } from "node:util";
import type { KeyCommand } from "./_admin_keys.ts";

/** What the words after `admin key` ask for; null: it is not understood. */
export function keyArguments(args: readonly string[]): KeyCommand | null {
  const parsed = read(args);
  if (parsed === null) return null;
  const { values, positionals: [action, account, lastFour, ...more] } = parsed;
  const { catalog, write, skill, days, label, json } = values;
  const isPlain = !catalog && !write && skill.length === 0 && days === undefined && label === undefined;
  if (account === undefined || more.length > 0) return null;
  switch (action) {
    case "create": {
      const count = days === undefined ? null : Number(days);
      if (lastFour !== undefined || json || (catalog && write) || Number.isNaN(count)) return null;
      if (!skill.every((name) => /^(?:[\w-]+\/)?[\w-]+$/.test(name))) return null;
      return {
        command: "key create",
        account,
        isCatalog: catalog,
        writes: write,
        skills: skill,
        days: count,
        label: label ?? "",
      };
    }
    case "list":
      return isPlain && lastFour === undefined ? { command: "key list", account, isJson: json } : null;
    case "revoke":
      return isPlain && !json && lastFour !== undefined ? { command: "key revoke", account, lastFour } : null;
    default:
      return null;
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        catalog: { type: "boolean", default: false },
        write: { type: "boolean", default: false },
        skill: { type: "string", multiple: true, default: [] },
        days: { type: "string" },
        label: { type: "string" },
        json: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
}
