import { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import { methodOf } from "./json_rpc.ts";

interface Form {
  readonly schema: z.ZodType;
  /** The same for a person. */
  readonly words: string;
}

const PAGE: Form = {
  schema: z.looseObject({ cursor: z.string().optional() }),
  words: "cursor (text), or none",
};

const RESOURCE: Form = {
  schema: z.looseObject({ uri: z.string(), cursor: z.string().optional() }),
  words: "uri (text)",
};

/** The forms that the protocol gives the params of what is served, as far as an answer depends on them. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ["initialize", {
    schema: z.looseObject({
      protocolVersion: z.string(),
      capabilities: z.looseObject({}),
      clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
    }),
    words: "protocolVersion (text), capabilities (an object) and clientInfo with name and version (text)",
  }],
  ["tools/call", {
    schema: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
    words: "name (text) and arguments (an object)",
  }],
  ["prompts/get", {
    schema: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
    words: "name (text) and arguments (an object of texts)",
  }],
  ["tools/list", PAGE],
  ["prompts/list", PAGE],
  ["skills/list", PAGE],
  ["resources/list", PAGE],
  ["resources/templates/list", PAGE],
  ["skills/get", RESOURCE],
  ["resources/read", RESOURCE],
  ["resources/directory/read", RESOURCE],
]);

/**
 * What is wrong with the params of a message; null where nothing is. The SDK finds the same and would
 * answer with the dump of its schema.
 */
export function paramsProblem(message: unknown): Failure | null {
  const method = methodOf(message) ?? "";
  const form = FORMS.get(method);
  const params = typeof message === "object" && message !== null && "params" in message ? message.params : {};
  if (form === undefined || form.schema.safeParse(params).success) return null;
  return { code: "request.invalid", reason: `the params of ${method} must hold ${form.words}` };
}
