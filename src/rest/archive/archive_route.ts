import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { failureResponse, queryReader } from "../../http/mod.ts";
import { answerFrom, openSnapshot, skillFiles } from "../../reading/mod.ts";
import { ARCHIVE_MEDIA_TYPES, noRoom, pathTooLong } from "./archive_stream.ts";
import { archiveAnswer } from "./archive_answer.ts";
import { NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { answerConditionally } from "../conditional_request.ts";

const readQuery = queryReader(REST_QUERIES.archive);

/** `GET /api/v1/archive/<address>` */
export function archiveRoute(deps: ReadDeps): Route {
  return {
    id: "archive",
    method: "GET",
    path: "/api/v1/archive",
    takesAddress: true,
    summary: "A skill to install",
    description:
      "Every file of one skill as it is served, those of skills in it too, in a zip or tar.gz archive with the assembled " +
      "SKILL.md at its root. A zip archive has the same bytes wherever the skill has the same files.",
    query: REST_QUERIES.archive,
    answers: [
      {
        status: 200,
        description: "The archive",
        mediaTypes: Object.values(ARCHIVE_MEDIA_TYPES),
        schema: null,
        headers: ["etag", "cache-control", "content-disposition"],
      },
      NOT_MODIFIED,
    ],
    failures: [
      ...READ_FAILURES,
      "skill.not_found",
      "skill.too_large",
      "file.described_only",
      "index.indexing",
      "index.failed",
    ],
    answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      const { path, format } = input.value;
      return answerConditionally(deps, asked, ["archive", input.value], async ({ mount, headers }) => {
        const snapshot = await openSnapshot(deps.sources, mount, 0, asked.request.signal);
        if (!snapshot.ok) return failureResponse(snapshot.error);
        const whole = await answerFrom(snapshot.value, (source) => skillFiles(source, { path }));
        if (!whole.ok) return failureResponse(whole.error);
        const long = pathTooLong(whole.value.files, format);
        return long === null
          ? await archiveAnswer(deps.send, asked, snapshot.value, whole.value, format, headers)
          : failureResponse(noRoom(long, format));
      });
    },
  };
}
