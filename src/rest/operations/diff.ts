import { DIFF_LIMITS } from "../../../contracts/limits.ts";
import type { FileRow } from "../../../contracts/catalog_view.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { DIFF_ANSWER } from "../../../contracts/rest/diff_answer.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { cacheHeaders, failureResponse, queryReader, responseKey } from "../../http/mod.ts";
import {
  answerFrom,
  type ChangedFile,
  changedFiles,
  citeMount,
  openSnapshot,
  type Snapshot,
} from "../../reading/mod.ts";
import { type LineChange, lineChanges } from "../../render/mod.ts";
import { answerConditionally } from "../conditional_request.ts";
import { type Asked, NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { sourceAnswer } from "./_source_answer.ts";

const readQuery = queryReader(REST_QUERIES.diff);

type FileAnswer = AnswerOf<typeof DIFF_ANSWER>["files"][number];

/** `GET /api/v1/diff/<address>`: both commits are opened as who asks may, so that neither shows more than it does by itself. */
export function diffRoute(deps: ReadDeps): Route {
  const { responses, sources } = deps;

  /** The address with another ref. Who asks may not open it only because they may open this one. */
  function atRef(mount: Mount, ref: string | undefined, { asker }: Asked) {
    if (ref === undefined) {
      const moving = { ...mount, address: { ...mount.address, revision: { kind: "default" } as const } };
      return deps.open(citeMount(moving, sources.hosts).address, asker);
    }
    const { repository, path } = citeMount(mount, sources.hosts);
    return deps.open(`/${repository}@${escaped(ref)}:${escaped(path)}`, asker);
  }

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
      // It would begin the path of an address.
      if (from?.includes(":")) {
        return failureResponse({ code: "request.invalid", reason: "no ref has a colon" });
      }
      const opened = await deps.open(asked.address, asked.asker);
      if (!opened.ok) return failureResponse(opened.error);
      const before = await atRef(opened.value, from, asked);
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
        const { signal } = asked.request;
        const now = await openSnapshot(sources, mount, 0, signal);
        const old = await openSnapshot(sources, before.value, 0, signal);
        if (!now.ok) return failureResponse(now.error);
        if (!old.ok) return failureResponse(old.error);
        const found = await answerFrom(
          now.value,
          () => answerFrom(old.value, () => changedFiles(old.value, now.value, { path })),
        );
        if (!found.ok) return failureResponse(found.error);
        const { files, same } = found.value;
        const answer: AnswerOf<typeof DIFF_ANSWER> = {
          source: sourceAnswer(now.value.citation),
          from: sourceAnswer(old.value.citation),
          partial: [...now.value.view.partial],
          files: await told(old.value, now.value, files.slice(0, DIFF_LIMITS.files)),
          moreFiles: Math.max(0, files.length - DIFF_LIMITS.files),
          sameFiles: same,
        };
        const body = JSON.stringify(answer);
        responses.set(key, body);
        return deps.send(asked, body, sent);
      });
    },
  };
}

async function told(
  old: Snapshot,
  now: Snapshot,
  files: readonly ChangedFile[],
): Promise<readonly FileAnswer[]> {
  const answers: FileAnswer[] = [];
  let [shown, left] = [DIFF_LIMITS.shownFiles as number, DIFF_LIMITS.lines as number];
  for (const { path, before, after } of files) {
    const isShown = shown > 0 && left > 0 && [before, after].every(isShort);
    const lines = isShown ? await linesOf(old, now, before, after) : null;
    const fits = lines !== null && lines.length <= left;
    if (fits) [shown, left] = [shown - 1, left - lines.length];
    answers.push({
      path,
      change: before === null ? "added" : after === null ? "removed" : "changed",
      before: before && sideOf(before),
      after: after && sideOf(after),
      lines: fits ? lines : null,
    });
  }
  return answers;
}

/** Null: bytes of one side are gone. */
async function linesOf(
  old: Snapshot,
  now: Snapshot,
  before: FileRow | null,
  after: FileRow | null,
): Promise<readonly LineChange[] | null> {
  const was = before === null ? "" : await old.text(before.content);
  const is = after === null ? "" : await now.text(after.content);
  return was === null || is === null ? null : lineChanges(was, is);
}

function isShort(file: FileRow | null): boolean {
  return file === null || (file.stored && file.characters !== null && file.size <= DIFF_LIMITS.shownBytes);
}

function sideOf({ size, least, sha256 }: FileRow) {
  return { size, least: least === true, sha256 };
}

function escaped(text: string): string {
  return text.split("/").map(encodeURIComponent).join("/");
}
