import { z } from "zod";
import { type ErrorCode, ERRORS } from "../../../contracts/errors.ts";
import { ADDRESS_LIMITS } from "../../../contracts/limits.ts";
import { PATTERNS } from "../../../contracts/rest/requests.ts";
import { ERROR_ANSWER } from "../../../contracts/rest/answers.ts";
import { NAMED_SCHEMAS } from "../../../contracts/rest/answer_parts.ts";
import type { Operation, OperationAnswer } from "../operation.ts";

type Json = { readonly [name: string]: unknown };

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Json;
  readonly content?: { readonly [mediaType: string]: { readonly schema?: Json } };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly [mediaType: string]: { readonly schema: Json } };
  };
  readonly responses: { readonly [status: string]: OpenApiResponse };
  /** Left out: no credentials are asked for. */
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[];
}

/** An OpenAPI 3.1 document, as far as this server writes one. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: Json;
  };
  readonly servers: readonly Json[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Json };
    readonly headers: { readonly [name: string]: Json };
    readonly securitySchemes: { readonly [name: string]: Json };
  };
}

const DESCRIPTION =
  "What the tools say as text, as JSON, from the same reading. Content paths start at the repository root. " +
  "A request never waits for an index: while a commit is read, answers say `indexing`. Every answer that may be kept has an `etag`, " +
  "and `if-none-match` gets 304 for it. `HEAD` answers as `GET` does, without a body. Any origin may call, without credentials. " +
  "Accounts and their library take a key or token in the `authorization` header; answers tell what is left of the day in " +
  "`ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset`.";

/** The one way to say who asks, with the scopes that operations name. */
const ACCOUNT_SECURITY = "account";

const SECURITY_SCHEMES = {
  [ACCOUNT_SECURITY]: {
    type: "http",
    scheme: "bearer",
    description:
      "A key of an account (`sk_live_…`), or an app's token (`ot_…`), which reads alone. `registry:read` reads the account and its " +
      "library, `registry:write` changes them.",
  },
} as const;

const ADDRESS: OpenApiParameter = {
  name: "address",
  in: "path",
  required: true,
  description:
    "The rest of the path is the address: `<host>/<owner>/<repo>[@<ref>][/<path>]`. Its slashes may " +
    "stand as they are, or all of it may be escaped as one segment, as `encodeURIComponent` does.",
  schema: {
    type: "string",
    minLength: 1,
    maxLength: ADDRESS_LIMITS.address,
    pattern: PATTERNS.address,
    examples: ["local/examples/library"],
  },
};

const MOVED: OperationAnswer = {
  status: 308,
  description: "The address ends with `/`: it is the one without it",
  mediaTypes: [],
  schema: null,
  headers: ["location", "cache-control"],
};

/** What any operation may fail with. */
const ALWAYS = [
  "request.forbidden_origin",
  "internal",
] as const satisfies readonly ErrorCode[];

const HEADERS: Readonly<Record<string, string>> = {
  "accept-ranges": "bytes",
  "cache-control": "How long the answer may be kept",
  "content-disposition": "Whether the file is to be shown or saved, and under which name",
  "content-range": "Which bytes these are, and of how many",
  "etag": "Names this answer, for if-none-match and if-range",
  "location": "The same request to the address as it is written",
  "repr-digest": "SHA-256 of the whole file or archive (RFC 9530)",
  "www-authenticate": "What credentials to ask for, and where",
  "retry-after": "Seconds after which to ask again, where they are known",
};

/** Describes the operations, from the schemas that check requests and type answers. */
export function openApiDocument(version: string, operations: readonly Operation[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const path = operation.takesAddress ? `${operation.path}/{address}` : operation.path;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "skillmount",
      version,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: namedSchemas(),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map((
          [name, description],
        ) => [name, { description, schema: { type: "string" } }]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function described(operation: Operation): OpenApiOperation {
  const { id, summary, description, method, takesAddress, parameters, body, scope } = operation;
  const answers = [...operation.answers, ...(takesAddress && method === "GET" ? [MOVED] : [])];
  return {
    operationId: id,
    summary,
    description,
    parameters: [
      ...(takesAddress ? [ADDRESS] : []),
      ...(parameters === undefined ? [] : parametersOf(parameters, "path")),
      ...parametersOf(operation.query, "query"),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { [body.mediaType]: { schema: bodySchema(body.schema) } } },
    }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [String(answer.status), answerResponse(answer)])),
      ...failureResponses([...operation.failures, ...ALWAYS]),
    },
    ...(scope !== undefined && { security: [{ [ACCOUNT_SECURITY]: [scope] }] }),
  };
}

function parametersOf(schema: z.ZodObject, place: OpenApiParameter["in"]): OpenApiParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    override: withoutClutter,
  });
  return Object.entries(properties).map(([name, property]) => {
    const { description = "", ...schema } = typeof property === "object" ? property : {};
    const isRequired = required.includes(name);
    const pattern = isRequired ? PATTERNS.path : PATTERNS.directory;
    return {
      name,
      in: place,
      required: isRequired,
      description,
      schema: name === "path" ? { ...schema, pattern } : schema,
    };
  });
}

function bodySchema(schema: z.ZodObject): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", override: withoutClutter });
  return described;
}

function answerResponse({ description, mediaTypes, schema, headers }: OperationAnswer): OpenApiResponse {
  const id = schema === null ? undefined : NAMED_SCHEMAS.get(schema)?.id;
  if (schema !== null && id === undefined) throw new TypeError(`Cannot describe "${description}": no name`);
  const content = id === undefined ? {} : { schema: reference("schemas", id) };
  return {
    description,
    headers: headerReferences(headers),
    ...(mediaTypes.length > 0 && { content: Object.fromEntries(mediaTypes.map((type) => [type, content])) }),
  };
}

/** One response a status, which names the codes that an operation gives with it. */
function failureResponses(codes: readonly ErrorCode[]): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const same = [...new Set(codes)].filter((code) => ERRORS[code].status === status);
    const schema = {
      allOf: [
        reference("schemas", NAMED_SCHEMAS.get(ERROR_ANSWER)?.id ?? ""),
        { type: "object", properties: { error: { type: "object", properties: { code: { enum: same } } } } },
      ],
    };
    responses[status] = {
      description: same.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join("\n"),
      headers: headerReferences([
        "cache-control",
        ...(status === 429 || status === 503 ? ["retry-after"] : []),
        ...(status === 416 ? ["content-range"] : []),
        ...(status === 401 ? ["www-authenticate"] : []),
      ]),
      content: { "application/json": { schema } },
    };
  }
  return responses;
}

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference("headers", name)]));
}

function reference(kind: "schemas" | "headers", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function namedSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(NAMED_SCHEMAS, {
    uri: (id) => `#/components/schemas/${id}`,
    override: withoutClutter,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** Every whole number is bounded by what a double can count, which says nothing. */
function withoutClutter({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
