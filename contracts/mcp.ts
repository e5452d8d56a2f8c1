/**
 * The MCP surface (docs/design/mcp.md "Tools", "The skills extension"): what a client is shown of the
 * four tools and the prompt, and the schemas that check what it sends. The syntax of paths and URIs is
 * checked by reading, where they become a brand.
 */
import { z } from "zod";
import { ADDRESS_LIMITS, MCP_LIMITS } from "./limits.ts";
import { count, readOnlyTool, text } from "./mcp/tool_schema.ts";

const path = (description: string) => text(0, ADDRESS_LIMITS.path, description);

const cursor = text(
  1,
  MCP_LIMITS.cursor,
  "Continuation from the preceding page of this same request; leave it out for the first page",
).optional();

export const TOOL_INPUTS = {
  browse_repo: z.strictObject({
    path: path(
      'Directory from the repository root, such as "marketing/skills"; leave it out for the mounted directory',
    ).optional(),
    cursor,
    limit: count(1, MCP_LIMITS.browse.max, `Entries a page, ${MCP_LIMITS.browse.default} by default`)
      .optional(),
  }),
  search_repo: z.strictObject({
    query: text(
      1,
      MCP_LIMITS.search.query,
      "Words to look for, in the content's own language, usually English; any of them may match",
    ).regex(/\S/),
    path: path(
      "Directory from the repository root to search in; leave it out for the mounted directory",
    ).optional(),
    cursor,
    limit: count(1, MCP_LIMITS.search.max, `Results a page, ${MCP_LIMITS.search.default} by default`)
      .optional(),
  }),
  load_skill: z.strictObject({
    path: path(
      'Exact path of a SKILL.md from the repository root, such as "marketing/skills/ad-copy/SKILL.md"; a name or a directory does not do',
    ),
    cursor,
  }),
  read_repo_file: z.strictObject({
    path: path("Exact path of a file from the repository root"),
    offset: count(0, Number.MAX_SAFE_INTEGER, "Characters to skip, 0 by default").optional(),
    limit: count(
      1,
      MCP_LIMITS.read.max,
      `Characters at most, ${MCP_LIMITS.read.default} by default; a result holds about 24 KB and names the next offset`,
    )
      .optional(),
  }),
} as const;

export type ToolName = keyof typeof TOOL_INPUTS;

export type ToolInput<Name extends ToolName> = z.output<(typeof TOOL_INPUTS)[Name]>;

/** As `tools/list` shows them, in the order an agent needs them. */
export const TOOLS = [
  tool(
    "browse_repo",
    "Browse folders and skills",
    "Start here. Lists what one folder of this git repository of agent skills holds: folders with counts of what " +
      "is below them, skills with their descriptions, and files. Without a path it lists the folder this connection is " +
      "mounted at. Look into a folder by calling again with its path; find something by its words with search_repo; before " +
      "following a skill load it with load_skill by the exact path of its SKILL.md; read any other file with read_repo_file. " +
      "Paths always start at the repository root.",
  ),
  tool(
    "search_repo",
    "Search skills and documents",
    "Finds skills and documents by the words of their names, descriptions, headings and text: words, not meaning, so use " +
      "words the content itself would use. A skill is listed once with its matching files. Narrow the search to a folder with path.",
  ),
  tool(
    "load_skill",
    "Load a skill",
    "Gives everything needed to use one skill: the rules that apply to it, its instructions and the files it includes, and " +
      "names its other files. While the result says that it is not complete, call again with the same path and the given cursor, " +
      "and only then use the skill.",
  ),
  tool(
    "read_repo_file",
    "Read a file",
    "Gives the text of one file exactly as it is in the repository, such as a supporting file, a reference or a document. " +
      "A long file comes in pieces: call again with the offset that the result names. To use a skill, load it with load_skill instead.",
  ),
] as const;

export const USE_SKILL = {
  name: "use_skill",
  title: "Use a skill",
  description: "Loads one skill of this repository and asks the model to follow it",
  arguments: [
    {
      name: "path",
      description:
        'Exact path of a SKILL.md from the repository root, such as "marketing/skills/ad-copy/SKILL.md"',
      required: true,
    },
  ],
} as const;

export const USE_SKILL_ARGUMENTS = z.strictObject({ path: TOOL_INPUTS.load_skill.shape.path });

/** The skills extension (`modelcontextprotocol/ext-skills`): its identifier and what is declared of it. */
export const SKILLS_EXTENSION = {
  id: "io.modelcontextprotocol/skills",
  settings: { directoryRead: true },
} as const;

const uri = text(1, MCP_LIMITS.uri, "URI of a file, a directory or a skill's SKILL.md, as listed");

/** The parameters of the extension's methods and of those of the base protocol that it builds on. */
export const RESOURCE_PARAMS = {
  /** `skills/list`, `resources/list` */
  list: z.object({ cursor }),
  /** `skills/get`, `resources/read` */
  one: z.object({ uri }),
  /** `resources/directory/read` */
  directory: z.object({ uri, cursor }),
} as const;

function tool<Name extends ToolName>(name: Name, title: string, description: string) {
  return readOnlyTool({ name, title, description, input: TOOL_INPUTS[name] });
}
