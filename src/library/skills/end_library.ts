import type { Clock } from "../../../contracts/ambient.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { AuditNote } from "../../../contracts/library/audit.ts";
import type { LibraryItemStore, NameState, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import { success } from "../../../contracts/result.ts";

export interface EndLibraryDeps {
  readonly skills: SkillStore;
  readonly libraryItems: LibraryItemStore;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Takes out what an account that ends published and holds (docs/design/accounts.md "Suspension and the end"). With
 * `keepsGlobal`, global skills that others hold stay with them, and nobody else can add them.
 */
export function createEndLibrary({ skills, libraryItems, clock }: EndLibraryDeps) {
  const note = (action: AuditNote["action"], target: string): AuditNote => ({
    actor: { kind: "server" },
    request: null,
    action,
    target,
    before: null,
    after: null,
  });

  function archived(skill: Skill): Skill {
    const reason = { reason: "owner", at: clock.now() } as const;
    return { ...skill, archived: skill.archived ?? reason, hasDraft: false, revision: skill.revision + 1 };
  }

  return async function endLibrary({ id }: Pick<Account, "id">, keepsGlobal: boolean): Promise<void> {
    for (const skill of await skills.skills(await skills.ownSkills(id))) {
      if (skill === null) continue;
      await skills.changeName<null, never>(id, skill.name, async (state: NameState) => {
        if (state.skill === null) return success({ value: null, change: null });
        const stays = keepsGlobal && state.skill.open !== null && await state.isHeld();
        const { ledger } = state;
        return success({
          value: null,
          change: {
            skill: stays ? archived(state.skill) : null,
            draft: null,
            ...(!stays && { ledger: { ...ledger, skills: Math.max(0, ledger.skills - 1) } }),
            kind: stays ? "archived" : "deleted",
            isOpen: state.skill.open !== null,
            note: note(stays ? "skill.archive" : "skill.delete", skill.name),
          },
        });
      });
    }
    for (const { skill } of await libraryItems.items(id)) {
      await libraryItems.remove(id, skill, note("library.remove", skill));
    }
    await skills.forgetNames(id);
  };
}
