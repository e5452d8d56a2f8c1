import type { Handler } from "hono";
import { ACCOUNT_INSTRUCTIONS } from "../../../contracts/mcp/account_tools.ts";
import type { Log } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Library } from "../../../contracts/library/library.ts";
import { success } from "../../../contracts/result.ts";
import {
  failureHeaders,
  failureResponse,
  type ReadBody,
  type RequestVariables,
  type TellAccountRefusal,
} from "../../http/mod.ts";
import { createEndpoint, serverIdentity } from "../protocol/mod.ts";
import { accountMethods } from "./account_methods.ts";
import { type AccountServer, openAccount, type OpenAccountDeps } from "./account_server.ts";

export interface AccountRouteDeps extends OpenAccountDeps {
  readonly library: Library;
  readonly tellRefusal: TellAccountRefusal;
  readonly version: string;
  /** Where people read about the server; null where it is not known. */
  readonly websiteUrl: string | null;
  readonly readBody: ReadBody;
  readonly log: Log;
}

/** The MCP server of the account whose key or token a request carries, in both eras and without sessions. */
export function accountRoute(deps: AccountRouteDeps): Handler<{ Variables: RequestVariables }> {
  const { access, tellRefusal, library, version, websiteUrl } = deps;
  const identity = serverIdentity({
    name: "skillmount",
    title: "Skill library",
    description: "The agent skills of one account",
    version,
    ...(websiteUrl !== null && { websiteUrl }),
  });
  const endpoint = createEndpoint<AccountServer>({ ...deps, methods: accountMethods(library) });

  return async function accountRoute(context) {
    context.set("route", "mcp.account");
    const request = context.req.raw;
    const asker = await context.get("identify")("bearer");
    const caller = await access.callerOf(asker);
    const refused = caller.ok ? null : tellRefusal(caller.error, request.url);
    if (request.method !== "POST") {
      // Some clients begin with a GET, and sign in where that is challenged.
      return refused?.challenge === undefined
        ? failureResponse({ code: "method.not_allowed" }, { allow: "POST" })
        : failureResponse(refused);
    }
    const response = await endpoint(
      request,
      context.get("requestId"),
      (asksForInstructions) => {
        const instructions = asksForInstructions ? ACCOUNT_INSTRUCTIONS : null;
        return Promise.resolve(
          success(openAccount(deps, { request, asker }, caller, identity, instructions)),
        );
      },
    );
    return refused?.challenge === undefined || response.status >= 500
      ? response
      : challenged(response, refused);
  };
}

/** Without good credentials everything is 401; a body that says more, as a tool's own error does, stays. */
async function challenged(response: Response, refused: Failure): Promise<Response> {
  const body = await response.text();
  if (body === "") return failureResponse(refused);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(failureHeaders(refused))) headers.set(name, value);
  return new Response(body, { status: 401, headers });
}
