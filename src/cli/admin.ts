import { TRUST_ACTIONS, type TrustAction } from "../../contracts/rest.ts";
import { failureMessage } from "../http/mod.ts";
import type { TrustedAddress, TrustRegister } from "../mounts/mod.ts";
import { type CommandResult, failed } from "./command_result.ts";

export interface AdminDeps {
  readonly register: TrustRegister;
}

const USAGE = [
  "Usage: deno task admin trust list",
  "       deno task admin trust verify|feature|block|clear <address>",
  "",
  "  list      shows every repository on a list",
  "  verify    vouches for the default branch: served in full, without a notice",
  "  feature   recommends the repository",
  "  block     answers as if the repository did not exist; goes before the other lists",
  "  clear     takes the repository off all lists",
  "",
  "An address is /<host>/<owner>/<repo>. Every process follows within 30 seconds.",
].join("\n");

/** `admin trust ...`: what an operator says of repositories. Exit codes: 0 done, 1 not done, 2 not understood. */
export async function runAdmin({ register }: AdminDeps, args: readonly string[]): Promise<CommandResult> {
  const [topic, action = "", address, ...more] = args;
  if (topic !== "trust" || more.length > 0) return failed(2, USAGE);
  if (action === "list" && address === undefined) {
    const lines = (await register.list()).map(lineOf);
    return { code: 0, out: lines.length === 0 ? "No repository is on a list" : lines.join("\n"), err: "" };
  }
  if (!isAction(action) || address === undefined) return failed(2, USAGE);
  const changed = await register.change(action, address);
  return changed.ok
    ? { code: 0, out: lineOf(changed.value), err: "" }
    : failed(1, failureMessage(changed.error));
}

function isAction(text: string): text is TrustAction {
  return TRUST_ACTIONS.some((action) => action === text);
}

function lineOf({ address, verified, featured, blocked, changedAt }: TrustedAddress): string {
  const lists = [blocked && "blocked", verified && "verified", featured && "featured"].filter(Boolean);
  const since = changedAt === null ? "" : `  ${new Date(changedAt).toISOString()}`;
  return `${address}  ${lists.length === 0 ? "on no list" : lists.join(", ")}${since}`;
}
