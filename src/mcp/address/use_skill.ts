import { USE_SKILL, USE_SKILL_ARGUMENTS } from "../../../contracts/mcp.ts";
import { failure, success } from "../../../contracts/result.ts";
import { citeMount, loadSkill, useOfSkill } from "../../reading/mod.ts";
import { renderIndexing, renderUseSkill } from "../../render/mod.ts";
import { parseArguments } from "../../http/mod.ts";
import { errorOf, type Outcome } from "../protocol/mod.ts";
import { type Question, readAndRender } from "./read_and_render.ts";

/** The prompt's message. A prompt has no error result, so a failure is an error of the protocol. */
export async function useSkill(question: Question): Promise<Outcome> {
  const answer = await readAndRender(question, {
    kind: USE_SKILL.name,
    parse: (given) => parseArguments(USE_SKILL_ARGUMENTS, given),
    read: loadSkill,
    render: renderUseSkill,
    useOf: ({ skill, context }) => useOfSkill(skill.path, context.start),
  });
  if (answer.ok) return message(JSON.parse(answer.value));
  if (answer.error.code !== "index.indexing") return failure(errorOf(answer.error));
  const source = citeMount(question.mount, question.sources.hosts);
  return message(renderIndexing(source, "load_skill", answer.error));
}

function message(text: string): Outcome {
  return success({
    result: {
      description: USE_SKILL.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    },
  });
}
