import { entityTag, hasCurrent, notModified } from "../../http/mod.ts";
import type { OperationAnswer } from "../operation.ts";
import type { z } from "zod";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { AskedOfAccount } from "./library_route.ts";

const JSON_TYPE = { "content-type": "application/json" };

/**
 * A read's answer with the tag of its own text, or that its asker has it already, which costs no call.
 *
 * @param kept How long the answer may be kept, and by whom.
 */
export function readAnswer(
  { send, version }: Pick<LibraryRestDeps, "send" | "version">,
  asked: Pick<AskedOfAccount, "request" | "asker">,
  value: unknown,
  kept: Readonly<Record<string, string>> = PRIVATE,
): Response {
  const body = JSON.stringify(value);
  const headers = { etag: entityTag(version, body), ...kept };
  return hasCurrent(asked.request, headers.etag)
    ? notModified(headers)
    : send(asked, body, { ...headers, ...JSON_TYPE });
}

/** What a change led to: nobody keeps it. */
export function changeAnswer(value: unknown, status: 200 | 201 | 202 = 200): Response {
  return Response.json(value, { status, headers: { "cache-control": "no-store" } });
}

/** Its account's alone, and asked for again each time. */
export const PRIVATE = { "cache-control": "private, no-cache" };

/** How the document describes `readAnswer()`. */
export function readResponse(description: string, schema: z.ZodType): OperationAnswer {
  return { status: 200, description, mediaTypes: JSON_TYPES, schema, headers: ["etag", "cache-control"] };
}

/** How the document describes `changeAnswer()`. */
export function changeResponse(
  description: string,
  schema: z.ZodType,
  status: 200 | 201 | 202 = 200,
): OperationAnswer {
  return { status, description, mediaTypes: JSON_TYPES, schema, headers: ["cache-control"] };
}

const JSON_TYPES = ["application/json"];
