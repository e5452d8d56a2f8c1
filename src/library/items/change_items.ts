import type { Clock } from "../../../contracts/ambient.ts";
import type { AuditAction } from "../../../contracts/library/audit.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { LibraryAuthor, SkillReference } from "../../../contracts/library/library.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import type { LibraryItemStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseLabel, parseSkillName } from "../publishing/mod.ts";
import { accountOf, type FindDeps, findSkill, mayRead, NOT_FOUND } from "../reading/find_skill.ts";
import { countsAsOf } from "../stats/counts_as_install.ts";
import { isOffered } from "../skills/skill_state.ts";

export interface ItemDeps extends FindDeps {
  readonly items: LibraryItemStore;
  readonly clock: Pick<Clock, "now">;
  readonly isAnalysed: boolean;
}

/** Adds a skill to the library. What may not be added is answered as what does not exist. */
export async function addItem(
  deps: ItemDeps,
  author: LibraryAuthor,
  account: Account,
  reference: SkillReference,
  label: string | undefined,
): Promise<Result<{ readonly added: boolean }, Failure>> {
  const skill = await skillOf(deps, reference);
  if (skill === null || !mayRead(author, { skill })) return failure(NOT_FOUND);
  const isOwn = skill.account === author.account;
  const offered = (now: Skill) => mayBeAdded(deps, now, isOwn);
  if (!offered(skill)) return failure(NOT_FOUND);
  const pin = label === undefined ? success(null) : await versionOf(deps, skill, isOwn, label);
  if (!pin.ok) return pin;
  const now = deps.clock.now();
  const most = limitsOf(account).libraryItems;
  const item = { skill: skill.id, addedAt: now, pin: pin.value?.sequence ?? null, owner: skill.account };
  const made = await deps.items.add(author.account, item, {
    most,
    counts: countsAsOf(now),
    offered,
    note: note(author, "library.add", reference, pin.value),
  });
  if (!made.ok) {
    return failure(
      made.error === "not_offered" ? NOT_FOUND : {
        code: "account.full",
        reason: `its library has ${most} skills, as many as it may`,
        hint: "Remove a skill from the library first",
      },
    );
  }
  const { added, item: kept } = made.value;
  if (!added && label !== undefined && kept.pin !== item.pin) {
    await deps.items.pin(
      author.account,
      skill.id,
      item.pin,
      note(author, "library.pin", reference, pin.value),
    );
  }
  return success({ added });
}

/** Takes a skill out of the library; nothing is said of what was there. */
export async function removeItem(
  deps: ItemDeps,
  author: LibraryAuthor,
  reference: SkillReference,
): Promise<void> {
  const skill = await skillOf(deps, reference);
  if (skill === null || !mayRead(author, { skill })) return;
  await deps.items.remove(author.account, skill.id, note(author, "library.remove", reference, null));
}

/** Keeps a version of what was added, or takes whichever is offered. Fails with `skill.not_found` and `version.not_found`. */
export async function pinItem(
  deps: ItemDeps,
  author: LibraryAuthor,
  reference: SkillReference,
  label: string | null,
): Promise<Result<null, Failure>> {
  const held = await findSkill(deps, author, reference, "library");
  if (!held.ok) return held;
  const { skill, isOwn, item } = held.value;
  if (item === null) {
    return failure({
      code: "skill.not_found",
      reason: "the account did not add it",
      hint: "Add the skill to the library first",
    });
  }
  const pin = label === null ? success(null) : await versionOf(deps, skill, isOwn, label);
  if (!pin.ok) return pin;
  const told = note(author, "library.pin", reference, pin.value);
  const kept = await deps.items.pin(author.account, skill.id, pin.value?.sequence ?? null, told);
  return kept === null ? failure(NOT_FOUND) : success(null);
}

/** Follows the account that a skill was given to. Fails with `skill.not_found` and `precondition.failed`. */
export async function confirmOwner(
  deps: ItemDeps,
  author: LibraryAuthor,
  reference: SkillReference,
  owner: string,
): Promise<Result<null, Failure>> {
  const held = await findSkill(deps, author, reference, "library");
  if (!held.ok) return held;
  const { skill, item, listed } = held.value;
  if (item === null) return failure(NOT_FOUND);
  if (owner.toLowerCase() !== listed.owner) {
    return failure({
      code: "precondition.failed",
      reason: `it is "${listed.owner}" that has the skill now`,
      hint: "Read the skill again, and confirm its owner if you trust it",
    });
  }
  const told = note(author, "library.confirm", reference, null);
  const kept = await deps.items.confirm(author.account, skill.id, skill.account, {
    ...told,
    after: listed.owner,
  });
  return kept === null ? failure(NOT_FOUND) : success(null);
}

async function skillOf(deps: ItemDeps, { owner, name }: SkillReference): Promise<Skill | null> {
  const parsed = parseSkillName(name);
  const account = parsed === null ? null : await accountOf(deps, owner.toLowerCase());
  if (parsed === null || account === null) return null;
  const id = await deps.skills.idOf(account.id, parsed);
  return id === null ? null : await deps.skills.skill(id);
}

/** Whether an account may add it: of its own what it published, of others what they offer. */
function mayBeAdded({ isAnalysed }: ItemDeps, skill: Skill, isOwn: boolean): boolean {
  if (skill.flagged !== null || skill.archived !== null || skill.publishedAt === null) return false;
  if (isOwn) return true;
  const { open } = skill;
  return isOffered(skill) && open !== null && (!isAnalysed || open.grade !== null);
}

async function versionOf(
  { skills }: ItemDeps,
  skill: Skill,
  isOwn: boolean,
  label: string,
): Promise<Result<Version, Failure>> {
  const parsed = parseLabel(label);
  const version = parsed.ok ? await skills.labelled(skill, parsed.value) : null;
  const isSeen = version !== null && version.standing !== "held" && (isOwn || version.isOpen);
  if (version === null || !isSeen) {
    return failure({ code: "version.not_found", hint: "List the versions of the skill" });
  }
  return version.standing === "removed" ? failure({ code: "version.removed" }) : success(version);
}

function note(
  { actor, request }: LibraryAuthor,
  action: AuditAction,
  { owner, name }: SkillReference,
  version: Version | null,
) {
  const target = `${owner}/${name}`.toLowerCase();
  return { actor, request, action, target, before: null, after: version?.label ?? null };
}
