import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { SearchIndex } from "../../../contracts/search_index.ts";
import { createReadEdition, type ReadEditionDeps } from "../editions/read_edition.ts";
import type { HeldSkill } from "../reading/account_library.ts";
import { findVersion, seenVersions } from "../reading/find_skill.ts";
import { type ReadSkillDeps, skillFile, skillFiles } from "../reading/read_skill.ts";
import { sourceOf } from "../reading/source_of.ts";
import { type CatalogCardDeps, catalogDetails } from "./catalog_card.ts";
import { catalogChanges } from "./catalog_changes.ts";
import { asEverybodyHasIt, findListed } from "./listed_skills.ts";
import { discover, featured, search } from "./list_catalog.ts";

export interface PublicCatalogDeps extends CatalogCardDeps, ReadSkillDeps {
  readonly search: SearchIndex;
  readonly catalogSearch: ReadEditionDeps["search"];
}

/** The catalog as everybody has it: one for all surfaces. */
export function createPublicCatalog(deps: PublicCatalogDeps): PublicCatalog {
  const { editions, catalogSearch } = deps;
  const listDeps = { ...deps, readEdition: createReadEdition({ editions, search: catalogSearch }) };

  /** What `read` makes of a listed skill. Fails with `skill.not_found`. */
  async function of<Value, Refusal extends Failure>(
    skill: SkillReference,
    read: (held: HeldSkill) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Failure | Refusal>> {
    const found = await findListed(deps, skill);
    return found.ok ? await read(asEverybodyHasIt(found.value)) : found;
  }

  return {
    discover: (question) => discover(listDeps, question),
    search: (question) => search(listDeps, question),
    featured: (most) => featured(listDeps, most),
    changes: (after, most) => catalogChanges(deps, after, most),

    async skill(skill, label) {
      const found = await findListed(deps, skill);
      return found.ok ? await catalogDetails(deps, found.value, label) : found;
    },

    file: (skill, path, label) => of(skill, (held) => skillFile(deps, held, path, "library", label)),
    files: (skill, label) => of(skill, (held) => skillFiles(deps, held, "library", label)),
    versions: (skill) => of(skill, async (held) => success(await seenVersions(deps, held))),

    version: (skill, label) =>
      of(skill, async (held) => {
        const found = await findVersion(deps, held, "library", label);
        if (!found.ok) return found;
        return found.value.row === null ? failure({ code: "version.not_found" }) : success(found.value.row);
      }),

    source: (skill, { raw, label }) => of(skill, (held) => sourceOf(deps, held, raw, label)),
  };
}
