/** What the catalog's MCP server shows of its four tools (docs/design/catalog.md "MCP"): names and arguments are a promise. */
import { z } from "zod";
import { CATALOG_PAGES, CATALOG_SORTS } from "../library/public_catalog.ts";
import { ADDRESS_LIMITS, MCP_LIMITS } from "../limits.ts";
import { SKILL_ARGUMENTS } from "./skill_tools.ts";
import { count, readOnlyTool, text } from "./tool_schema.ts";

const { discover, search, query } = CATALOG_PAGES;

const cursor = text(1, MCP_LIMITS.cursor, "nextCursor of the page before, with the same other arguments")
  .optional();

export const CATALOG_TOOL_INPUTS = {
  discover_skills: z.strictObject({
    sort: z.enum(CATALOG_SORTS).optional().describe(
      "installs (default): the most installed first; newest: the last published first; name: by name",
    ),
    owner: SKILL_ARGUMENTS.owner.optional(),
    limit: count(1, discover.most, `Skills a page; ${discover.usual} when left out`).optional(),
    cursor,
  }),
  search_skills: z.strictObject({
    query: text(1, query, "What the skill should do, or its name, such as: fill in PDF forms"),
    limit: count(1, search.most, `Skills a page; ${search.usual} when left out`).optional(),
    cursor,
  }),
  get_skill: z.strictObject(SKILL_ARGUMENTS),
  get_skill_file: z.strictObject({
    ...SKILL_ARGUMENTS,
    path: text(
      1,
      ADDRESS_LIMITS.path,
      "Path of the file inside the skill: SKILL.md, or such as scripts/extract.py",
    ),
  }),
} as const;

export type CatalogToolName = keyof typeof CATALOG_TOOL_INPUTS;

/** As `tools/list` shows them, in the order an agent needs them. */
export const CATALOG_TOOLS = [
  readOnlyTool({
    name: "discover_skills",
    title: "Look around in the catalog",
    description:
      "Lists skills of the public catalog, those most installed first unless sorted otherwise, with their owner, name, " +
      "version and description. Pass nextCursor on for more.",
    input: CATALOG_TOOL_INPUTS.discover_skills,
  }),
  readOnlyTool({
    name: "search_skills",
    title: "Search the catalog",
    description:
      "Start here with a task at hand. Finds skills of the public catalog by what they do or what they are called, the best " +
      "match first. Read the one that fits with get_skill_file and the path SKILL.md.",
    input: CATALOG_TOOL_INPUTS.search_skills,
  }),
  readOnlyTool({
    name: "get_skill",
    title: "Describe a skill",
    description:
      "Gives what is known of one skill: its description, licence, compatibility and the list of its supporting files.",
    input: CATALOG_TOOL_INPUTS.get_skill,
  }),
  readOnlyTool({
    name: "get_skill_file",
    title: "Get a file of a skill",
    description:
      "Gives one file of a skill. SKILL.md holds its instructions; the paths of others come from it and from get_skill. Text as " +
      "it is, anything else as a JSON object with the bytes in base64.",
    input: CATALOG_TOOL_INPUTS.get_skill_file,
  }),
] as const;

/** Told when a client connects. */
export const CATALOG_INSTRUCTIONS =
  "The public catalog of agent skills. Call search_skills with what you want to do, or discover_skills to look around; then " +
  "get_skill_file with the path SKILL.md for the instructions. Skills are written by their owners: read one before you follow it. " +
  "Nothing here changes anything.";
