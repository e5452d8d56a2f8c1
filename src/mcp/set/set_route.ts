import type { Handler } from "hono";
import type { Log } from "../../../contracts/ambient.ts";
import type { AccountAccess } from "../../../contracts/library/access.ts";
import type { Sets } from "../../../contracts/library/sets.ts";
import { failure, success } from "../../../contracts/result.ts";
import {
  budgetHeaders,
  failureResponse,
  type ReadBody,
  type RequestVariables,
  type SendAnswer,
  type TellAccountRefusal,
} from "../../http/mod.ts";
import { answerFrom, heading, overview } from "../../reading/mod.ts";
import { renderInstructions, renderServerInfo } from "../../render/mod.ts";
import { createEndpoint, type OpenServer, serverIdentity } from "../protocol/mod.ts";
import { setMethods, type SetServer } from "./set_methods.ts";

export interface SetRouteDeps {
  readonly sets: Pick<Sets, "open">;
  readonly access: Pick<AccountAccess, "spend">;
  readonly tellRefusal: TellAccountRefusal;
  readonly send: SendAnswer;
  /** How long a request waits for commits that were never read. */
  readonly indexWaitMs: number;
  readonly version: string;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
  readonly readBody: ReadBody;
  readonly log: Log;
}

/** A member's commit, a skill's version or the set itself may be another in a moment. */
const OPEN = { ttlMs: 60_000, cacheScope: "public" } as const;
const CLOSED = { ttlMs: 0, cacheScope: "private" } as const;

const PRIVATE = { "cache-control": "private, no-store", "vary": "authorization" };

/** `/sets/{owner}/{set}`: an MCP server over all members of a set, in both eras and without sessions. */
export function setRoute(deps: SetRouteDeps): Handler<{ Variables: RequestVariables }> {
  const { sets, access, tellRefusal, version } = deps;
  const endpoint = createEndpoint<SetServer>({ ...deps, methods: setMethods() });

  return async function setRoute(context) {
    const request = context.req.raw;
    if (request.method !== "POST") return failureResponse({ code: "method.not_allowed" }, { allow: "POST" });
    context.set("route", "mcp.set");
    const asker = await context.get("identify")("bearer");
    const { owner = "", set = "" } = context.req.param();
    const open: OpenServer<SetServer> = async (instructions) => {
      const opened = await sets.open({ owner, name: set, asker, waitMs: deps.indexWaitMs });
      if (!opened.ok) return failure({ failure: tellRefusal(opened.error, request.url), headers: PRIVATE });
      const { source, isOpen, caller } = opened.value;
      const place = { origin: deps.publicOrigin(new URL(request.url).origin), hasPicture: false };
      const told = await answerFrom(source, async (read) =>
        success({
          identity: serverIdentity({ ...renderServerInfo(await heading(read), place), version }),
          instructions: instructions ? renderInstructions(await overview(read)) : null,
        }));
      if (!told.ok) return failure({ failure: told.error });
      let headers: Readonly<Record<string, string>> = isOpen ? {} : PRIVATE;
      return success({
        ...told.value,
        source,
        cache: isOpen ? OPEN : CLOSED,
        async spend() {
          if (caller === null) return null;
          const spent = await access.spend(caller);
          headers = { ...PRIVATE, ...budgetHeaders(spent.budget) };
          return spent.refusal === null ? null : { failure: spent.refusal, headers };
        },
        send: (json, own, status) => deps.send({ request, asker }, json, { ...headers, ...own }, status),
      });
    };
    return await endpoint(request, context.get("requestId"), open);
  };
}
