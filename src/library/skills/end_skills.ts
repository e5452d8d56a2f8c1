import type { Clock } from "../../../contracts/ambient.ts";
import type { AuditNote } from "../../../contracts/library/audit.ts";
import type { LibraryItemStore, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import { success } from "../../../contracts/result.ts";
import type { AccountEnding } from "../accounts/end_accounts.ts";

export interface EndSkillsDeps {
  readonly skills: SkillStore;
  readonly items: LibraryItemStore;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Ends what an account published and holds (docs/design/accounts.md "Suspension and the end"). What others hold and may keep is
 * archived: nobody adds it any more, and who has it reads it as before.
 */
export function createEndSkills({ skills, items, clock }: EndSkillsDeps): AccountEnding {
  function noteOf(action: AuditNote["action"], target: string): AuditNote {
    return { actor: { kind: "server" }, request: null, action, target, before: null, after: null };
  }

  /** True: it stays with who holds it. */
  async function endSkill({ account, name }: Skill, keepsGlobal: boolean): Promise<boolean> {
    const ended = await skills.changeName<boolean, never>(
      account,
      name,
      async ({ skill, ledger, isHeld }) => {
        if (skill === null) return success({ value: false, change: null });
        const isOpen = skill.open !== null;
        if (keepsGlobal && isOpen && skill.flagged === null && await isHeld()) {
          const archived = skill.archived ?? { reason: "owner", at: clock.now() } as const;
          const kept = { ...skill, archived, hasDraft: false, revision: skill.revision + 1 };
          const note = noteOf("skill.archive", name);
          return success({
            value: true,
            change: { skill: kept, draft: null, kind: "archived", isOpen, note },
          });
        }
        const left = { ...ledger, skills: Math.max(0, ledger.skills - 1) };
        const note = noteOf("skill.delete", name);
        return success({
          value: false,
          change: { skill: null, draft: null, ledger: left, kind: "deleted", isOpen, note },
        });
      },
    );
    return ended.ok && ended.value;
  }

  return async function endSkills({ id }, keepsGlobal) {
    for (const item of await items.items(id)) {
      await items.remove(id, item.skill, noteOf("library.remove", item.skill));
    }
    let isHeld = false;
    for (const own of await skills.ownSkills(id)) {
      const skill = await skills.skill(own);
      if (skill !== null && await endSkill(skill, keepsGlobal)) isHeld = true;
    }
    await skills.forgetNames(id);
    return isHeld;
  };
}
