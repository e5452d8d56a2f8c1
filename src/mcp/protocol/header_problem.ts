import { Buffer } from "node:buffer";
import { JSON_RPC, type RpcError, type RpcRequest } from "./json_rpc.ts";
import type { RoutingHeaders } from "./routing_headers.ts";

/** What `mcp-name` repeats of the params, by the method (revision 2026-07-28, "Standard Request Headers"). */
const NAMED: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * What is wrong with the headers by which others on the way tell requests apart; null where nothing is.
 * That those there name the revision and the method of the body was checked when it was classified.
 */
export function headerProblem(headers: RoutingHeaders, { method, params }: RpcRequest): RpcError | null {
  if (headers.revision === null) return mismatch("mcp-protocol-version is missing");
  if (headers.method === null) return mismatch("mcp-method is missing");
  const key = NAMED.get(method);
  if (key === undefined) return null;
  const given = headers.name;
  const named = textAt(params, key);
  if (given === null) return named === null ? null : mismatch("mcp-name is missing");
  const decoded = decode(given);
  if (decoded === null) return mismatch("mcp-name is not the Base64 form of a text");
  return named === null || decoded === named ? null : mismatch(`mcp-name is not the ${key} of the params`);
}

function mismatch(reason: string): RpcError {
  return {
    code: JSON_RPC.headerMismatch,
    message: `The headers and the body of the request must agree: ${reason}`,
  };
}

function textAt(params: unknown, key: "name" | "uri"): string | null {
  if (typeof params !== "object" || params === null || !(key in params)) return null;
  const value: unknown = Reflect.get(params, key);
  return typeof value === "string" ? value : null;
}

/** A header's text as it is, or out of the form that the protocol has for what a header cannot hold. */
function decode(text: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  if (encoded === undefined) return text;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
