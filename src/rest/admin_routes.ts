import { Hono } from "hono";
import type { Failure } from "../../contracts/errors.ts";
import { ADMIN_BODY_BYTES, REST_QUERIES, TRUST_CHANGE } from "../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import {
  bearerProblem,
  failureResponse,
  isJson,
  parseJson,
  queryReader,
  type ReadBody,
  requestPath,
  type RequestVariables,
} from "../http/mod.ts";
import type { UsageOverDays, UsageQuestion } from "../reading/mod.ts";
import type { TrustedAddress, TrustRegister } from "../mounts/mod.ts";

interface AdminRoutesDeps {
  readonly register: TrustRegister;
  /** Whoever presents it is the operator. */
  readonly token: string;
  readonly readBody: ReadBody;
  /** What is used of a public repository; left out where nothing is counted. */
  readonly usageOf?: (address: string, question: UsageQuestion) => Promise<Result<UsageOverDays, Failure>>;
}

/**
 * The operator's interface below `/admin`: `GET /v1/trust` lists, `POST /v1/trust` changes, `GET /v1/usage/<address>` counts.
 * Nothing there is told without the token, not even which paths there are.
 */
export function adminRoutes(
  { register, token, readBody, usageOf }: AdminRoutesDeps,
): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use(async (context, next) => {
    context.set("route", "admin");
    const code = bearerProblem(context.req.raw.headers.get("authorization"), token);
    if (code !== null) return failureResponse({ code }, { "www-authenticate": challenge(code) });
    return await next();
  });
  routes.get("/v1/trust", async () => answer({ repositories: (await register.list()).map(shown) }));
  routes.post("/v1/trust", async (context) => {
    const change = await readChange(context.req.raw, readBody);
    if (!change.ok) return failureResponse(change.error);
    const changed = await register.change(change.value.action, change.value.address);
    return changed.ok ? answer(shown(changed.value)) : failureResponse(changed.error);
  });
  routes.all(
    "/v1/trust",
    () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD, POST" }),
  );
  if (usageOf !== undefined) {
    routes.get("/v1/usage/*", async ({ req }) => {
      const question = readQuestion(req.raw);
      if (!question.ok) return failureResponse(question.error);
      const found = await usageOf(requestPath(req.raw).slice("/admin/v1/usage".length), question.value);
      return found.ok ? answer(found.value) : failureResponse(found.error);
    });
  }
  routes.all("*", () => failureResponse({ code: "route.not_found" }));
  return routes;
}

const readQuestion = queryReader(REST_QUERIES.usage);

async function readChange(
  request: Request,
  readBody: ReadBody,
): Promise<Result<ReturnType<typeof TRUST_CHANGE.parse>, Failure>> {
  if (!isJson(request.headers.get("content-type"))) return failure({ code: "request.not_json" });
  const text = await readBody(request, ADMIN_BODY_BYTES);
  if (!text.ok) return text;
  const change = TRUST_CHANGE.safeParse(parseJson(text.value));
  if (change.success) return success(change.data);
  const hint = 'Send {"action":"verify"|"feature"|"block"|"clear","address":"/<host>/<owner>/<repo>"}';
  return failure({ code: "request.invalid", hint });
}

function shown({ changedAt, ...trusted }: TrustedAddress) {
  return { ...trusted, changedAt: changedAt === null ? null : new Date(changedAt).toISOString() };
}

function answer(value: unknown): Response {
  return Response.json(value, { headers: { "cache-control": "no-store" } });
}

/** RFC 6750, section 3: no error code where no token was presented. */
function challenge(code: string): string {
  const realm = 'Bearer realm="skillmount admin"';
  return code === "auth.invalid_token" ? `${realm}, error="invalid_token"` : realm;
}
