import type { Context, Handler } from "hono";
import type { Log } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import {
  failureResponse,
  isAddressPath,
  type ReadBody,
  requestPath,
  type RequestVariables,
  withoutTrailingSlash,
} from "../../http/mod.ts";
import { createEndpoint, type OpenServer } from "../protocol/mod.ts";
import { addressMethods } from "./address_methods.ts";
import { type AddressServer, createOpenAddress, type OpenAddressDeps } from "./open_address.ts";
import type { QuestionDeps } from "./read_and_render.ts";

export interface AddressRouteDeps extends OpenAddressDeps, QuestionDeps {
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  /** Whether somebody who shows no credentials may be asked for some. */
  readonly challenges: boolean;
  readonly readBody: ReadBody;
  readonly log: Log;
}

/**
 * Every path that is no other route: an address. `POST` speaks MCP. Pages have answered before where a
 * person asks; a `GET` that asks for JSON or an event stream gets MCP's 405, because there are no
 * sessions to stream.
 */
export function addressRoute(deps: AddressRouteDeps): Handler<{ Variables: RequestVariables }> {
  const openAddress = createOpenAddress(deps);

  /** What who asks is asked for before anything else; null: nothing. */
  async function refusedAt(context: Context<{ Variables: RequestVariables }>, path: string) {
    const asker = await context.get("identify")("bearer");
    const mount = await deps.open(withoutTrailingSlash(path), asker);
    return !mount.ok && mount.error.challenge !== undefined ? mount.error : null;
  }

  const endpoint = createEndpoint({ ...deps, methods: addressMethods(deps) });
  return async function addressRoute(context) {
    const request = context.req.raw;
    const path = requestPath(request);
    if (!isAddressPath(path)) return failureResponse({ code: "route.not_found" });
    if (request.method !== "POST") {
      // Some clients begin with a GET, and sign in where that is challenged.
      const asksFirst = deps.challenges && /^(?:GET|DELETE)$/.test(request.method);
      const refused = asksFirst ? await refusedAt(context, path) : null;
      return refused === null
        ? failureResponse({ code: "method.not_allowed" }, { allow: "POST" })
        : failureResponse(refused);
    }
    context.set("route", "mcp");
    const open: OpenServer<AddressServer> = async (instructions) => {
      const asker = await context.get("identify")("bearer");
      const mount = await deps.open(withoutTrailingSlash(path), asker);
      const server = mount.ok ? await openAddress(mount.value, instructions, { request, asker }) : mount;
      return server.ok ? server : failure({ failure: server.error });
    };
    return await endpoint(request, context.get("requestId"), open);
  };
}
