import type { TestServer } from "../../support/test_server.ts";
import { type Era, message } from "../mcp.ts";

export const URL_ = "http://127.0.0.1/local/acme/library";

export async function answer(server: TestServer, request: Request) {
  const response = await server.fetch(request);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What opens a connection in each era. */
export function opening(era: Era, url = URL_): Request {
  return era === "modern" ? message(era, url, { method: "server/discover" }) : message(era, url, {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
}
