import type { CallToolResult } from "@modelcontextprotocol/server";
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
import { type Question, readAndRender } from "./read_and_render.ts";

const RUN: Readonly<Record<ToolName, (question: Question) => Promise<Result<string, Failure>>>> = {
  browse_repo: (question) =>
    readAndRender(question, {
      kind: "browse_repo",
      schema: TOOL_INPUTS.browse_repo,
      read: browse,
      render: renderBrowse,
    }),
  search_repo: (question) =>
    readAndRender(question, {
      kind: "search_repo",
      schema: TOOL_INPUTS.search_repo,
      read: search,
      render: renderSearch,
    }),
  load_skill: (question) =>
    readAndRender(question, {
      kind: "load_skill",
      schema: TOOL_INPUTS.load_skill,
      read: loadSkill,
      render: renderSkill,
    }),
  // Waits for no index: what decides about a file is not known before (seed "Indexing and trust").
  read_repo_file: (question) =>
    readAndRender({ ...question, waitUntil: 0 }, {
      kind: "read_repo_file",
      schema: TOOL_INPUTS.read_repo_file,
      read: readFile,
      render: renderFile,
    }),
};

/** Answers a call with one text for the model; what it can correct is told as an error result. */
export async function callTool(tool: ToolName, question: Question): Promise<CallToolResult> {
  const answer = await RUN[tool](question);
  if (answer.ok) return textResult(answer.value);
  const source = citeMount(question.mount, question.sources.hosts);
  if (answer.error.code === "index.indexing") return textResult(renderIndexing(source, tool, answer.error));
  return { ...textResult(renderFailure(answer.error, { tool, source })), isError: true };
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
