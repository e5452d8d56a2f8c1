import { type Context, Hono } from "hono";
import type { AuditActor } from "../../../contracts/library/audit.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { accountOnly, type AccountVariables, failureResponse, requestPath } from "../../http/mod.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { patternOf, segmentsOf } from "../path_segments.ts";
import type { LibraryRoute } from "./library_route.ts";

type Routes = Hono<{ Variables: AccountVariables }>;

/** Serves routes to who may act for an account, each with what it asks of them. */
export function libraryRoutes(deps: LibraryRestDeps, served: readonly LibraryRoute[]): Routes {
  const routes: Routes = new Hono();
  const methods = new Map<string, string[]>();
  for (const route of served) {
    const pattern = patternOf(route.path);
    methods.set(pattern, [...methods.get(pattern) ?? [], route.method]);
    routes.on(
      route.method,
      pattern,
      accountOnly(deps, {
        scope: route.scope,
        ...(route.isFree && { isFree: true }),
        ...(route.takesJobs && { takesJobs: true }),
      }),
      (context) => respond(deps, route, context),
    );
  }
  for (const [pattern, own] of methods) {
    const allow = own.flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]).join(", ");
    routes.all(pattern, () => failureResponse({ code: "method.not_allowed" }, { allow }));
  }
  return routes;
}

async function respond(
  { tellRefusal }: LibraryRestDeps,
  route: LibraryRoute,
  context: Context<{ Variables: AccountVariables }>,
): Promise<Response> {
  context.set("route", "library");
  const request = context.req.raw;
  const segments = segmentsOf(route.path, requestPath(request));
  if (!segments.ok) return failureResponse(segments.error);
  const caller = context.get("caller");
  const asker = await context.get("identify")("bearer");
  const author = authorOf(caller, context.get("requestId"));
  const answer = await route.respond({ request, caller, author, asker }, segments.value);
  return answer.ok ? answer.value : failureResponse(tellRefusal(answer.error, request.url));
}

function authorOf({ account, skills, by, role }: Caller, request: string): LibraryAuthor {
  const mayPublishGlobally = by.kind === "job" ? by.job.visibility === "global" : role !== "member";
  return { account, skills, actor: actorOf(by), request, mayPublishGlobally };
}

function actorOf(by: Caller["by"]): AuditActor {
  switch (by.kind) {
    case "key":
      return { kind: "key", lastFour: by.lastFour, maker: by.maker };
    case "job":
      return { kind: "job", repository: by.job.repository, run: by.job.run };
    case "token":
      return { kind: "person", person: by.person, login: by.person };
  }
}
