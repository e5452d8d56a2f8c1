import type { BrowseEntry } from "../../../contracts/reading.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { BROWSE_ANSWER } from "../../../contracts/rest/answers.ts";
import { success } from "../../../contracts/result.ts";
import { browse } from "../../reading/mod.ts";
import { jsonRead } from "./_json_read.ts";
import type { ReadDeps, Route } from "../operation.ts";
import { diagnosticAnswers, problemAnswer } from "../problem_answer.ts";
import { notReady, sourceAnswer } from "./_source_answer.ts";

/** `GET /api/v1/browse/<address>` */
export function browseRoute(deps: ReadDeps): Route {
  return jsonRead(deps, {
    id: "browse",
    summary: "One folder",
    description: "What one folder holds directly: folders, skills and files, in path order.",
    query: REST_QUERIES.browse,
    answer: BROWSE_ANSWER,
    failures: ["folder.not_found"],
    unready: notReady,
    async read(snapshot, query) {
      const found = await browse(snapshot, query);
      if (!found.ok) return found;
      const { partial, folder, entries, start, total, nextCursor, diagnostics } = found.value;
      return success({
        status: "ready",
        source: sourceAnswer(snapshot.citation),
        partial,
        folder,
        entries: entries.map(entryAnswer),
        start,
        total,
        nextCursor,
        ...diagnosticAnswers(diagnostics),
      });
    },
  });
}

function entryAnswer(entry: BrowseEntry) {
  if (entry.kind !== "file") return entry;
  return { ...entry, problem: entry.problem && problemAnswer(entry.problem) };
}
