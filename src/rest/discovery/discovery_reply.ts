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

/**
 * `index`: JSON that is the same for all who may open the mount; installers ask for it each time they look for updates, and do not
 * say which they have. `artifact`: bytes of a skill. Both throw `ContentGone`.
 */
export type Reply =
  | { readonly kind: "index"; readonly make: (source: Source) => Promise<unknown> }
  | {
    readonly kind: "artifact";
    readonly send: (question: Question) => Promise<Response>;
  };

/** How to answer what is asked behind `/.well-known/`; null where nothing is. */
export function replyTo(asked: string): Reply | null {
  const named = wellKnownIn(asked);
  switch (named?.kind) {
    case undefined:
      return null;
    case "index":
      return { kind: "index", make: discoveryIndex };
    case "older_index":
      return { kind: "index", make: olderDiscoveryIndex };
    case "archive":
      return { kind: "artifact", send: (question) => archiveOf(question, named.name) };
    case "file":
      return { kind: "artifact", send: (question) => fileOf(question, named.name, named.escaped) };
  }
}

/** Makes the answer anew. */
export async function answerBy(reply: Reply, question: Question): Promise<Response> {
  if (reply.kind === "artifact") return await reply.send(question);
  return indexAnswer(JSON.stringify(await reply.make(question.source)), question.headers);
}

/** With its length, which `HEAD` is asked for. */
export function indexAnswer(json: string, headers: Readonly<Record<string, string>>): Response {
  const bytes = new TextEncoder().encode(json);
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
