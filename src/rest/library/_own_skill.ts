import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { AskedOfAccount } from "./library_route.ts";

/** Only the account under whose name a skill is changes it; the name alone decides, so that nothing is told of what is there. */
export async function asOwner(
  { library }: Pick<LibraryRestDeps, "library">,
  { author }: Pick<AskedOfAccount, "author">,
  skill: SkillReference,
): Promise<Result<null, Failure>> {
  return await library.isOwn(author, skill) ? success(null) : failure({
    code: "publish.not_allowed",
    reason: "the path names another account",
    hint: "Change skills of your own account: GET /api/v1/account tells its slug",
  });
}
