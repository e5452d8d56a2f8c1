/** The headers by which others on the way tell requests apart, as they were sent. */
export interface RoutingHeaders {
  readonly revision: string | null;
  readonly method: string | null;
  readonly name: string | null;
}

export function routingHeaders(headers: Headers): RoutingHeaders {
  return {
    revision: headers.get("mcp-protocol-version"),
    method: headers.get("mcp-method"),
    name: headers.get("mcp-name"),
  };
}
