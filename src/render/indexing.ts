import type { Failure } from "../../contracts/errors.ts";
import type { ToolName } from "../../contracts/mcp.ts";
import type { Source } from "../../contracts/reading.ts";
import { sourceLines } from "./_source.ts";

/** The answer while a commit is being indexed (seed "Indexing and trust"). */
export function renderIndexing(source: Source, tool: ToolName, { retryAfterSeconds = 5 }: Failure): string {
  return [
    ...sourceLines(source, []),
    "Indexing: this commit is being read for the first time. It goes on meanwhile, and nothing is known of its content yet.",
    `Next: call ${tool} again with the same arguments in ${retryAfterSeconds} seconds`,
  ].join("\n");
}
