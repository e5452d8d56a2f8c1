import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { failureResponse, type SendAnswer } from "../../http/mod.ts";
import { installableSkill, type SkillFile, type SkillFiles } from "../../reading/mod.ts";
import type { Source } from "../../../contracts/source.ts";
import { archiveAnswer } from "../archive/archive_answer.ts";
import type { Asked } from "../operation.ts";
import { fileHeaders, wellKnownIn } from "../install/index_rules.ts";
import { discoveryIndex, olderDiscoveryIndex } from "./_discovery_index.ts";

/** A request below an address, and what its answer says to caches. */
export interface Question {
  readonly asked: Asked;
  readonly send: SendAnswer;
  readonly source: Source;
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws `ContentGone`. */
export type Reply = (question: Question) => Response | Promise<Response>;

/** How to answer what is asked behind `/.well-known/`; null where nothing is. */
export function replyTo(asked: string): Reply | null {
  const named = wellKnownIn(asked);
  switch (named?.kind) {
    case undefined:
      return null;
    case "index":
      return async ({ source, headers }) => jsonAnswer(await discoveryIndex(source), headers);
    case "older_index":
      return async ({ source, headers }) => jsonAnswer(await olderDiscoveryIndex(source), headers);
    case "archive":
      return (question) => archiveOf(question, named.name);
    case "file":
      return (question) => fileOf(question, named.name, named.escaped);
  }
}

/** With its length, which `HEAD` is asked for. */
function jsonAnswer(value: unknown, headers: Readonly<Record<string, string>>): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const own = { "content-type": "application/json", "content-length": String(bytes.length) };
  return new Response(bytes, { headers: { ...headers, ...own } });
}

async function archiveOf({ asked, send, source, headers }: Question, name: string): Promise<Response> {
  const whole = await installableSkill(source, { name });
  if (!whole.ok) return failureResponse(whole.error);
  return await archiveAnswer(send, asked, source, whole.value, "zip", headers);
}

async function fileOf(
  { asked, send, source, headers }: Question,
  name: string,
  escaped: string,
): Promise<Response> {
  const whole = await installableSkill(source, { name });
  if (!whole.ok) return failureResponse(whole.error);
  const file = fileAt(whole.value, escaped);
  if (!file.ok) return failureResponse(file.error);
  const bytes = await source.content(file.value.content);
  if (bytes === null) return failureResponse(await source.restore());
  return send(asked, bytes, { ...headers, ...fileHeaders(file.value.path, bytes.length) });
}

function fileAt({ files }: SkillFiles, escaped: string): Result<SkillFile, Failure> {
  const path = decoded(escaped);
  const file = files.find((one) => one.path === path);
  return file === undefined ? failure({ code: "file.not_found" }) : success(file);
}

/** A path that cannot be decoded is no file's. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
