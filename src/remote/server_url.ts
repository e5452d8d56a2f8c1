import type { Brand } from "../../contracts/brand.ts";
import { isLoopback } from "../../contracts/loopback.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/** A URL that credentials may be sent to: over TLS, or to this machine. Without credentials and fragment of its own. */
export type ServerUrl = Brand<URL, "ServerUrl">;

/** Fails with the rule that the text breaks. */
export function parseServerUrl(text: string): Result<ServerUrl, string> {
  const url = URL.parse(text);
  if (
    url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
  ) {
    return failure("it must be an https URL; http is for this machine alone");
  }
  if (url.username !== "" || url.password !== "") return failure("it must hold no name and no password");
  url.hash = "";
  return success(url as ServerUrl);
}
