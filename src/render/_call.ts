import type { RepoPath } from "../../contracts/addresses.ts";
import type { ToolInput, ToolName } from "../../contracts/mcp.ts";
import type { Citation } from "../../contracts/source.ts";

/** The next call as a model has to make it: the tool's name and its arguments as JSON. */
export function call<Name extends ToolName>(tool: Name, input: ToolInput<Name>): string {
  return `${tool} ${JSON.stringify(input)}`;
}

/** The `path` argument for a directory: left out where it is the mounted one. */
export function directoryArgument(source: Citation, path: RepoPath): { readonly path?: RepoPath } {
  return path === source.path ? {} : { path };
}

/** The `limit` argument: left out where nothing was asked for. */
export function limitArgument({ limit }: { readonly limit: number | null }): { readonly limit?: number } {
  return limit === null ? {} : { limit };
}
