import { verify } from "@octokit/webhooks-methods";
import type { Failure } from "../../../contracts/errors.ts";
import { WEBHOOK_BODY_BYTES } from "../../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { isJson, parseJson, type ReadBody } from "../../http/mod.ts";

/** What signs events: of repositories, whose hooks anybody sets up who owns one; and of the app, which only the operator does. */
export interface WebhookSecrets {
  readonly repository: string | null;
  /** Where the app has none of its own, that of repositories; null: the host has no apps. */
  readonly app: string | null;
}

/** A delivery whose sender is known. */
export interface SignedEvent {
  /** Not signed: a body of one event may come under the name of another. */
  readonly event: string;
  readonly body: unknown;
  /** Whether the app's own secret signed it, so that it may say something of people. */
  readonly isOfApp: boolean;
}

/** The event, once its signature proves who sent it; nothing of the body is looked at before. */
export async function readSignedEvent(
  request: Request,
  secrets: WebhookSecrets,
  readBody: ReadBody,
): Promise<Result<SignedEvent, Failure>> {
  if (!isJson(request.headers.get("content-type"))) return failure({ code: "request.not_json" });
  const signature = request.headers.get("x-hub-signature-256") ?? "";
  if (signature === "") return failure({ code: "auth.required", reason: "the event is not signed" });
  // Decoding refuses what is not UTF-8, so that the text stands for exactly the bytes that were signed.
  const body = await readBody(request, WEBHOOK_BODY_BYTES);
  if (!body.ok) return body;
  const isSignedWith = async (secret: string | null) =>
    secret !== null && body.value !== "" && await verify(secret, body.value, signature);
  const isOfApp = await isSignedWith(secrets.app);
  if (!isOfApp && !await isSignedWith(secrets.repository)) return failure(FORGED);
  const event = request.headers.get("x-github-event") ?? "";
  return success({ event, body: parseJson(body.value), isOfApp });
}

export const FORGED: Failure = { code: "auth.invalid_token", reason: "the signature does not match" };
