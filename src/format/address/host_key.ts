import { type HostKey, RESERVED_ROUTES } from "../../../contracts/addresses.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** Parses the key of a git host, such as `gh`; the error is the reason. Routes are never host keys. */
export function parseHostKey(text: string): Result<HostKey, string> {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(text)) {
    return failure("a host key is a lowercase letter, then at most 31 lowercase letters, digits or hyphens");
  }
  if (RESERVED_ROUTES.has(text)) return failure("a route of this server is never a host key");
  return success(text as HostKey);
}
