/**
 * What an account's MCP server shows of its four tools (docs/design/account-mcp.md "Tools"): names and arguments are a
 * promise.
 */
import { z } from "zod";
import { ADDRESS_LIMITS } from "../limits.ts";
import { SKILL_ARGUMENTS } from "./skill_tools.ts";
import { readOnlyTool, text } from "./tool_schema.ts";

export const ACCOUNT_TOOL_INPUTS = {
  list_library: z.strictObject({}),
  get_skill: z.strictObject(SKILL_ARGUMENTS),
  get_skill_content: z.strictObject(SKILL_ARGUMENTS),
  get_skill_file: z.strictObject({
    ...SKILL_ARGUMENTS,
    path: text(1, ADDRESS_LIMITS.path, "Path of the file inside the skill, such as scripts/extract.py"),
  }),
} as const;

export type AccountToolName = keyof typeof ACCOUNT_TOOL_INPUTS;

/** As `tools/list` shows them, in the order an agent needs them. */
export const ACCOUNT_TOOLS = [
  readOnlyTool({
    name: "list_library",
    title: "List the library",
    description:
      "Start here. Lists every skill in the library of this account, with its owner, name, version and " +
      "description. Find the one whose description fits the task, and get its instructions with get_skill_content.",
    input: ACCOUNT_TOOL_INPUTS.list_library,
  }),
  readOnlyTool({
    name: "get_skill",
    title: "Describe a skill",
    description:
      "Gives what is known of one skill of the library: its description, licence, compatibility and the " +
      "list of its supporting files. The instructions themselves come from get_skill_content.",
    input: ACCOUNT_TOOL_INPUTS.get_skill,
  }),
  readOnlyTool({
    name: "get_skill_content",
    title: "Get a skill's instructions",
    description:
      "Gives the whole SKILL.md of one skill of the library. Call it to use a skill, and follow what it " +
      "says; files that it refers to come from get_skill_file.",
    input: ACCOUNT_TOOL_INPUTS.get_skill_content,
  }),
  readOnlyTool({
    name: "get_skill_file",
    title: "Get a file of a skill",
    description:
      "Gives one supporting file of a skill, by the path that its SKILL.md or get_skill names: text as it " +
      "is, anything else as a JSON object with the bytes in base64.",
    input: ACCOUNT_TOOL_INPUTS.get_skill_file,
  }),
] as const;

/** Told when a client connects. */
export const ACCOUNT_INSTRUCTIONS =
  "The library of one account: agent skills that it wrote or added. Call list_library to see them, " +
  "get_skill_content to use one, and get_skill_file for files that its instructions refer to. Nothing here changes anything.";
