import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseSkillName } from "../publishing/mod.ts";
import { type HeldSkill, heldSkill } from "../reading/account_library.ts";
import { accountOf } from "../reading/find_skill.ts";
import { isListed, type ListedRow } from "./is_listed.ts";

export interface ListedSkillsDeps {
  readonly skills: Pick<SkillStore, "skill" | "skills" | "idOf">;
  readonly accounts: Pick<AccountStore, "account" | "bySlug">;
  /** Whether what nobody graded is kept from the catalog. */
  readonly isAnalysed: boolean;
}

/** A skill that everybody may find, and whose it is, as their rows say it now. */
export interface FoundListed {
  readonly skill: ListedRow;
  readonly owner: Account;
}

const NOT_FOUND: Failure = {
  code: "skill.not_found",
  hint: "Search the catalog: it names every skill that is listed",
};

/** Fails with `skill.not_found`, whatever keeps the skill from the catalog. */
export async function findListed(
  deps: ListedSkillsDeps,
  { owner, name }: SkillReference,
): Promise<Result<FoundListed, Failure>> {
  const parsed = parseSkillName(name);
  const account = parsed === null ? null : await accountOf(deps, owner.toLowerCase());
  const id = parsed === null || account === null ? null : await deps.skills.idOf(account.id, parsed);
  const skill = id === null ? null : await deps.skills.skill(id);
  // A skill that another account got is found under the name that it had.
  const holder = skill === null || skill.account === account?.id
    ? account
    : await deps.accounts.account(skill.account);
  const isThere = holder !== null && skill !== null && isListed(skill, holder, deps.isAnalysed);
  return isThere ? success({ skill, owner: holder }) : failure(NOT_FOUND);
}

/** Those of the ids that are listed at this moment, by id. */
export async function listedNow(
  { skills, accounts, isAnalysed }: ListedSkillsDeps,
  ids: readonly SkillId[],
): Promise<ReadonlyMap<SkillId, FoundListed>> {
  const rows = (await skills.skills(ids)).filter((skill) => skill !== null);
  const owners = new Map(
    await Promise.all(
      [...new Set(rows.map(({ account }) => account))].map(async (id) =>
        [id, await accounts.account(id)] as const
      ),
    ),
  );
  return new Map(rows.flatMap((skill): readonly (readonly [SkillId, FoundListed])[] => {
    const owner = owners.get(skill.account) ?? null;
    return owner !== null && isListed(skill, owner, isAnalysed) ? [[skill.id, { skill, owner }]] : [];
  }));
}

/** A listed skill as somebody has it who is nobody in particular. */
export function asEverybodyHasIt({ skill, owner }: FoundListed): HeldSkill {
  const held = { skill, owner, isOwn: false, item: null, version: skill.open, isListed: true };
  return heldSkill(held, { pinned: false, awaitsOwner: false });
}
