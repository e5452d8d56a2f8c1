import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { failureResponse, queryReader } from "../../http/mod.ts";
import { answerFrom, openSnapshot, readBytes } from "../../reading/mod.ts";
import { NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { fileAnswer } from "../file_answer.ts";
import { answerConditionally } from "../conditional_request.ts";

const readQuery = queryReader(REST_QUERIES.raw);

/** `GET /api/v1/raw/<address>` */
export function rawRoute(deps: ReadDeps): Route {
  return {
    id: "raw",
    method: "GET",
    path: "/api/v1/raw",
    takesAddress: true,
    summary: "A file's bytes",
    description:
      "The bytes of one file exactly as git has them, or one range of them. Scripts and styles are " +
      "`text/plain`; whatever could act in a browser comes as an attachment.",
    query: REST_QUERIES.raw,
    answers: [
      {
        status: 200,
        description: "The whole file",
        mediaTypes: ["*/*"],
        schema: null,
        headers: ["etag", "cache-control", "content-disposition", "accept-ranges"],
      },
      {
        status: 206,
        description: "The range that was asked for",
        mediaTypes: ["*/*"],
        schema: null,
        headers: ["etag", "cache-control", "content-disposition", "content-range"],
      },
      NOT_MODIFIED,
    ],
    failures: [
      ...READ_FAILURES,
      "request.range_invalid",
      "file.not_found",
      "file.too_large",
      "file.described_only",
      "index.indexing",
      "index.failed",
    ],
    answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      return answerConditionally(deps, asked, ["raw", input.value], async ({ mount, headers }) => {
        const snapshot = await openSnapshot(deps.sources, mount, 0, asked.request.signal);
        const found = snapshot.ok
          ? await answerFrom(snapshot.value, (source) => readBytes(source, input.value))
          : snapshot;
        return found.ok ? fileAnswer(deps, asked, found.value, headers) : failureResponse(found.error);
      });
    },
  };
}
