import type { Clock } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Acting, AuditAction, AuditLog } from "../../../contracts/library/audit.ts";
import type { EditionStore } from "../../../contracts/library/editions.ts";
import { CATALOG_PAGES, type Featuring } from "../../../contracts/library/public_catalog.ts";
import { failure, success } from "../../../contracts/result.ts";
import { isFeaturable } from "./catalog_card.ts";
import { findListed, type FoundListed, type ListedSkillsDeps } from "./listed_skills.ts";

export interface FeaturingDeps extends ListedSkillsDeps {
  readonly editions: Pick<EditionStore, "feature" | "unfeature">;
  readonly audit: Pick<AuditLog, "add">;
  readonly clock: Pick<Clock, "now">;
}

/** What the operator shows to who looks around (docs/design/catalog.md "Featured"). */
export function createFeaturing(deps: FeaturingDeps): Featuring {
  const { editions, audit, clock } = deps;

  async function tell(acting: Acting, { owner, skill }: FoundListed, action: AuditAction): Promise<void> {
    await audit.add(owner.id, { ...acting, action, target: skill.name, before: null, after: null });
  }

  return {
    async feature(acting, skill) {
      const found = await findListed(deps, skill);
      if (!found.ok) return found;
      if (!isFeaturable(found.value)) return failure(UNLICENSED);
      const isMade = await editions.feature(found.value.skill.id, clock.now(), CATALOG_PAGES.featured);
      if (!isMade) return failure(FULL);
      await tell(acting, found.value, "skill.feature");
      return success(null);
    },

    async unfeature(acting, skill) {
      const found = await findListed(deps, skill);
      if (!found.ok) return found;
      await editions.unfeature(found.value.skill.id);
      await tell(acting, found.value, "skill.unfeature");
      return success(null);
    },
  };
}

const UNLICENSED: Failure = {
  code: "request.invalid",
  reason: "no licence speaks for the skill, so that nobody knows what they may do with it",
  hint: "Ask its owner to publish it with a licence",
};

const FULL: Failure = {
  code: "request.invalid",
  reason: `${CATALOG_PAGES.featured} skills are featured already`,
  hint: "Take one off first: admin skill unfeature",
};
