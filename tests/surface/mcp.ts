import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

/** Messages as a client of each era sends them, without a client. */

export type Era = "legacy" | "modern";

export const ERAS: readonly Era[] = ["legacy", "modern"];

const MODERN = "2026-07-28";

export interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly id?: string | number;
}

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export function message(era: Era, url: string, { method, params = {}, id = 1 }: Message): Request {
  if (era === "legacy") return post(url, { jsonrpc: "2.0", id, method, params });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = method === "resources/read" ? params.uri : params.name;
  const named = typeof name === "string" ? { "mcp-name": headerValue(name) } : {};
  return post(url, { jsonrpc: "2.0", id, method, params: { ...params, _meta } }, {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...named,
  });
}

/** A header's text as it is, or in the form that the protocol has for what a header cannot hold. */
function headerValue(text: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text)) return text;
  return `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** UTF-8 bytes of the serialized result. */
  readonly bytes: number;
}

/** Calls a tool and checks the shape that every answer has. */
export async function callTool(
  fetch: (request: Request) => Promise<Response>,
  era: Era,
  url: string,
  name: string,
  args: unknown,
): Promise<ToolAnswer> {
  const response = await fetch(
    message(era, url, { method: "tools/call", params: { name, arguments: args } }),
  );
  assert.equal(response.status, 200);
  const { result } = await response.json();
  assert.deepEqual(Object.keys(result).sort(), [
    ...(era === "modern" ? ["_meta"] : []),
    "content",
    ...(result.isError === undefined ? [] : ["isError"]),
    ...(era === "modern" ? ["resultType"] : []),
  ]);
  assert.equal(result.content.length, 1);
  assert.deepEqual(Object.keys(result.content[0]).sort(), ["text", "type"]);
  const bytes = new TextEncoder().encode(JSON.stringify(result)).length;
  assert(bytes <= 24_576, `${name} answers ${bytes} bytes`);
  return { text: result.content[0].text, isError: result.isError === true, bytes };
}
