import { ACCOUNT_TOOL_INPUTS, type AccountToolName } from "../../../contracts/mcp/account_tools.ts";
import { SKILL_TOOL_ERRORS } from "../../../contracts/mcp/skill_tools.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type { Library, LibraryReader } from "../../../contracts/library/library.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { type Result, success } from "../../../contracts/result.ts";
import {
  contentOf,
  decoded,
  described,
  refused,
  type Said,
  textOf,
  textTool,
  timeOf,
} from "../keyed/tool_text.ts";
import type { ToolText } from "../protocol/mod.ts";

interface Asked {
  readonly library: Library;
  readonly reader: LibraryReader;
}

const { list_library, get_skill, get_skill_content, get_skill_file } = ACCOUNT_TOOL_INPUTS;

const RUN: Readonly<Record<AccountToolName, (given: unknown, asked: Asked) => Promise<ToolText>>> = {
  list_library: textTool("list_library", list_library, listLibrary),

  get_skill: textTool("get_skill", get_skill, async ({ library, reader }: Asked, skill) => {
    const found = await library.skill(reader, skill, "library");
    return found.ok ? success({ value: described(found.value) }) : found;
  }),

  get_skill_content: textTool(
    "get_skill_content",
    get_skill_content,
    async ({ library, reader }: Asked, skill) => {
      const found = await library.content(reader, skill, "library");
      return found.ok ? success({ text: decoded(found.value.bytes) }) : found;
    },
  ),

  get_skill_file: textTool(
    "get_skill_file",
    get_skill_file,
    async ({ library, reader }: Asked, { path, ...skill }) => {
      const found = await library.file(reader, skill, path, "library");
      return found.ok ? success(contentOf(found.value)) : found;
    },
  ),
};

/** Answers a call with one text, also for who may not ask. */
export async function callTool(
  name: AccountToolName,
  given: unknown,
  caller: Result<Caller, Failure>,
  library: Library,
): Promise<ToolText> {
  if (caller.ok) return await RUN[name](given, { library, reader: caller.value });
  // That there is such a skill is told to nobody else.
  const { unauthorized, skillNotFound } = SKILL_TOOL_ERRORS;
  return refused({ error: name === "list_library" ? unauthorized : skillNotFound });
}

/** The answers of lists. A library gives the same list while nothing of it changes, and lets go of it with its text. */
const LISTED = new WeakMap<readonly ListedSkill[], string>();

async function listLibrary({ library, reader }: Asked): Promise<Result<Said, Failure>> {
  const listed = await library.list(reader, "library");
  const json = LISTED.get(listed) ?? textOf({ skills: listed.map(toldSkill) });
  LISTED.set(listed, json);
  return success({ json });
}

function toldSkill({ owner, name, version, description, addedAt }: ListedSkill) {
  return { owner, name, version, description, addedAt: timeOf(addedAt) };
}
