import { SKILL_TOOL_ERRORS } from "../../../contracts/mcp/skill_tools.ts";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { MissingFile } from "../../../contracts/library/library.ts";
import { failureMessage } from "../../http/mod.ts";

/** What a tool answers when it cannot: the words of `error` are a promise (docs/design/account-mcp.md "Errors"). */
export interface ToolError {
  readonly error: string;
  /** The paths that there are, where another was asked for. */
  readonly availableFiles?: readonly string[];
  /** What keeps the content with its owner, and where it can be had. */
  readonly license?: string | null;
  readonly sourceUrl?: string | null;
}

export function toolErrorOf(tool: string, failure: Failure | MissingFile): ToolError {
  switch (failure.code) {
    case "skill.not_found":
      return { error: SKILL_TOOL_ERRORS.skillNotFound };
    case "version.not_found":
    case "version.removed":
      return { error: SKILL_TOOL_ERRORS.noVersion };
    case "file.not_found": {
      const availableFiles = "availableFiles" in failure ? failure.availableFiles : undefined;
      return { error: SKILL_TOOL_ERRORS.fileNotFound, ...(availableFiles && { availableFiles }) };
    }
    case "file.described_only": {
      const { licence, sourceUrl } = failure;
      return {
        error: SKILL_TOOL_ERRORS.describedOnly,
        license: licence?.label ?? null,
        sourceUrl: sourceUrl ?? null,
      };
    }
    case "cursor.invalid":
      return { error: SKILL_TOOL_ERRORS.invalidCursor };
    case "request.invalid":
    case "publish.blocked_file":
      return { error: tool === "get_skill_file" ? SKILL_TOOL_ERRORS.invalidPath : failureMessage(failure) };
    default:
      // Where a file should be there, the client is told to come back; what the store says of itself is told elsewhere.
      return {
        error: ERRORS[failure.code].status >= 500 ? SKILL_TOOL_ERRORS.fetchFailed : failureMessage(failure),
      };
  }
}

/** What no schema takes. A path that is none is told as any other that cannot be. */
export function argumentError(tool: string, given: unknown, failure: Failure): ToolError {
  const isPath = tool === "get_skill_file" && typeof given === "object" && given !== null &&
    "path" in given && typeof given.path === "string" && failure.reason?.startsWith("path must");
  return { error: isPath ? SKILL_TOOL_ERRORS.invalidPath : failureMessage(failure) };
}
