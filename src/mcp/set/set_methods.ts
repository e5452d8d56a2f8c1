import { SKILLS_EXTENSION, type ToolName, TOOLS } from "../../../contracts/mcp.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import {
  answerFrom,
  getSkill,
  listResources,
  listSkills,
  readDirectory,
  readResource,
} from "../../reading/mod.ts";
import { renderFailure } from "../../render/mod.ts";
import { contents, listed } from "../extension_results.ts";
import {
  errorOf,
  type Form,
  FORMS,
  method,
  type Methods,
  methodsOf,
  type NamedMethod,
  type OpenedServer,
  type Refusal,
  toolMethods,
  type ToolText,
} from "../protocol/mod.ts";
import { readAnswer, readingTools } from "../reading_tools.ts";

/** The server of a set, as one request sees it. */
export interface SetServer extends OpenedServer {
  readonly source: Source;
  /** Counts a call of who may read what is not open to all; what refuses it, null: nothing. */
  readonly spend: () => Promise<Refusal | null>;
}

interface ResourceParams {
  readonly uri?: string;
  readonly cursor?: string | undefined;
}

/** A client asks again for what changes; no stream is held open to tell it. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
} as const;

/** What costs a call of the day, where calls are counted. */
const COUNTED = /^(?:tools\/call|resources\/|skills\/)/;

const RUN = readingTools((answering) => (source: Source, given: unknown, budgetBytes: number) =>
  readAnswer(source, answering, given, budgetBytes)
);

/** All that the server of a set answers: the tools of an address and the skills extension, over everything in it. */
export function setMethods(): Methods<SetServer> {
  const methods = methodsOf<SetServer>(CAPABILITIES, [
    ...toolMethods(
      TOOLS,
      (tool, given, server: SetServer, { era }) =>
        callTool(tool, given, server, server.identity.textBudget[era]),
    ),
    reading("skills/list", FORMS.list, listSkills, (page) => listed("skills", page)),
    reading("skills/get", FORMS.resource, getSkill, (skill) => ({ skill })),
    reading("resources/list", FORMS.list, listResources, (page) => listed("resources", page)),
    reading("resources/read", FORMS.resource, readResource, (content) => ({ contents: [contents(content)] })),
    reading("resources/directory/read", FORMS.directory, readDirectory, (page) => listed("resources", page)),
    method(
      "resources/templates/list",
      FORMS.shortList,
      (_params, { cache }: SetServer) => success({ result: { resourceTemplates: [] }, cache }),
    ),
  ]);
  return { legacy: counted(methods.legacy), modern: counted(methods.modern) };
}

/** The same methods, each counted before it reads anything. */
function counted(methods: Methods<SetServer>["legacy"]): Methods<SetServer>["legacy"] {
  return new Map([...methods].map(([name, method]): NamedMethod<SetServer> => [name, (params) => {
    const run = method(params);
    if (!run.ok || !COUNTED.test(name)) return run;
    return success(async (server, context) => {
      const refusal = await server.spend();
      return refusal === null ? await run.value(server, context) : failure(refusal);
    });
  }]));
}

async function callTool(
  tool: ToolName,
  given: unknown,
  { source }: SetServer,
  budgetBytes: number,
): Promise<ToolText> {
  const answer = await RUN[tool](source, given, budgetBytes);
  if (answer.ok) return { json: answer.value, isError: false };
  return {
    json: JSON.stringify(renderFailure(answer.error, { tool, source: source.citation })),
    isError: true,
  };
}

function reading<Params extends ResourceParams, Found>(
  name: string,
  form: Form<Params>,
  read: (source: Source, params: Params) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
  shape: (found: Found) => Readonly<Record<string, unknown>>,
): NamedMethod<SetServer> {
  return method(name, form, async (params, { source, cache }) => {
    const found = await answerFrom(source, (open) => read(open, params));
    if (found.ok) return success({ result: shape(found.value), cache });
    return failure(errorOf(found.error, params.uri === undefined ? {} : { uri: params.uri }));
  });
}
