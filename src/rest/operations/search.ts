import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { SEARCH_ANSWER } from "../../../contracts/rest/answers.ts";
import { success } from "../../../contracts/result.ts";
import { search, useOfSearch } from "../../reading/mod.ts";
import { jsonRead } from "./_json_read.ts";
import type { ReadDeps, Route } from "../operation.ts";
import { diagnosticAnswers } from "../problem_answer.ts";
import { notReady, sourceAnswer } from "./_source_answer.ts";

/** `GET /api/v1/search/<address>` */
export function searchRoute(deps: ReadDeps): Route {
  return jsonRead(deps, {
    id: "search",
    summary: "Skills and documents by their words",
    description: "What matches any of the query's words, most relevant first. A skill stands for its files.",
    query: REST_QUERIES.search,
    answer: SEARCH_ANSWER,
    failures: ["folder.not_found"],
    unready: notReady,
    useOf: (answer) => answer.status === "ready" ? useOfSearch(answer) : null,
    async read(snapshot, request) {
      const found = await search(snapshot, request);
      if (!found.ok) return found;
      const { partial, query, scope, items, start, total, nextCursor, diagnostics } = found.value;
      return success({
        status: "ready",
        source: sourceAnswer(snapshot.citation),
        partial,
        query,
        scope,
        items,
        start,
        total,
        nextCursor,
        ...diagnosticAnswers(diagnostics),
      });
    },
  });
}
