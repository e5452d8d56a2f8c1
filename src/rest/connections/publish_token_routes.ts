import { Hono } from "hono";
import type { Clock } from "../../../contracts/ambient.ts";
import type { PublishJobs } from "../../../contracts/library/publish_jobs.ts";
import {
  AUDIENCE_ANSWER,
  PUBLISH_TOKEN_ANSWER,
  TOKEN_EXCHANGE,
} from "../../../contracts/rest/connection_answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import { failureResponse, type ReadBody, type RequestVariables } from "../../http/mod.ts";
import { changeAnswer, changeResponse } from "../library/json_answer.ts";
import { readJson } from "../library/read_json.ts";
import type { Operation } from "../operation.ts";

export interface PublishTokenDeps {
  readonly jobs: PublishJobs;
  readonly readBody: ReadBody;
  readonly clock: Pick<Clock, "now">;
}

const PATH = "/api/v1/publish/token";

/** Against abuse: a signature costs more to check than to make up. */
const AT_ONCE = 20;
const PER_SECOND = 1;

/** What jobs ask before they publish, as the document describes it. */
export const PUBLISH_TOKEN_OPERATIONS: readonly Operation[] = [
  {
    id: "publishAudience",
    method: "GET",
    path: PATH,
    takesAddress: false,
    summary: "What a job asks its identity token for",
    description: "The audience that the token of a job must have to be exchanged here.",
    query: LIBRARY_QUERIES.none,
    answers: [changeResponse("The audience", AUDIENCE_ANSWER)],
    failures: [],
  },
  {
    id: "exchangeIdentityToken",
    method: "POST",
    path: PATH,
    takesAddress: false,
    summary: "Get a publish token for a job",
    description:
      "A job of a workflow that an account is connected to shows its OpenID Connect identity token, once, and gets a token that " +
      "publishes for that account for fifteen minutes and does nothing else.",
    query: LIBRARY_QUERIES.none,
    body: { mediaType: "application/json", schema: TOKEN_EXCHANGE },
    answers: [changeResponse("The token", PUBLISH_TOKEN_ANSWER)],
    failures: [
      "request.invalid",
      "request.not_json",
      "request.too_large",
      "request.timeout",
      "auth.invalid_token",
      "account.ambiguous",
      "account.suspended",
      "publish.not_allowed",
      "rate.limited",
      "server.not_ready",
      "store.unavailable",
    ],
  },
  {
    id: "endPublishToken",
    method: "DELETE",
    path: PATH,
    takesAddress: false,
    summary: "End a publish token",
    description:
      "The one that the request carries as its bearer token, so that nothing is left of it when a job is over.",
    query: LIBRARY_QUERIES.none,
    answers: [{
      status: 204,
      description: "It publishes nothing any more",
      mediaTypes: [],
      schema: null,
      headers: ["cache-control"],
    }],
    failures: ["auth.required", "auth.invalid_token", "store.unavailable"],
  },
];

/** Gives jobs of build systems what they publish with, for a proof of who they are in place of a secret. */
export function publishTokenRoutes(deps: PublishTokenDeps): Hono<{ Variables: RequestVariables }> {
  const tooFast = createTokenBuckets({ clock: deps.clock, capacity: AT_ONCE, refillMs: 1000 / PER_SECOND });
  const routes = new Hono<{ Variables: RequestVariables }>();

  routes.get(PATH, (context) => {
    context.set("route", "library");
    return changeAnswer({ audience: deps.jobs.audience });
  });

  routes.post(PATH, async (context) => {
    context.set("route", "library");
    const asker = await context.get("identify")("bearer");
    const seconds = tooFast(asker.client?.() ?? "");
    if (seconds > 0) return failureResponse({ code: "rate.limited", retryAfterSeconds: seconds });
    const said = await readJson(deps, context.req.raw, TOKEN_EXCHANGE);
    if (!said.ok) return failureResponse(said.error);
    const made = await deps.jobs.exchange(said.value.token, said.value.account);
    if (!made.ok) {
      const challenge = made.error.code === "auth.invalid_token" ? { challenge: "Bearer" } : {};
      return failureResponse({ ...made.error, ...challenge });
    }
    return changeAnswer({ ...made.value, expiresAt: new Date(made.value.expiresAt).toISOString() });
  });

  routes.delete(PATH, async (context) => {
    context.set("route", "library");
    const asker = await context.get("identify")("bearer");
    if (asker.kind !== "publish_token") {
      const code = asker.kind === "nobody" ? "auth.required" : "auth.invalid_token";
      return failureResponse({
        code,
        challenge: "Bearer",
        hint: "Send the publish token as the bearer token",
      });
    }
    await deps.jobs.end(asker.token);
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  });

  routes.all(
    PATH,
    () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD, POST, DELETE" }),
  );
  return routes;
}
