import type { GetPromptResult } from "@modelcontextprotocol/server";
import { USE_SKILL, USE_SKILL_ARGUMENTS } from "../../contracts/mcp.ts";
import { loadSkill, sourceOf } from "../reading/mod.ts";
import { renderIndexing, renderUseSkill } from "../render/mod.ts";
import { protocolFailure } from "./protocol_failure.ts";
import { type Question, readAndRender } from "./read_and_render.ts";

/** The prompt's message. A prompt has no error result, so a failure throws as one of the protocol. */
export async function useSkill(question: Question): Promise<GetPromptResult> {
  const answer = await readAndRender(question, {
    kind: USE_SKILL.name,
    schema: USE_SKILL_ARGUMENTS,
    read: loadSkill,
    render: renderUseSkill,
  });
  if (answer.ok) return message(answer.value);
  if (answer.error.code !== "index.indexing") throw protocolFailure(answer.error);
  const source = sourceOf(question.mount, question.sources.hosts);
  return message(renderIndexing(source, "load_skill", answer.error));
}

function message(text: string): GetPromptResult {
  return {
    description: USE_SKILL.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}
