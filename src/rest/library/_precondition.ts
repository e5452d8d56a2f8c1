import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { entityTag } from "../../http/mod.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { AskedOfAccount } from "./library_route.ts";
import { skillAnswer } from "./told_skill.ts";

/**
 * The revision of an own skill that `if-match` allows a change of (RFC 9110, section 13.1.1): its tag is that of the
 * skill's answer, compared strongly. Null: nothing is asked for. Fails with `precondition.failed`.
 */
export async function seenRevision(
  { library, version }: Pick<LibraryRestDeps, "library" | "version">,
  { request, author }: Pick<AskedOfAccount, "request" | "author">,
  skill: SkillReference,
): Promise<Result<number | null, Failure>> {
  const given = request.headers.get("if-match");
  if (given === null) return success(null);
  const found = await library.skill(author, skill, "own");
  if (!found.ok) return found.error.code === "skill.not_found" ? FAILED : found;
  // The catalog lists it a moment after its owner read that it waits, and nothing of the skill changed by that.
  const seen = [found.value, { ...found.value, listed: WAITING }];
  const tags = seen.map((details) => entityTag(version, JSON.stringify(skillAnswer(details))));
  const allows = given.trim() === "*" || given.split(",").some((one) => tags.includes(one.trim()));
  return allows ? success(found.value.revision) : FAILED;
}

const WAITING = { state: "waiting", reason: "edition" } as const;

const FAILED = failure(
  {
    code: "precondition.failed",
    hint: "Read the skill again, and repeat the change with the etag of that answer if it still applies",
  } as const,
);
