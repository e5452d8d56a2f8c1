import type { Handler } from "hono";
import { ACCOUNT_INSTRUCTIONS } from "../../../contracts/mcp/account_tools.ts";
import type { Library } from "../../../contracts/library/library.ts";
import type { RequestVariables } from "../../http/mod.ts";
import { keyedRoute, type KeyedRouteDeps } from "../keyed/keyed_route.ts";
import { accountMethods } from "./account_methods.ts";

export interface AccountRouteDeps extends KeyedRouteDeps {
  readonly library: Library;
}

/** The MCP server of the account whose key or token a request carries, in both eras and without sessions. */
export function accountRoute(deps: AccountRouteDeps): Handler<{ Variables: RequestVariables }> {
  return keyedRoute(deps, {
    route: "mcp.account",
    title: "Skill library",
    description: "The agent skills of one account",
    instructions: ACCOUNT_INSTRUCTIONS,
    callerOf: deps.access.callerOf,
    methods: accountMethods(deps.library),
  });
}
