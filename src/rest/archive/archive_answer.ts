import type { ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { failureResponse, type SendAnswer } from "../../http/mod.ts";
import type { SkillFiles } from "../../reading/mod.ts";
import type { Source } from "../../../contracts/source.ts";
import { entriesOf } from "./_entries.ts";
import { archiveHeaders, archiveStream, heldBytes } from "./archive_stream.ts";
import { ContentGone } from "./archive_entry.ts";
import type { Asked } from "../operation.ts";

/** Answers with a skill's archive, or with its headers alone. */
export async function archiveAnswer(
  send: SendAnswer,
  asked: Pick<Asked, "request" | "asker">,
  source: Source,
  whole: SkillFiles,
  format: ArchiveFormat,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const entries = entriesOf(source, whole);
  const own = { ...headers, ...archiveHeaders(whole.skill.name, entries, format) };
  if (asked.request.method === "HEAD") return new Response(null, { headers: own });
  // What is gone is mostly gone with all of its commit: found out while an answer can still say so.
  try {
    await entries[0]?.read();
  } catch (error) {
    if (error instanceof ContentGone) return failureResponse(error.failure);
    throw error;
  }
  return send(asked, { stream: archiveStream(entries, format), heldBytes: heldBytes(entries) }, own);
}
