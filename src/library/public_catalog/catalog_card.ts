import type { Failure } from "../../../contracts/errors.ts";
import type { CatalogCard, CatalogDetails, CatalogStats } from "../../../contracts/library/public_catalog.ts";
import type { EditionStore } from "../../../contracts/library/editions.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { VersionSummary } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { documentOf, findVersion, GONE, isDescribedOnly } from "../reading/find_skill.ts";
import { replacementOf } from "../reading/read_skill.ts";
import { type StatsDeps, statsOf } from "../stats/stats_of.ts";
import { asEverybodyHasIt, type FoundListed, type ListedSkillsDeps } from "./listed_skills.ts";

export interface CatalogCardDeps extends ListedSkillsDeps, StatsDeps {
  readonly skills: SkillStore;
  readonly editions: EditionStore;
}

/** What lists tell of a skill at one of its versions. */
export function cardOf(
  { skill, owner }: FoundListed,
  version: VersionSummary,
  license: string | null,
  stats: CatalogStats,
): CatalogCard {
  return {
    skill: skill.id,
    owner: owner.slug,
    name: skill.name,
    version: version.label,
    digest: version.digest,
    description: version.description,
    license,
    isDescribedOnly: isDescribedOnly({ isOwn: false, owner }, version),
    stats,
    verified: owner.verified,
    grade: version.grade,
    publishedAt: skill.publishedAt,
  };
}

/** What has no licence may be read, and is not put before anybody. */
export function isFeaturable({ skill }: FoundListed): boolean {
  return skill.open.license !== null;
}

/** At their current versions. */
export async function cardsOf(
  deps: StatsDeps,
  found: readonly FoundListed[],
): Promise<readonly CatalogCard[]> {
  return await Promise.all(found.map(async (one) => {
    const { id, open } = one.skill;
    return cardOf(one, open, open.license, await statsOf(deps, id));
  }));
}

/** Fails with `version.not_found` and `version.removed`. */
export async function catalogDetails(
  deps: CatalogCardDeps,
  found: FoundListed,
  label: string | undefined,
): Promise<Result<CatalogDetails, Failure>> {
  const held = asEverybodyHasIt(found);
  const shown = await findVersion(deps, held, "library", label);
  if (!shown.ok) return shown;
  const read = await documentOf(deps, shown.value);
  if (!read.ok) return read;
  const { version } = shown.value;
  const { license, compatibility, allowedTools, metadata, files, findings } = read.value;
  const row = shown.value.row ?? await deps.skills.version(found.skill.id, version.sequence);
  if (row === null) return failure(GONE);
  const card = cardOf(found, version, license, await statsOf(deps, found.skill.id));
  return success({
    ...card,
    compatibility,
    allowedTools,
    metadata,
    files: card.isDescribedOnly ? [] : files.filter(({ path }) => path !== "SKILL.md"),
    findings: card.isDescribedOnly ? [] : findings,
    provenance: row.provenance,
    notes: row.notes,
    replacedBy: await replacementOf(deps, found.skill.replacedBy),
    isFeatured: (await deps.editions.featured()).includes(found.skill.id) && isFeaturable(found),
    revision: found.skill.revision,
  });
}
