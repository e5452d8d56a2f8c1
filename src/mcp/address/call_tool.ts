import type { ToolName } from "../../../contracts/mcp.ts";
import { citeMount } from "../../reading/mod.ts";
import { renderFailure, renderIndexing } from "../../render/mod.ts";
import type { ToolText } from "../protocol/mod.ts";
import { readingTools } from "../reading_tools.ts";
import { type Question, readAndRender } from "./read_and_render.ts";

const RUN = readingTools((answering) => (question: Question) => readAndRender(question, answering));

/** Answers a call with one text for the model; what it can correct is told as an error result. */
export async function callTool(tool: ToolName, question: Question): Promise<ToolText> {
  const answer = await RUN[tool](question);
  if (answer.ok) return { json: answer.value, isError: false };
  const source = citeMount(question.mount, question.sources.hosts);
  const isError = answer.error.code !== "index.indexing";
  const text = isError
    ? renderFailure(answer.error, { tool, source })
    : renderIndexing(source, tool, answer.error);
  return { json: JSON.stringify(text), isError };
}
