import { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { RESOURCE_PARAMS } from "../../../contracts/mcp.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { isObject } from "./is_object.ts";

/** What the params of a method must be, as far as its answer depends on them. */
export interface Form<Params> {
  readonly schema: z.ZodType<Params>;
  /** The same for a person. */
  readonly words: string;
}

/** Not copied key by key: what is in it is checked by who knows what it is for. */
const object = z.custom<Readonly<Record<string, unknown>>>(isObject);

const texts = z.custom<Readonly<Record<string, string>>>((value) =>
  isObject(value) && Object.values(value).every((item) => typeof item === "string")
);

const CURSOR = `cursor (text of 1 to ${MCP_LIMITS.cursor} characters), or none`;
const URI = `uri (text of 1 to ${MCP_LIMITS.uri} characters)`;

export const FORMS = {
  none: form(z.object({}), "nothing"),
  initialize: form(
    z.object({
      protocolVersion: z.string(),
      capabilities: object,
      clientInfo: z.object({ name: z.string(), version: z.string() }),
    }),
    "protocolVersion (text), capabilities (an object) and clientInfo with name and version (text)",
  ),
  tool: form(
    z.object({ name: z.string(), arguments: object.optional() }),
    "name (text) and arguments (an object)",
  ),
  prompt: form(
    z.object({ name: z.string(), arguments: texts.optional() }),
    "name (text) and arguments (an object of texts)",
  ),
  /** Of a list that is never longer than one page, so that no cursor is ever given. */
  shortList: form(z.object({ cursor: z.string().optional() }), "cursor (text), or none"),
  list: form(RESOURCE_PARAMS.list, CURSOR),
  resource: form(RESOURCE_PARAMS.one, URI),
  directory: form(RESOURCE_PARAMS.directory, `${URI}, and ${CURSOR}`),
  subscription: form(
    z.object({
      notifications: z.object({
        toolsListChanged: z.boolean().optional(),
        promptsListChanged: z.boolean().optional(),
        resourcesListChanged: z.boolean().optional(),
        resourceSubscriptions: z.array(z.string()).optional(),
      }),
    }),
    "notifications (an object of what to subscribe to)",
  ),
} as const;

/** The params of a request in their form; the failure names the form and repeats nothing that was sent. */
export function readParams<Params>(
  { schema, words }: Form<Params>,
  method: string,
  given: unknown,
): Result<Params, Failure> {
  const parsed = schema.safeParse(given ?? {});
  return parsed.success
    ? success(parsed.data)
    : failure({ code: "request.invalid", reason: `the params of ${method} must hold ${words}` });
}

function form<Params>(schema: z.ZodType<Params>, words: string): Form<Params> {
  return { schema, words };
}
