import type { Failure } from "../../contracts/errors.ts";
import { TOOL_INPUTS, type ToolName } from "../../contracts/mcp.ts";
import { type Result, success } from "../../contracts/result.ts";
import type { Use } from "../../contracts/repository_usage.ts";
import type { Source } from "../../contracts/source.ts";
import { answerFrom, browse, loadSkill, readFile, search, useOfSearch, useOfSkill } from "../reading/mod.ts";
import { renderBrowse, renderFile, renderSearch, renderSkill } from "../render/mod.ts";
import { toolArguments } from "./protocol/mod.ts";

/** How one kind of question is answered. */
export interface Answering<Input, Found> {
  readonly kind: string;
  readonly parse: (given: unknown) => Result<Input, Failure>;
  readonly read: (source: Source, input: Input) => Result<Found, Failure> | Promise<Result<Found, Failure>>;
  readonly render: (found: Found, budgetBytes: number) => string;
  /** Whether a commit that is being indexed is waited for; left out, it is. */
  readonly waitsForIndex?: boolean;
  /** What counts as use of what was found; left out, nothing does. */
  readonly useOf?: (found: Found) => Use | null;
}

/** What is done with a way to answer, whatever it takes and finds. */
export type UseAnswering<Value> = <Input, Found>(answering: Answering<Input, Found>) => Value;

/** The tools that read, whatever is read: a commit, or a set of several sources. */
export function readingTools<Value>(use: UseAnswering<Value>): Readonly<Record<ToolName, Value>> {
  return {
    browse_repo: use({
      kind: "browse_repo",
      parse: toolArguments(TOOL_INPUTS.browse_repo),
      read: browse,
      render: renderBrowse,
    }),
    search_repo: use({
      kind: "search_repo",
      parse: toolArguments(TOOL_INPUTS.search_repo),
      read: search,
      render: renderSearch,
      useOf: useOfSearch,
    }),
    load_skill: use({
      kind: "load_skill",
      parse: toolArguments(TOOL_INPUTS.load_skill),
      read: loadSkill,
      render: renderSkill,
      useOf: ({ skill, context }) => useOfSkill(skill.path, context.start),
    }),
    read_repo_file: use({
      kind: "read_repo_file",
      parse: toolArguments(TOOL_INPUTS.read_repo_file),
      read: readFile,
      render: renderFile,
      // What decides about a file is not known before (docs/design/mcp.md "Indexing and trust").
      waitsForIndex: false,
    }),
  };
}

/** Checks the arguments, reads, and renders what was found for a model, as JSON. */
export async function readAnswer<Input, Found>(
  source: Source,
  { parse, read, render }: Answering<Input, Found>,
  given: unknown,
  budgetBytes: number,
): Promise<Result<string, Failure>> {
  const input = parse(given);
  if (!input.ok) return input;
  const found = await answerFrom(source, (open) => read(open, input.value));
  return found.ok ? success(JSON.stringify(render(found.value, budgetBytes))) : found;
}
