import { verify } from "@octokit/webhooks-methods";
import { Hono } from "hono";
import { z } from "zod";
import type { HostKey } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Invalidated, Invalidations } from "../../contracts/mounts.ts";
import { WEBHOOK_BODY_BYTES } from "../../contracts/rest/requests.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { failureResponse, isJson, parseJson, type ReadBody, type RequestVariables } from "../http/mod.ts";

interface WebhookRoutesDeps {
  /** Whose events come in. */
  readonly host: HostKey;
  /** What GitHub signs them with. */
  readonly secret: string;
  readonly invalidations: Pick<Invalidations, "add">;
  readonly readBody: ReadBody;
}

const NAME = z.string().min(1).max(200);
const LOGIN = z.object({ login: NAME });

/** What is looked at of an event; GitHub sends much more. */
const PAYLOAD = z.object({
  action: z.string().max(100).optional(),
  repository: z.object({
    id: z.int().positive(),
    full_name: z.string().max(400).regex(/^[^/]+\/[^/]+$/),
  }),
  /** What it was before; without it, the number says which repository it is. */
  changes: z.object({
    repository: z.object({ name: z.object({ from: NAME }) }).optional(),
    owner: z.object({
      from: z.object({ user: LOGIN.nullish(), organization: LOGIN.nullish() }),
    }).optional(),
  }).optional().catch(undefined),
});

type Payload = z.output<typeof PAYLOAD>;

/** Events after which a name may mean nothing any more, or something else. */
const CLOSING: ReadonlySet<string> = new Set(["privatized", "deleted", "transferred", "renamed"]);

/**
 * `POST /gh`: what GitHub says has happened to a repository. An event ends what is remembered of it, in all
 * processes, and opens nothing: whether a repository is public, and what its refs are, is asked of GitHub
 * when somebody wants to know. A delivery that comes twice, late or never therefore does no harm.
 */
export function webhookRoutes(
  { host, secret, invalidations, readBody }: WebhookRoutesDeps,
): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.post("/gh", async (context) => {
    context.set("route", "webhook");
    const request = context.req.raw;
    const signed = await readSigned(request, secret, readBody);
    if (!signed.ok) return failureResponse(signed.error, challenge(signed.error));
    const payload = PAYLOAD.safeParse(parseJson(signed.value));
    const event = request.headers.get("x-github-event") ?? "";
    const ended = endedBy(event, payload.data?.action);
    if (ended === null) return noted(false);
    if (!payload.success) {
      return failureResponse({ code: "request.invalid", reason: "it names no repository" });
    }
    await invalidations.add(host, subjectsOf(payload.data), ended);
    return noted(true);
  });
  routes.all("/gh", () => failureResponse({ code: "method.not_allowed" }, { allow: "POST" }));
  return routes;
}

/** The body, once its signature proves that GitHub sent it; nothing of it is looked at before. */
async function readSigned(
  request: Request,
  secret: string,
  readBody: ReadBody,
): Promise<Result<string, Failure>> {
  if (!isJson(request.headers.get("content-type"))) return failure({ code: "request.not_json" });
  const signature = request.headers.get("x-hub-signature-256") ?? "";
  if (signature === "") return failure({ code: "auth.required", reason: "the event is not signed" });
  // Decoding refuses what is not UTF-8, so that the text stands for exactly the bytes that were signed.
  const body = await readBody(request, WEBHOOK_BODY_BYTES);
  if (!body.ok) return body;
  const isSigned = body.value !== "" && await verify(secret, body.value, signature);
  return isSigned ? body : failure({ code: "auth.invalid_token", reason: "the signature does not match" });
}

/** What an event ends; null: nothing. Its name is not signed, which is one more reason to believe little. */
function endedBy(event: string, action: string | undefined): keyof Invalidated | null {
  switch (event) {
    case "push":
    case "create":
    case "delete":
      return "refs";
    case "public":
      return "facts";
    case "repository":
      return action !== undefined && CLOSING.has(action) ? "closed" : "facts";
    default:
      return null;
  }
}

/** The repository's number, its name, and the one that it had before, as addresses have them. */
function subjectsOf({ repository: { id, full_name: fullName }, changes }: Payload): readonly string[] {
  const [owner, name] = fullName.split("/");
  const { user, organization } = changes?.owner?.from ?? {};
  const formerOwner = user?.login ?? organization?.login ?? owner;
  const formerName = changes?.repository?.name.from ?? name;
  const names = new Set([fullName, `${formerOwner}/${formerName}`]);
  return [String(id), ...[...names].map((name) => name.toLowerCase())];
}

function noted(applied: boolean): Response {
  return Response.json({ applied }, { status: 202, headers: { "cache-control": "no-store" } });
}

/** RFC 9110, section 11.6.1: a 401 names a scheme. */
function challenge({ code }: Failure): Record<string, string> {
  return code.startsWith("auth.")
    ? { "www-authenticate": 'X-Hub-Signature-256 realm="skillmount webhooks"' }
    : {};
}
