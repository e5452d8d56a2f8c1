import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { HeldVersion } from "../../../contracts/library/library.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import { skillPages } from "../skills/skill_pages.ts";

export interface HeldVersionsDeps {
  readonly skills: Pick<SkillStore, "every" | "versions" | "document">;
  readonly accounts: Pick<AccountStore, "account">;
}

const PAGE = 500;

/**
 * The versions that wait for the operator. Looks at every skill, and at the versions of those that have one behind the current:
 * nothing is kept for a question that is asked by hand.
 */
export async function* heldVersions(deps: HeldVersionsDeps): AsyncGenerator<HeldVersion> {
  for await (const page of skillPages(deps.skills, PAGE)) {
    for (const skill of page) {
      if (skill.sequence > (skill.current?.sequence ?? 0)) yield* heldOf(deps, skill);
    }
  }
}

async function* heldOf(
  { skills, accounts }: HeldVersionsDeps,
  { id, account, name, current }: Skill,
): AsyncGenerator<HeldVersion> {
  const owner = await accounts.account(account);
  if (owner === null) return;
  for await (const version of skills.versions(id)) {
    if (version.sequence <= (current?.sequence ?? 0)) return;
    if (version.standing !== "held") continue;
    const findings = (await skills.document(account, version.document))?.findings ?? [];
    yield { owner: owner.slug, name, version: version.label, publishedAt: version.publishedAt, findings };
  }
}
