import type { ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { failureResponse } from "../../http/mod.ts";
import type { SkillFiles, Snapshot } from "../../reading/mod.ts";
import { archiveHeaders, archiveStream, entriesOf } from "./_archive.ts";
import { ContentGone } from "./archive_entry.ts";

/** Answers with a skill's archive, or with its headers alone. */
export async function archiveAnswer(
  request: Request,
  snapshot: Snapshot,
  whole: SkillFiles,
  format: ArchiveFormat,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const entries = entriesOf(snapshot, whole);
  const own = { ...headers, ...archiveHeaders(whole, entries, format) };
  if (request.method === "HEAD") return new Response(null, { headers: own });
  // What is gone is mostly gone with all of its commit: found out while an answer can still say so.
  try {
    await entries[0]?.read();
  } catch (error) {
    if (error instanceof ContentGone) return failureResponse(error.failure);
    throw error;
  }
  return new Response(archiveStream(entries, format), { headers: own });
}
