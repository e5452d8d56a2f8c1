import type { Failure } from "../../contracts/errors.ts";
import type { ToolName } from "../../contracts/mcp.ts";
import type { Citation } from "../../contracts/source.ts";
import { citationLines } from "./_citation.ts";

/** The answer while a commit is being indexed (docs/design/mcp.md "Indexing and trust"). */
export function renderIndexing(source: Citation, tool: ToolName, { retryAfterSeconds = 5 }: Failure): string {
  return [
    ...citationLines(source, []),
    "Indexing: this commit is being read for the first time. It goes on meanwhile, and nothing is known of its content yet.",
    `Next: call ${tool} again with the same arguments in ${retryAfterSeconds} seconds`,
  ].join("\n");
}
