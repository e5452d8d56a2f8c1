import type { FileRow } from "../../../contracts/catalog_view.ts";
import { DIFF_LIMITS } from "../../../contracts/limits.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { DIFF_ANSWER } from "../../../contracts/rest/diff_answer.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { inTurns } from "../../flow/mod.ts";
import { cacheHeaders, failureResponse, queryReader, responseKey } from "../../http/mod.ts";
import { changedTexts, compare, type Comparison, openAtRef, sidesOf } from "../../reading/mod.ts";
import { type FileChange, fileChanges, type LineChange } from "../../render/mod.ts";
import { answerConditionally } from "../conditional_request.ts";
import { NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { sourceAnswer } from "./_source_answer.ts";

const readQuery = queryReader(REST_QUERIES.diff);

/** `GET /api/v1/diff/<address>` */
export function diffRoute(deps: ReadDeps): Route {
  const { responses, sources } = deps;
  return {
    id: "diff",
    method: "GET",
    path: "/api/v1/diff",
    takesAddress: true,
    summary: "What changed since another commit",
    description:
      "Files that differ between a branch, tag or commit and the address: lines of texts, digests of all.",
    query: REST_QUERIES.diff,
    answers: [{
      status: 200,
      description: "What changed",
      mediaTypes: ["application/json"],
      schema: DIFF_ANSWER,
      headers: ["etag", "cache-control"],
    }, NOT_MODIFIED],
    failures: [...READ_FAILURES, "file.not_found", "index.indexing", "index.failed"],
    async answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      const { from, path } = input.value;
      const opened = await deps.open(asked.address, asked.asker);
      if (!opened.ok) return failureResponse(opened.error);
      const before = await openAtRef(deps, opened.value, from, asked.asker);
      if (!before.ok) return failureResponse(before.error);
      const question = ["diff", path, responseKey(before.value, "diff")];
      return await answerConditionally(deps, asked, question, async ({ mount, key, headers }) => {
        // It may be kept no longer than either side.
        const kept = mount.pinned || before.value.stale !== undefined
          ? { ...headers, ...cacheHeaders(before.value, sources.clock.now()) }
          : headers;
        const sent = { ...kept, "content-type": "application/json" };
        const known = responses.get(key);
        if (known !== undefined) return deps.send(asked, known, sent);
        const mounts = { before: before.value, after: mount };
        const found = await compare(deps, mounts, { path }, asked.request.signal);
        if (!found.ok) return failureResponse(found.error);
        const body = JSON.stringify(await answerOf(found.value));
        responses.set(key, body);
        return deps.send(asked, body, sent);
      });
    },
  };
}

async function answerOf({ before, after, files, same }: Comparison): Promise<AnswerOf<typeof DIFF_ANSWER>> {
  const named = files.slice(0, DIFF_LIMITS.files);
  const changes = await inTurns(fileChanges(await changedTexts(named, sidesOf(before, after))));
  return {
    source: sourceAnswer(after.citation),
    from: sourceAnswer(before.citation),
    partial: [...after.view.partial],
    files: changes.map(fileAnswer),
    moreFiles: files.length - named.length,
    sameFiles: same,
  };
}

function fileAnswer({ path, change, before, after, lines }: FileChange<FileRow>) {
  const sides = { before: before && sideOf(before), after: after && sideOf(after) };
  return { path, change, ...sides, lines: lines?.map(lineAnswer) ?? null };
}

function lineAnswer({ kind, text, marks = [] }: LineChange) {
  const characters = (end: number) => Array.from(text.slice(0, end)).length;
  return {
    kind,
    text,
    marks: marks.map(({ start, end }) => ({ start: characters(start), end: characters(end) })),
  };
}

function sideOf({ size, least, sha256 }: FileRow) {
  return { size, least: least === true, sha256 };
}
