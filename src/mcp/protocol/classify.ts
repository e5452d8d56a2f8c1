import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InboundClassificationOutcome,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { isObject } from "./is_object.ts";
import { CURRENT_REVISION } from "./revisions.ts";
import type { RoutingHeaders } from "./routing_headers.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/** Which era a body is of, and what is wrong with it; null where it is nested too deeply to be told. */
export type Classify = (headers: RoutingHeaders, body: unknown) => InboundClassificationOutcome | null;

/** What clients say of themselves, the same with every request: so many are remembered, of so many characters. */
const ENVELOPES = 500;
const LONGEST_ENVELOPE = 2000;

const NO_CLAIM: InboundClassificationOutcome = { kind: "legacy", reason: "no-claim" };

/**
 * Classifies as the SDK does. Its schemas, of which it asks one after the other, take longer than all that
 * most requests are for; what they say of a request in its plainest form, from a client whose envelope they
 * have taken before, can be seen without them.
 */
export function createClassify(): Classify {
  /** Envelopes in which the SDK found nothing wrong. */
  const taken = createBoundedMap<true>(ENVELOPES);

  function plainly({ revision, method }: RoutingHeaders, body: unknown): InboundClassificationOutcome | null {
    if (!isPlainRequest(body) || body.method === "initialize") return null;
    const meta = body.params?._meta;
    if (meta === undefined) return isLegacy(revision) ? NO_CLAIM : null;
    if (!isObject(meta) || RELATED_TASK_META_KEY in meta) return null;
    if (meta.progressToken !== undefined && !isId(meta.progressToken)) return null;
    if (!(PROTOCOL_VERSION_META_KEY in meta)) return isLegacy(revision) ? NO_CLAIM : null;
    const agree = meta[PROTOCOL_VERSION_META_KEY] === CURRENT_REVISION &&
      (revision === null || revision === CURRENT_REVISION) && (method === null || method === body.method);
    if (!agree || !taken.has(envelopeOf(meta))) return null;
    return {
      kind: "modern",
      messageKind: "request",
      message: body,
      classification: { era: "modern", revision: CURRENT_REVISION },
    };
  }

  function bySdk({ revision, method }: RoutingHeaders, body: unknown): InboundClassificationOutcome {
    const outcome = classifyInboundRequest({
      httpMethod: "POST",
      ...(revision !== null && { protocolVersionHeader: revision }),
      ...(method !== null && { mcpMethodHeader: method }),
      body,
    });
    if (outcome.kind === "modern" && outcome.messageKind === "request") {
      const meta = outcome.message.params?._meta;
      const envelope = isObject(meta) ? envelopeOf(meta) : null;
      if (envelope !== null && envelope.length <= LONGEST_ENVELOPE) taken.set(envelope, true);
    }
    return outcome;
  }

  return function classify(headers, body) {
    try {
      return plainly(headers, body) ?? bySdk(headers, body);
    } catch (error) {
      // Schemas go as deep as a body is nested, and the stack may end before it does.
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
}

function isLegacy(revision: string | null): boolean {
  return revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision);
}

/** All of an envelope that the SDK's schemas look at, but what belongs to one request alone. */
function envelopeOf(meta: Readonly<Record<string, unknown>>): string {
  // What is absent is left out of an object, and what is null is not.
  return JSON.stringify({
    info: meta[CLIENT_INFO_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    logLevel: meta[LOG_LEVEL_META_KEY],
  });
}

/** Whether a body is a request and nothing besides; of its params it is known that they are an object. */
function isPlainRequest(body: unknown): body is JSONRPCRequest {
  if (!isObject(body)) return false;
  for (const key in body) {
    if (key !== "jsonrpc" && key !== "id" && key !== "method" && key !== "params") return false;
  }
  return body.jsonrpc === "2.0" && typeof body.method === "string" && isId(body.id) &&
    (body.params === undefined || isObject(body.params));
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}
