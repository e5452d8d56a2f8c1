import { Hono } from "hono";
import { bearerProblem, failureResponse, type RequestVariables } from "../http/mod.ts";

interface MetricsRoutesDeps {
  /** What was counted, in the text format of Prometheus. */
  readonly text: () => string;
  /** Whoever presents it may read; null: everybody may. */
  readonly token: string | null;
}

/** `GET /metrics`: what this process counted. It names no repository. */
export function metricsRoutes({ text, token }: MetricsRoutesDeps): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use("/metrics", async (context, next) => {
    context.set("route", "metrics");
    const given = context.req.raw.headers.get("authorization");
    const code = token === null ? null : bearerProblem(given, token);
    if (code === null) return await next();
    return failureResponse({ code }, { "www-authenticate": 'Bearer realm="skillmount metrics"' });
  });
  routes.get("/metrics", (context) =>
    context.body(text(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    }));
  routes.all("/metrics", () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" }));
  return routes;
}
