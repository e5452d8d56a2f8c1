import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { FILE_ANSWER } from "../../../contracts/rest/answers.ts";
import { success } from "../../../contracts/result.ts";
import { readFile } from "../../reading/mod.ts";
import { jsonRead } from "./_json_read.ts";
import type { ReadDeps, Route } from "../operation.ts";
import { sourceAnswer } from "./_source_answer.ts";

/** `GET /api/v1/files/<address>` */
export function filesRoute(deps: ReadDeps): Route {
  return jsonRead(deps, {
    id: "files",
    summary: "A file's text",
    description: "A page of the exact text of one file. Positions count characters (Unicode code points).",
    query: REST_QUERIES.files,
    answer: FILE_ANSWER,
    failures: ["file.not_found", "file.too_large", "file.not_text", "file.described_only"],
    unready: null,
    async read(snapshot, query) {
      const found = await readFile(snapshot, query);
      if (!found.ok) return found;
      const { partial, path, offset, nextOffset, totalLength, lfsPointer, text } = found.value;
      return success({
        source: sourceAnswer(snapshot.citation),
        partial,
        path,
        offset,
        nextOffset,
        totalLength,
        lfsPointer,
        content: text,
      });
    },
  });
}
