import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { AuditAction } from "../../../contracts/library/audit.ts";
import type { LibraryAuthor, SkillPatch } from "../../../contracts/library/library.ts";
import type { PublishOptions } from "../../../contracts/library/publishing.ts";
import type { Decided, NameState } from "../../../contracts/library/skill_store.ts";
import type { ChangeKind, Skill, SkillName } from "../../../contracts/library/skills.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import {
  labelledVersion,
  type PublishingDeps,
  refusalOfAuthor,
  refusalOfOpening,
  refusalOfPrecondition,
} from "../publishing/mod.ts";
import { isOffered, newestOf, withCurrent } from "./skill_state.ts";

/** Who changes which skill of which account. */
export interface Changing {
  readonly author: LibraryAuthor;
  readonly account: Account;
  readonly name: SkillName;
}

export const NO_SKILL: Failure = { code: "skill.not_found", reason: "the account has no skill of that name" };

/** Changes what the owner decides of a skill, all of it or nothing (docs/design/library.md "Visibility"). */
export function changeSkill(
  deps: PublishingDeps,
  changing: Changing,
  patch: SkillPatch,
  options: Pick<PublishOptions, "ifRevision" | "acknowledged">,
): Promise<Result<Skill, Failure>> {
  const { author, name } = changing;
  return deps.skills.changeName(
    author.account,
    name,
    (state) => decide(deps, changing, patch, options, state),
  );
}

async function decide(
  deps: PublishingDeps,
  { author, account, name }: Changing,
  patch: SkillPatch,
  options: Pick<PublishOptions, "ifRevision" | "acknowledged">,
  state: NameState,
): Promise<Result<Decided<Skill>, Failure>> {
  const { skill } = state;
  if (skill === null) return failure(NO_SKILL);
  const visibility = patch.visibility ?? skill.visibility;
  const refusal = refusalOfPrecondition(skill, options) ?? refusalOfAuthor(author, skill, name, visibility) ??
    refusalOfState(skill, patch);
  if (refusal !== null) return failure(refusal);
  const now = deps.clock.now();
  const archived = archivedAfter(skill, patch, now);
  const chosen = await chosenVersion(state, skill, patch);
  if (!chosen.ok) return chosen;
  const replacedBy = patch.replacedBy === undefined ? skill.replacedBy : patch.replacedBy;
  const changed = { ...skill, visibility, archived, replacedBy };
  const isOpening = isOffered(changed) && (!isOffered(skill) || patch.current !== undefined);
  const current = chosen.value ??
    (isOpening && skill.current !== null ? await state.version(skill.current.sequence) : null);
  if (visibility === "global" && current !== null && !current.isOpen) {
    const document = await deps.skills.document(author.account, current.document);
    if (document === null) return failure({ code: "internal", hint: "Repeat the request later" });
    const closed = refusalOfOpening(account, document, deps, options);
    if (closed !== null) return failure(closed);
  }
  const made = current === null ? { skill: changed, versions: [] } : withCurrent(
    changed,
    current,
    patch.current === undefined ? skill.isChosen : patch.current !== null,
    now,
  );
  const told = toldBy(skill, made.skill);
  if (told === null) return success({ value: skill, change: null });
  const after = { ...made.skill, revision: skill.revision + 1 };
  const { actor, request } = author;
  return success({
    value: after,
    change: {
      skill: after,
      versions: made.versions,
      kind: told.kind,
      isOpen: skill.open !== null || after.open !== null,
      note: { actor, request, action: told.action, target: name, before: told.before, after: told.after },
    },
  });
}

function refusalOfState(skill: Skill, { state, current }: SkillPatch): Failure | null {
  const isUnreleased = skill.publishedAt === null;
  if (isUnreleased && (state !== undefined || current !== undefined)) {
    return {
      code: "version.not_found",
      reason: "nothing of the skill was released yet",
      hint: "Publish the draft first, or wait for the operator to release what is held",
    };
  }
  return null;
}

function archivedAfter(
  skill: Skill,
  { state, archivedReason = "owner" }: SkillPatch,
  now: number,
): Skill["archived"] {
  if (state === undefined) return skill.archived;
  if (state === "published") return null;
  return skill.archived ?? { reason: archivedReason, at: now };
}

/** The version that the owner makes current; null: they say nothing of it. */
async function chosenVersion(
  state: NameState,
  skill: Skill,
  { current }: SkillPatch,
): Promise<Result<Version | null, Failure>> {
  if (current === undefined) return success(null);
  if (current === null) return success(await newestOf(state.versions(), () => true));
  const version = await labelledVersion(state, skill, current);
  if (version === null || version.standing === "held") return failure({ code: "version.not_found" });
  if (version.standing === "removed") return failure({ code: "version.removed" });
  if (version.yanked !== null) {
    return failure({
      code: "version.exists",
      reason: `"${version.label}" is yanked and cannot be current`,
      hint: "Take the yank back first",
    });
  }
  return success(version);
}

interface Told {
  readonly kind: ChangeKind;
  readonly action: AuditAction;
  readonly before: string | null;
  readonly after: string | null;
}

/** What of a skill changed, the weightiest of it; null: nothing. */
function toldBy(before: Skill, after: Skill): Told | null {
  const labels = { before: before.current?.label ?? null, after: after.current?.label ?? null };
  if (before.visibility !== after.visibility) {
    return {
      kind: "visibility",
      action: "skill.visibility",
      before: before.visibility,
      after: after.visibility,
    };
  }
  if (before.archived === null && after.archived !== null) {
    return { kind: "archived", action: "skill.archive", before: "published", after: "archived" };
  }
  if (before.archived !== null && after.archived === null) {
    return { kind: "unarchived", action: "skill.restore", before: "archived", after: "published" };
  }
  const isSame = before.current?.sequence === after.current?.sequence && before.isChosen === after.isChosen;
  return isSame ? null : { kind: "current", action: "skill.current", ...labels };
}
