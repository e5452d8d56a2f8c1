import type { ErrorHandler, MiddlewareHandler } from "hono";
import type { Metrics } from "../../contracts/metrics.ts";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";
import type { Authenticator, Identify } from "../../contracts/auth/viewer.ts";
import { STORE_UNAVAILABLE, StoreUnavailable } from "../../contracts/errors.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { createClientNames } from "./client_names.ts";
import { cookieName } from "./cookie_name.ts";
import { failureResponse } from "./failure_response.ts";
import type { Guard } from "./guard.ts";
import { identifier } from "./identify.ts";
import { requestId } from "./request_id.ts";
import { requestPath } from "./request_path.ts";

/** What a request carries through its handlers. */
export interface RequestVariables {
  requestId: string;
  /** Who asks. */
  identify: Identify;
  /** The kind of route that answers, for the log; never the path, which may name a private repository. */
  route: string;
}

interface RequestScopeDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly authenticate: Authenticator;
  /** Origin where people sign in. */
  readonly issuer: string;
  /** Asked in order: the first that refuses a request answers it. */
  readonly guards?: readonly Guard[];
  /** Whether log lines name the paths of requests. */
  readonly logsPaths?: boolean;
}

const LOGGED_PATH = 200;

/** RFC 9110, section 9, and RFC 5789. Any other is whatever a client sent, of any length. */
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "CONNECT",
  "OPTIONS",
  "TRACE",
  "PATCH",
]);

/**
 * The outermost middleware: gives the request its id, has the guards look at it, hardens, counts and logs its answer. Pages and files
 * bring a policy of their own.
 */
export function requestScope(deps: RequestScopeDeps): MiddlewareHandler<{ Variables: RequestVariables }> {
  const clientOf = createClientNames(deps.newId());
  const sessionCookie = cookieName("session", deps.issuer);

  function refusalOf(request: Request, connection: unknown): Response | null {
    for (const guard of deps.guards ?? []) {
      const refusal = guard(request, connection);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  return async function requestScope(context, next) {
    const startedAt = deps.clock.now();
    const given = context.req.raw.headers;
    const id = requestId(given.get("x-request-id"), deps.newId);
    const client = clientOf({ peer: peerOf(context.env), forwardedFor: given.get("x-forwarded-for") });
    context.set("requestId", id);
    context.set("identify", identifier(deps.authenticate, context.req.raw, client, sessionCookie));
    context.set("route", "none");
    const refusal = refusalOf(context.req.raw, context.env);
    if (refusal === null) await next();
    else context.res = refusal;
    const { headers, status } = context.res;
    headers.set("x-request-id", id);
    headers.set("x-content-type-options", "nosniff");
    if (!headers.has("referrer-policy")) headers.set("referrer-policy", "no-referrer");
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    }
    const route = context.get("route");
    const ms = deps.clock.now() - startedAt;
    deps.metrics.count("skillmount_http_requests_total", { route, status: String(status) });
    deps.metrics.observe("skillmount_http_request_duration_seconds", { route }, ms / 1000);
    // The path of a link opens what it names.
    const path = deps.logsPaths && route !== "install.link"
      ? { path: requestPath(context.req.raw).slice(0, LOGGED_PATH) }
      : {};
    const method = METHODS.has(context.req.method) ? context.req.method : "other";
    deps.log("info", "request", { id, method, route, status, ms, ...path });
  };
}

/** The one place where an exception becomes an answer: a safe sentence, and a log line to find it by. */
export function unexpected(
  deps: Pick<RequestScopeDeps, "log">,
): ErrorHandler<{ Variables: RequestVariables }> {
  return function unexpected(error, context) {
    // The store has told it, once for all requests that it fails.
    if (error instanceof StoreUnavailable) return failureResponse(STORE_UNAVAILABLE);
    deps.log("error", "request_failed", { id: context.get("requestId"), ...whereItFailed(error) });
    return failureResponse({ code: "internal", reason: `request ${context.get("requestId")}` });
  };
}

/** The address of who connected, from what the server was given beside the request. */
function peerOf(connection: unknown): string | null {
  const address = memberOf(memberOf(connection, "remoteAddr"), "hostname");
  return typeof address === "string" ? address : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
