import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION, type ToolName, TOOLS, USE_SKILL } from "../../contracts/mcp.ts";
import { failure, success } from "../../contracts/result.ts";
import { callTool } from "./call_tool.ts";
import type { Introduction } from "./introduce.ts";
import { JSON_RPC } from "./json_rpc.ts";
import { type Connection, type Era, type McpDeps, type Method, method, type Outcome } from "./method.ts";
import { FORMS } from "./params.ts";
import type { Question } from "./read_and_render.ts";
import { CURRENT_REVISION } from "./revisions.ts";
import { SKILL_METHODS } from "./skill_methods.ts";
import { textBudget } from "./text_budget.ts";
import { traced } from "./traced.ts";
import { useSkill } from "./use_skill.ts";

/** The tools and the prompt are the same at every address and change with the server alone. */
const SAME_EVERYWHERE = { ttlMs: 86_400_000, cacheScope: "public" } as const;

/** Nothing that a mount offers changes within a connection (seed "Connection and prompt"). */
const CAPABILITIES = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
} as const;

const OF_BOTH_ERAS: readonly (readonly [name: string, method: Method])[] = [
  method("tools/list", FORMS.shortList, () => success({ result: { tools: TOOLS }, cache: SAME_EVERYWHERE })),
  method("tools/call", FORMS.tool, async (params, deps, connection) => {
    const { name } = params;
    if (!isToolName(name)) {
      return noSuch(`There is no such tool: the tools are ${TOOLS.map(({ name }) => name).join(", ")}`);
    }
    const question = questionOf(params.arguments, deps, connection);
    return success({ result: await traced(name, () => callTool(name, question)) });
  }),
  method(
    "prompts/list",
    FORMS.shortList,
    () => success({ result: { prompts: [USE_SKILL] }, cache: SAME_EVERYWHERE }),
  ),
  method(
    "prompts/get",
    FORMS.prompt,
    (params, deps, connection) =>
      params.name === USE_SKILL.name
        ? useSkill(questionOf(params.arguments, deps, connection))
        : noSuch(`There is no such prompt: the prompt is ${USE_SKILL.name}`),
  ),
  ...SKILL_METHODS,
];

/**
 * Everything that is served. Requests are dispatched here and not by a server of the SDK, which would be
 * made anew for each of them and check once more what is known to be right: half the time of a request.
 */
export const METHODS: Readonly<Record<Era, ReadonlyMap<string, Method>>> = {
  legacy: new Map([
    ...OF_BOTH_ERAS,
    method("initialize", FORMS.initialize, ({ protocolVersion }, _deps, { introduction }) => {
      const [latest] = SUPPORTED_PROTOCOL_VERSIONS;
      const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion);
      return success({
        result: {
          protocolVersion: isKnown ? protocolVersion : latest,
          capabilities: CAPABILITIES,
          serverInfo: introduction.identity,
          ...instructionsOf(introduction),
        },
      });
    }),
    method("ping", FORMS.none, () => success({ result: {} })),
  ]),
  modern: new Map([
    ...OF_BOTH_ERAS,
    method("server/discover", FORMS.none, (_params, _deps, { introduction, mount }) =>
      success({
        result: {
          supportedVersions: [CURRENT_REVISION],
          capabilities: CAPABILITIES,
          ...instructionsOf(introduction),
        },
        cache: { ttlMs: introduction.ttlMs, cacheScope: mount.repository.visibility },
      })),
  ]),
};

function questionOf(given: unknown, deps: McpDeps, connection: Connection): Question {
  const { mount, introduction, era, signal } = connection;
  return {
    sources: deps.sources,
    responses: deps.responses,
    mount,
    opened: introduction.snapshot,
    given,
    waitMs: deps.indexWaitMs,
    budgetBytes: textBudget(era === "modern" ? introduction.identity : null),
    signal,
  };
}

function instructionsOf({ instructions }: Introduction) {
  return instructions === null ? {} : { instructions };
}

function noSuch(message: string): Outcome {
  return failure({ code: JSON_RPC.invalidParams, message });
}

function isToolName(name: string): name is ToolName {
  return TOOLS.some((tool) => tool.name === name);
}
