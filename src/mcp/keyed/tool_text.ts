import { Buffer } from "node:buffer";
import type { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { FileBytes, SkillDetails } from "../../../contracts/library/library.ts";
import { CONTENT_TYPE_META_KEY } from "../../../contracts/mcp/skill_tools.ts";
import type { Result } from "../../../contracts/result.ts";
import { toolArguments, type ToolText } from "../protocol/mod.ts";
import { argumentError, type ToolError, toolErrorOf } from "./tool_error.ts";

/** What a tool answers: the text of a file, an object, or the text of one as JSON. */
export type Said =
  | { readonly text: string; readonly contentType?: string }
  | { readonly value: unknown }
  | { readonly json: string };

/** A tool that answers with one text. What is wrong is an object with an `error`. */
export function textTool<Schema extends z.ZodObject, Asked>(
  name: string,
  schema: Schema,
  ask: (asked: Asked, input: z.output<Schema>) => Promise<Result<Said, Failure>>,
): (given: unknown, asked: Asked) => Promise<ToolText> {
  const parse = toolArguments(schema);
  return async (given, asked) => {
    const input = parse(given);
    if (!input.ok) return refused(argumentError(name, given, input.error));
    const said = await ask(asked, input.value);
    if (!said.ok) return refused(toolErrorOf(name, said.error));
    if ("json" in said.value) return { json: said.value.json, isError: false };
    if ("value" in said.value) return { json: textOf(said.value.value), isError: false };
    const { text, contentType } = said.value;
    const meta = contentType === undefined ? {} : { meta: { [CONTENT_TYPE_META_KEY]: contentType } };
    return { json: JSON.stringify(text), isError: false, ...meta };
  };
}

export function refused(error: ToolError): ToolText {
  return { json: textOf(error), isError: true };
}

/** An object as the text of an answer, which is JSON itself. */
export function textOf(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}

type Described = Pick<
  SkillDetails,
  | "name"
  | "owner"
  | "description"
  | "visibility"
  | "license"
  | "compatibility"
  | "allowedTools"
  | "metadata"
  | "files"
  | "stats"
  | "publishedAt"
>;

/** What `get_skill` tells, in the order of the contract. */
export function described(skill: Described) {
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
    stats: statsOf(skill.stats),
    publishedAt: timeOf(skill.publishedAt),
  };
}

/** `activations` is what clients of before read; it says the same as `installs`. */
export function statsOf({ installs, rating }: SkillDetails["stats"]) {
  return { installs, activations: installs, rating };
}

/** A text file as it is; anything else as an object around its bytes. */
export function contentOf({ file: { path, contentType, isText }, bytes }: FileBytes): Said {
  if (isText) return { text: decoded(bytes), contentType };
  const { buffer, byteOffset, byteLength } = bytes;
  const content = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  return { text: JSON.stringify({ path, contentType, encoding: "base64", content }), contentType };
}

/** A byte order mark is a part of the file. */
export function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
