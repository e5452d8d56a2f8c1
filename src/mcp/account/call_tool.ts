import { Buffer } from "node:buffer";
import type { z } from "zod";
import {
  ACCOUNT_ERRORS,
  ACCOUNT_TOOL_INPUTS,
  type AccountToolName,
  CONTENT_TYPE_META_KEY,
} from "../../../contracts/mcp/account_tools.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type {
  FileBytes,
  Library,
  LibraryReader,
  SkillDetails,
  SkillReference,
} from "../../../contracts/library/library.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { toolArguments, type ToolText } from "../protocol/mod.ts";
import { argumentError, type ToolError, toolErrorOf } from "./tool_error.ts";

type Ask<Input> = (library: Library, reader: LibraryReader, input: Input) => Promise<Result<Said, Failure>>;

/** What a tool answers: the text of a file, an object, or the text of one as JSON. */
type Said =
  | { readonly text: string; readonly contentType?: string }
  | { readonly value: unknown }
  | { readonly json: string };

type Run = (given: unknown, reader: LibraryReader, library: Library) => Promise<ToolText>;

const RUN: Readonly<Record<AccountToolName, Run>> = {
  list_library: tool("list_library", ACCOUNT_TOOL_INPUTS.list_library, listLibrary),
  get_skill: tool("get_skill", ACCOUNT_TOOL_INPUTS.get_skill, getSkill),
  get_skill_content: tool("get_skill_content", ACCOUNT_TOOL_INPUTS.get_skill_content, getSkillContent),
  get_skill_file: tool("get_skill_file", ACCOUNT_TOOL_INPUTS.get_skill_file, getSkillFile),
};

/** Answers a call with one text. What is wrong is an object with an `error`, also for who may not ask. */
export async function callTool(
  name: AccountToolName,
  given: unknown,
  caller: Result<Caller, Failure>,
  library: Library,
): Promise<ToolText> {
  if (caller.ok) return await RUN[name](given, caller.value, library);
  // That there is such a skill is told to nobody else.
  const error = name === "list_library" ? ACCOUNT_ERRORS.unauthorized : ACCOUNT_ERRORS.skillNotFound;
  return told({ error });
}

function tool<Schema extends z.ZodObject>(
  name: AccountToolName,
  schema: Schema,
  ask: Ask<z.output<Schema>>,
): Run {
  const parse = toolArguments(schema);
  return async (given, reader, library) => {
    const input = parse(given);
    if (!input.ok) return told(argumentError(name, given, input.error));
    const said = await ask(library, reader, input.value);
    if (!said.ok) return told(toolErrorOf(name, said.error));
    if ("json" in said.value) return { json: said.value.json, isError: false };
    if ("value" in said.value) return { json: textOf(said.value.value), isError: false };
    const { text, contentType } = said.value;
    const meta = contentType === undefined ? {} : { meta: { [CONTENT_TYPE_META_KEY]: contentType } };
    return { json: JSON.stringify(text), isError: false, ...meta };
  };
}

/** The answers of lists. A library gives the same list while nothing of it changes, and lets go of it with its text. */
const LISTED = new WeakMap<readonly ListedSkill[], string>();

async function listLibrary(library: Library, reader: LibraryReader): Promise<Result<Said, Failure>> {
  const listed = await library.list(reader, "library");
  const json = LISTED.get(listed) ?? textOf({ skills: listed.map(toldSkill) });
  LISTED.set(listed, json);
  return success({ json });
}

function toldSkill({ owner, name, version, description, addedAt }: ListedSkill) {
  return { owner, name, version, description, addedAt: timeOf(addedAt) };
}

async function getSkill(
  library: Library,
  reader: LibraryReader,
  skill: SkillReference,
): Promise<Result<Said, Failure>> {
  const found = await library.skill(reader, skill, "library");
  return found.ok ? success({ value: described(found.value) }) : found;
}

/** In the order of the contract. */
function described(skill: SkillDetails) {
  const { installs, rating } = skill.stats;
  return {
    name: skill.name,
    owner: skill.owner,
    description: skill.description,
    visibility: skill.visibility,
    license: skill.license,
    compatibility: skill.compatibility,
    allowedTools: skill.allowedTools,
    metadata: skill.metadata,
    files: skill.files.map(({ path, size, contentType }) => ({ path, size, contentType })),
    // `activations` is what clients of before read; it says the same.
    stats: { installs, activations: installs, rating },
    publishedAt: timeOf(skill.publishedAt),
  };
}

async function getSkillContent(
  library: Library,
  reader: LibraryReader,
  skill: SkillReference,
): Promise<Result<Said, Failure>> {
  const found = await library.content(reader, skill, "library");
  return found.ok ? success({ text: decoded(found.value.bytes) }) : found;
}

async function getSkillFile(
  library: Library,
  reader: LibraryReader,
  { path, ...skill }: SkillReference & { readonly path: string },
): Promise<Result<Said, Failure>> {
  const found = await library.file(reader, skill, path, "library");
  return found.ok ? success(contentOf(found.value)) : found;
}

function contentOf({ file: { path, contentType, isText }, bytes }: FileBytes): Said {
  if (isText) return { text: decoded(bytes), contentType };
  const { buffer, byteOffset, byteLength } = bytes;
  const content = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  return { text: JSON.stringify({ path, contentType, encoding: "base64", content }), contentType };
}

/** A byte order mark is a part of the file. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function told(error: ToolError): ToolText {
  return { json: textOf(error), isError: true };
}

/** An object as the text of an answer, which is JSON itself. */
function textOf(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}
