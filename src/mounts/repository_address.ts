import type { HostTable } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import { type Result, success } from "../../contracts/result.ts";
import { formatAddress, parseAddress, ROOT_PATH } from "../format/mod.ts";

/**
 * The canonical address of the whole repository that an address names, however that is spelled and
 * whatever ref and path it has. Fails with an `address.*` code.
 *
 * @param text The raw path of a URL, never decoded.
 */
export function repositoryAddress(text: string, hosts: HostTable): Result<string, Failure> {
  const parsed = parseAddress(text, hosts);
  if (!parsed.ok) return parsed;
  const whole = { ...parsed.value, revision: { kind: "default" }, path: ROOT_PATH } as const;
  return success(formatAddress(whole, hosts));
}
