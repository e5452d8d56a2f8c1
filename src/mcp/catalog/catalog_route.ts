import type { Handler } from "hono";
import { CATALOG_INSTRUCTIONS, CATALOG_TOOLS } from "../../../contracts/mcp/catalog_tools.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import type { RequestVariables } from "../../http/mod.ts";
import { countedMethods } from "../keyed/counted_methods.ts";
import { keyedRoute, type KeyedRouteDeps } from "../keyed/keyed_route.ts";
import type { KeyedServer } from "../keyed/keyed_server.ts";
import { toolMethods } from "../protocol/mod.ts";
import { callTool } from "./call_tool.ts";

export interface CatalogRouteDeps extends KeyedRouteDeps {
  readonly catalog: PublicCatalog;
}

const CAPABILITIES = { tools: { listChanged: false } } as const;

/** The MCP server of the public catalog, for who shows a catalog key, in both eras and without sessions. */
export function catalogRoute(deps: CatalogRouteDeps): Handler<{ Variables: RequestVariables }> {
  return keyedRoute(deps, {
    route: "mcp.catalog",
    title: "Skill catalog",
    description: "The public catalog of agent skills",
    instructions: CATALOG_INSTRUCTIONS,
    callerOf: deps.access.catalogCallerOf,
    methods: countedMethods(
      CAPABILITIES,
      toolMethods(
        CATALOG_TOOLS,
        (tool, given, { caller }: KeyedServer) => callTool(tool, given, caller, deps.catalog),
      ),
    ),
  });
}
