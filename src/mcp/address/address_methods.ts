import { SKILLS_EXTENSION, TOOLS, USE_SKILL } from "../../../contracts/mcp.ts";
import { failure, success } from "../../../contracts/result.ts";
import {
  FORMS,
  JSON_RPC,
  method,
  type Methods,
  methodsOf,
  type RequestContext,
  SAME_EVERYWHERE,
  toolMethods,
} from "../protocol/mod.ts";
import { callTool } from "./call_tool.ts";
import type { AddressServer } from "./open_address.ts";
import type { Question, QuestionDeps } from "./read_and_render.ts";
import { skillMethods } from "./skill_methods.ts";
import { useSkill } from "./use_skill.ts";

/** Nothing that a mount offers changes within a connection (docs/design/mcp.md "Connection and prompt"). */
const CAPABILITIES = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
} as const;

/** All that the server of an address answers. */
export function addressMethods(deps: QuestionDeps): Methods<AddressServer> {
  return methodsOf<AddressServer>(CAPABILITIES, [
    ...toolMethods(
      TOOLS,
      (tool, given, server: AddressServer, context) =>
        callTool(tool, questionOf(deps, given, server, context)),
    ),
    method(
      "prompts/list",
      FORMS.shortList,
      () => success({ result: { prompts: [USE_SKILL] }, cache: SAME_EVERYWHERE }),
    ),
    method(
      "prompts/get",
      FORMS.prompt,
      (params, server: AddressServer, context) =>
        params.name === USE_SKILL.name
          ? useSkill(questionOf(deps, params.arguments, server, context))
          : failure({
            code: JSON_RPC.invalidParams,
            message: `There is no such prompt: the prompt is ${USE_SKILL.name}`,
          }),
    ),
    ...skillMethods(deps),
  ]);
}

function questionOf(
  { sources, responses, count }: QuestionDeps,
  given: unknown,
  { mount, snapshot, waitUntil, identity }: AddressServer,
  { era, signal }: RequestContext,
): Question {
  return {
    sources,
    responses,
    count,
    mount,
    opened: snapshot,
    given,
    waitUntil,
    budgetBytes: identity.textBudget[era],
    signal,
  };
}
