import { type GetPromptResult, ProtocolError } from "@modelcontextprotocol/server";
import { ERRORS } from "../../contracts/errors.ts";
import { USE_SKILL, USE_SKILL_ARGUMENTS } from "../../contracts/mcp.ts";
import { failureMessage } from "../http/mod.ts";
import { loadSkill, sourceOf } from "../reading/mod.ts";
import { renderIndexing, renderUseSkill } from "../render/mod.ts";
import { JSON_RPC } from "./json_rpc.ts";
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
  const { code } = answer.error;
  if (code === "index.indexing") {
    const source = sourceOf(question.mount, question.sources.hosts);
    return message(renderIndexing(source, "load_skill", answer.error));
  }
  const isTheirs = ERRORS[code].status < 500;
  throw new ProtocolError(
    isTheirs ? JSON_RPC.invalidParams : JSON_RPC.internal,
    failureMessage(answer.error),
    { code },
  );
}

function message(text: string): GetPromptResult {
  return {
    description: USE_SKILL.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}
