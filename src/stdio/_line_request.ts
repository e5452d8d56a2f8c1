import { Buffer } from "node:buffer";

/** A message as the transport needs to know it; everything else about it is the server's to judge. */
export interface LineMessage {
  /** Of a request; null for a notification, a response, a batch and what is no message. */
  readonly id: string | number | null;
  readonly method: string | null;
  /** The request that a notification calls off. */
  readonly cancels: string | number | null;
  /** What HTTP repeats of the message in headers, from the revision on that puts its envelope into `_meta`. */
  readonly headers: Readonly<Record<string, string>>;
}

const REVISION_KEY = "io.modelcontextprotocol/protocolVersion";

const NOTHING: LineMessage = { id: null, method: null, cancels: null, headers: {} };

export function readLine(text: string): LineMessage {
  const message = parsed(text);
  if (typeof message !== "object" || message === null || Array.isArray(message)) return NOTHING;
  const method = textOf(member(message, "method"));
  if (method === null) return NOTHING;
  const id = idOf(member(message, "id"));
  const params = member(message, "params");
  const cancels = method === "notifications/cancelled" ? idOf(member(params, "requestId")) : null;
  return { id, method, cancels, headers: headersOf(method, params) };
}

/** Standard request headers of revision 2026-07-28; the earlier revisions have none of them. */
function headersOf(method: string, params: unknown): Record<string, string> {
  const revision = textOf(member(member(params, "_meta"), REVISION_KEY));
  if (revision === null) return {};
  const name = textOf(member(params, method === "resources/read" ? "uri" : "name"));
  return {
    "mcp-protocol-version": headerValue(revision),
    "mcp-method": headerValue(method),
    ...(name !== null && { "mcp-name": headerValue(name) }),
  };
}

/** A text as it is, or in the form that the protocol has for what a header cannot hold. */
function headerValue(text: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?base64?")) return text;
  return `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function idOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
