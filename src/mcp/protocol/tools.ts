import { failure, success } from "../../../contracts/result.ts";
import { JSON_RPC } from "./json_rpc.ts";
import { method, type NamedMethod, type RequestContext, type ToolText } from "./method.ts";
import type { CacheHint } from "./open_server.ts";
import { FORMS } from "./params.ts";
import { traced } from "./traced.ts";

/** Lists that are the same at every address of a kind of server, and change with the program alone. */
export const SAME_EVERYWHERE: CacheHint = { ttlMs: 86_400_000, cacheScope: "public" };

/** The methods of a server's tools, as `tools/list` shows them. */
export function toolMethods<Name extends string, Server>(
  tools: readonly { readonly name: Name }[],
  call: (tool: Name, given: unknown, server: Server, context: RequestContext) => Promise<ToolText>,
): readonly NamedMethod<Server>[] {
  const byName = new Map<string, Name>(tools.map(({ name }) => [name, name]));
  const unknown = `There is no such tool: the tools are ${[...byName.keys()].join(", ")}`;
  return [
    method("tools/list", FORMS.shortList, () => success({ result: { tools }, cache: SAME_EVERYWHERE })),
    method("tools/call", FORMS.tool, async (params, server, context) => {
      const tool = byName.get(params.name);
      if (tool === undefined) return failure({ code: JSON_RPC.invalidParams, message: unknown });
      return success(await traced(tool, () => call(tool, params.arguments, server, context)));
    }),
  ];
}
