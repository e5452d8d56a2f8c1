import type { TrustAction } from "../../contracts/rest/requests.ts";
import { failureMessage } from "../http/mod.ts";
import type { TrustedAddress, TrustRegister } from "../mounts/mod.ts";
import { type CommandResult, done, failed } from "./command_result.ts";

/** `admin trust list`: every repository on a list. */
export async function adminTrustList(register: TrustRegister): Promise<CommandResult> {
  const lines = (await register.list()).map(lineOf);
  return done(lines.length === 0 ? "No repository is on a list" : lines.join("\n"));
}

/** `admin trust <action>`: what an operator says of a repository. */
export async function adminTrust(
  register: TrustRegister,
  action: TrustAction,
  address: string,
): Promise<CommandResult> {
  const changed = await register.change(action, address);
  return changed.ok ? done(lineOf(changed.value)) : failed(1, failureMessage(changed.error));
}

function lineOf({ address, verified, featured, blocked, changedAt }: TrustedAddress): string {
  const lists = [blocked && "blocked", verified && "verified", featured && "featured"].filter(Boolean);
  const since = changedAt === null ? "" : `  ${new Date(changedAt).toISOString()}`;
  return `${address}  ${lists.length === 0 ? "on no list" : lists.join(", ")}${since}`;
}
