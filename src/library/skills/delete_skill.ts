import type { Failure } from "../../../contracts/errors.ts";
import type { NameState } from "../../../contracts/library/skill_store.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type PublishingDeps, refusalOfAuthor, refusalOfPrecondition } from "../publishing/mod.ts";
import { type Changing, NO_SKILL } from "./change_skill.ts";

/** How long after its first publication a skill can be taken from those who hold it. */
const SECOND_THOUGHTS_MS = 72 * 3_600_000;

/** Deletes a skill with all its versions. Its labels stay used (docs/design/library.md "Library"). */
export function deleteSkill(
  deps: PublishingDeps,
  { author, name }: Changing,
  ifRevision: number | undefined,
): Promise<Result<null, Failure>> {
  return deps.skills.changeName<null, Failure>(author.account, name, async (state: NameState) => {
    const { skill, ledger } = state;
    if (skill === null) return failure(NO_SKILL);
    const refusal = refusalOfPrecondition(skill, ifRevision === undefined ? {} : { ifRevision }) ??
      refusalOfAuthor(author, skill, name, skill.visibility);
    if (refusal !== null) return failure(refusal);
    const age = deps.clock.now() - (skill.publishedAt ?? skill.createdAt);
    if (age > SECOND_THOUGHTS_MS && await state.isHeld()) {
      return failure({
        code: "skill.in_use",
        reason: "others rely on it for more than 72 hours",
        hint: 'Archive it instead: set its state to "archived"',
      });
    }
    const { actor, request } = author;
    return success({
      value: null,
      change: {
        skill: null,
        draft: null,
        ledger: { ...ledger, skills: Math.max(0, ledger.skills - 1) },
        kind: "deleted",
        isOpen: skill.open !== null,
        note: {
          actor,
          request,
          action: "skill.delete",
          target: name,
          before: skill.current?.label ?? null,
          after: null,
        },
      },
    });
  });
}
