import type { Failure } from "../../../contracts/errors.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { LibraryReader, Within } from "../../../contracts/library/library.ts";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import { LIBRARY_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { filesOfPage, type Page } from "./_files_of_page.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { hashedFile, listedEntry } from "./told_skill.ts";

/** `GET /api/v1/library` */
export function listRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "library",
    method: "GET",
    path: "/api/v1/library",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.list,
    scope: "registry:read",
    summary: "The library",
    description:
      "The skills that the account published and those that it added, by when they were added. With `include=files` a " +
      "client can keep a copy from this list alone: what has the same digest has the same files. A page " +
      "ends early where it told of many files.",
    answers: [readResponse("A page of skills", LIBRARY_ANSWER), NOT_MODIFIED],
    failures: [],
    async answer(asked) {
      const { author, query: { include, state, cursor, limit } } = asked;
      const within = state === "all" ? "own" : "library";
      const page = pageOf(await deps.library.list(author, within), cursor, limit);
      if (!page.ok) return page;
      if (include === undefined) {
        const { shown, nextCursor } = page.value;
        return success(readAnswer(deps, asked, { skills: shown.map(listedEntry), nextCursor }));
      }
      const { shown, nextCursor } = await filesOfPage(
        page.value,
        (listed) => filesOf(deps, author, listed, within),
      );
      const skills = shown.map(({ listed, files }) => {
        const entry = listedEntry(listed);
        return files === null ? entry : { ...entry, files: files.map(hashedFile) };
      });
      return success(readAnswer(deps, asked, { skills, nextCursor }));
    },
  });
}

/** A cursor names the last skill of the page before, by its id, which no rename changes. */
function pageOf(
  listed: readonly ListedSkill[],
  cursor: string | undefined,
  limit: number,
): Result<Page<ListedSkill>, Failure> {
  const last = cursor === undefined ? -1 : listed.findIndex(({ skill }) => skill === cursor);
  if (cursor !== undefined && last === -1) {
    return failure({
      code: "request.invalid",
      reason: "the cursor is of another list, or the skill that it stands for is gone",
      hint: "List from the start: leave the cursor out",
    });
  }
  const shown = listed.slice(last + 1, last + 1 + limit);
  const isLast = last + 1 + limit >= listed.length;
  return success({ shown, nextCursor: isLast ? null : shown.at(-1)?.skill ?? null });
}

async function filesOf(
  { library }: LibraryRestDeps,
  reader: LibraryReader,
  listed: ListedSkill,
  within: Within,
): Promise<readonly VersionFile[] | null> {
  const found = listed.version === null ? null : await library.files(reader, listed, within);
  // A licence may keep the files with their owner, and a skill may go while the list is made.
  return found?.ok ? found.value.files : null;
}
