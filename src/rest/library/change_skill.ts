import type { Failure } from "../../../contracts/errors.ts";
import type { LibraryAuthor, SkillReference } from "../../../contracts/library/library.ts";
import { LIBRARY_SKILL_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES, SKILL_CHANGE } from "../../../contracts/rest/library_requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse } from "./json_answer.ts";
import { asOwner } from "./_own_skill.ts";
import { seenRevision } from "./_precondition.ts";
import { readJson } from "./read_json.ts";
import { readAcknowledged } from "./_read_upload.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type AskedOfAccount, type LibraryRoute, libraryRoute } from "./library_route.ts";
import { skillAnswer } from "./told_skill.ts";

/** `PATCH /api/v1/library/{owner}/{name}` */
export function changeSkillRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "changeSkill",
    method: "PATCH",
    path: "/api/v1/library/{owner}/{name}",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: SKILL_CHANGE },
    summary: "Change how a skill stands",
    description:
      "Whoever has it in their library moves their `pin`, says by `rating` what they make of it (one rating a person, once their " +
      "account has had the skill for a day), or confirms its new `owner`. Its owner changes the rest: all of it or nothing, and with " +
      "`if-match` only what they saw.",
    answers: [changeResponse("The skill as it is now", LIBRARY_SKILL_ANSWER)],
    failures: [
      "skill.not_found",
      "version.not_found",
      "version.removed",
      "rating.not_allowed",
      "publish.not_allowed",
      "publish.secret",
      "precondition.failed",
      "account.full",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer(asked) {
      const said = await readJson(deps, asked.request, SKILL_CHANGE);
      if (!said.ok) return said;
      const { pin, rating, owner, acknowledge, ...patch } = said.value;
      const { library } = deps;
      const kept = [pin, rating, owner].filter((value) => value !== undefined).length;
      const isEmpty = Object.values(patch).every((value) => value === undefined);
      if (isEmpty && kept === 1) {
        return await held(deps, asked, (author, skill) => {
          if (pin !== undefined) return library.pin(author, skill, pin);
          return owner === undefined
            ? library.rate(author, skill, rating ?? null)
            : library.confirm(author, skill, owner);
        });
      }
      if (isEmpty || kept > 0) {
        return failure({
          code: "request.invalid",
          reason: kept === 0 ? "there is no change in it" : "pin, rating and owner are each changed alone",
        });
      }
      const own = await asOwner(deps, asked, asked.path);
      if (!own.ok) return own;
      const revision = await seenRevision(deps, asked, asked.path);
      if (!revision.ok) return revision;
      const { visibility, state, current } = patch;
      const made = await deps.library.change(asked.author, asked.path.name, {
        ...(visibility !== undefined && { visibility }),
        ...(state !== undefined && { state }),
        ...(current !== undefined && { current }),
      }, {
        ...(revision.value !== null && { ifRevision: revision.value }),
        acknowledged: readAcknowledged(acknowledge),
      });
      return made.ok ? success(changeAnswer(skillAnswer(made.value))) : made;
    },
  });
}

/** What an account changes of what it holds. */
async function held(
  { library }: LibraryRestDeps,
  { author, path }: AskedOfAccount & { readonly path: SkillReference },
  change: (author: LibraryAuthor, skill: SkillReference) => Promise<Result<unknown, Failure>>,
): Promise<Result<Response, Failure>> {
  const made = await change(author, path);
  if (!made.ok) return made;
  const now = await library.skill(author, path, "library");
  return now.ok ? success(changeAnswer(skillAnswer(now.value))) : now;
}
