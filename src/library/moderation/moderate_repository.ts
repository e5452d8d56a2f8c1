import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type { Moderation, SkillReference } from "../../../contracts/library/library.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";

export interface RepositoryModerationDeps {
  readonly skills: Pick<SkillStore, "publishedFrom" | "skill">;
  readonly accounts: Pick<AccountStore, "account">;
  readonly moderation: Pick<Moderation, "flag" | "unflag">;
}

/** What the operator's word about a repository does to the skills that were published from it. */
export interface RepositoryModeration {
  /** Flags those that are not flagged yet. `repository`: its address without ref and path. How many. */
  block(acting: Acting, repository: string): Promise<number>;
  /** Takes back what `block` did, and no other flag. How many. */
  clear(acting: Acting, repository: string): Promise<number>;
}

export function createRepositoryModeration(deps: RepositoryModerationDeps): RepositoryModeration {
  async function each(
    repository: string,
    change: (reference: SkillReference, skill: Skill) => Promise<boolean>,
  ): Promise<number> {
    let changed = 0;
    for await (const id of deps.skills.publishedFrom(repository)) {
      const skill = await deps.skills.skill(id);
      const owner = skill === null ? null : await deps.accounts.account(skill.account);
      if (skill === null || owner === null) continue;
      if (await change({ owner: owner.slug, name: skill.name }, skill)) changed++;
    }
    return changed;
  }

  return {
    block: (acting, repository) =>
      each(
        repository,
        async (reference, { flagged }) =>
          flagged === null && (await deps.moderation.flag(acting, reference, reasonOf(repository))).ok,
      ),

    clear: (acting, repository) =>
      each(
        repository,
        async (reference, { flagged }) =>
          flagged?.reason === reasonOf(repository) && (await deps.moderation.unflag(acting, reference)).ok,
      ),
  };
}

function reasonOf(repository: string): string {
  return `its repository ${repository.toLowerCase()} is blocked here`;
}
