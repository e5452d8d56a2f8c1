import type { Failure } from "../../../contracts/errors.ts";
import { TOOL_INPUTS, type ToolName } from "../../../contracts/mcp.ts";
import type { Result } from "../../../contracts/result.ts";
import { browse, citeMount, loadSkill, readFile, search } from "../../reading/mod.ts";
import {
  renderBrowse,
  renderFailure,
  renderFile,
  renderIndexing,
  renderSearch,
  renderSkill,
} from "../../render/mod.ts";
import { toolArguments, type ToolText } from "../protocol/mod.ts";
import { type Answering, type Question, readAndRender } from "./read_and_render.ts";

const RUN: Readonly<Record<ToolName, (question: Question) => Promise<Result<string, Failure>>>> = {
  browse_repo: reading({
    kind: "browse_repo",
    parse: toolArguments(TOOL_INPUTS.browse_repo),
    read: browse,
    render: renderBrowse,
  }),
  search_repo: reading({
    kind: "search_repo",
    parse: toolArguments(TOOL_INPUTS.search_repo),
    read: search,
    render: renderSearch,
  }),
  load_skill: reading({
    kind: "load_skill",
    parse: toolArguments(TOOL_INPUTS.load_skill),
    read: loadSkill,
    render: renderSkill,
  }),
  read_repo_file: reading({
    kind: "read_repo_file",
    parse: toolArguments(TOOL_INPUTS.read_repo_file),
    read: readFile,
    render: renderFile,
    // What decides about a file is not known before (docs/design/mcp.md "Indexing and trust").
    waitsForIndex: false,
  }),
};

function reading<Input, Found>(answering: Answering<Input, Found>) {
  return (question: Question) => readAndRender(question, answering);
}

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
