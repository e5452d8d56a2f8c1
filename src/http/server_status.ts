import { type Context, Hono } from "hono";
import { failureResponse } from "./failure_response.ts";
import type { RequestVariables } from "./request_scope.ts";

interface ServerStatusDeps {
  /** Whether the store answers. */
  readonly ping: () => Promise<boolean>;
  readonly version: string;
  /** The reading-rule version: snapshots of another one are not served. */
  readonly rules: string;
}

type StatusContext = Context<{ Variables: RequestVariables }>;

/** `/healthz`: the process answers. `/readyz`: so does its store. `/version`: what it is. */
export function serverStatus(deps: ServerStatusDeps): Hono<{ Variables: RequestVariables }> {
  const answers: Readonly<Record<string, (context: StatusContext) => Response | Promise<Response>>> = {
    "/healthz": (context) => context.json({ status: "ok" }),
    "/readyz": async (context) =>
      await deps.ping()
        ? context.json({ status: "ready" })
        : failureResponse({ code: "server.not_ready", reason: "the store does not answer" }),
    "/version": (context) => context.json({ name: "skillmount", version: deps.version, rules: deps.rules }),
  };
  const routes = new Hono<{ Variables: RequestVariables }>();
  for (const [path, answer] of Object.entries(answers)) {
    routes.get(path, (context) => {
      context.set("route", "status");
      context.header("cache-control", "no-store");
      return answer(context);
    });
    routes.all(path, () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" }));
  }
  return routes;
}
