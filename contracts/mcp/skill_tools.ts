/**
 * What tools about published skills have in common, whichever server they are of: the words of their errors are a promise
 * (docs/design/account-mcp.md "Errors").
 */
import { text } from "./tool_schema.ts";

/** Longer than any account or skill is called. */
const LONGEST_NAME = 100;

export const SKILL_ARGUMENTS = {
  owner: text(1, LONGEST_NAME, "Account that owns the skill, as lists name it, such as acme"),
  name: text(1, LONGEST_NAME, "Name of the skill, such as code-review"),
};

/** What a tool says in the `error` of its answer. */
export const SKILL_TOOL_ERRORS = {
  unauthorized: "Unauthorized",
  skillNotFound: "Skill not found",
  noVersion: "No published version available",
  fileNotFound: "File not found",
  invalidPath: "Invalid file path",
  invalidCursor: "Invalid cursor",
  fetchFailed: "Failed to fetch file content",
  describedOnly: "Described only",
} as const;

/** Where a tool's answer says of what type the file in it is, so that JSON text is told from the object around bytes. */
export const CONTENT_TYPE_META_KEY = "skillmount/contentType";

/** In the `_meta` of a list: what should be in it and cannot be read, as `code`, `severity`, `path` and `message`. */
export const DIAGNOSTICS_META_KEY = "skillmount/diagnostics";
