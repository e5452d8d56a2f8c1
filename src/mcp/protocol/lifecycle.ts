import { SUBSCRIPTION_ID_META_KEY, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { success } from "../../../contracts/result.ts";
import { method, type Methods, type NamedMethod } from "./method.ts";
import type { OpenedServer } from "./open_server.ts";
import { FORMS } from "./params.ts";
import { CURRENT_REVISION } from "./revisions.ts";

/** The methods by which a client learns what a server is, each of one era. */
const ASKS_FOR_INSTRUCTIONS: ReadonlySet<string> = new Set(["initialize", "server/discover"]);

export function asksForInstructions(method: string): boolean {
  return ASKS_FOR_INSTRUCTIONS.has(method);
}

/**
 * The methods of a server in each era: its own, and those that tell what it is. None of ours has anything
 * that changes while a client is there, so that a subscription is acknowledged with nothing in it and ends
 * at once: no stream is held open (docs/design/mcp.md "Connection and prompt").
 */
export function methodsOf<Server extends OpenedServer>(
  capabilities: Readonly<Record<string, unknown>>,
  own: readonly NamedMethod<Server>[],
): Methods<Server> {
  return {
    legacy: new Map([
      ...own,
      method("initialize", FORMS.initialize, ({ protocolVersion }, { identity, instructions }: Server) => {
        const [latest] = SUPPORTED_PROTOCOL_VERSIONS;
        const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion);
        return success({
          result: {
            protocolVersion: isKnown ? protocolVersion : latest,
            capabilities,
            serverInfo: identity.info,
            ...told(instructions),
          },
        });
      }),
      method("ping", FORMS.none, () => success({ result: {} })),
    ]),
    modern: new Map([
      ...own,
      method("server/discover", FORMS.none, (_params, { instructions, cache }: Server) =>
        success({
          result: { supportedVersions: [CURRENT_REVISION], capabilities, ...told(instructions) },
          cache,
        })),
      method("subscriptions/listen", FORMS.subscription, (_params, _server: Server, { id }) => {
        const meta = { [SUBSCRIPTION_ID_META_KEY]: id };
        const params = { notifications: {}, _meta: meta };
        return success({
          result: {},
          meta,
          before: { method: "notifications/subscriptions/acknowledged", params },
        });
      }),
    ]),
  };
}

function told(instructions: string | null) {
  return instructions === null ? {} : { instructions };
}
