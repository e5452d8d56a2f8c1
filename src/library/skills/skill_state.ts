import type { Skill, SkillState } from "../../../contracts/library/skills.ts";
import type { Version, VersionSummary } from "../../../contracts/library/versions.ts";

/** How a skill stands for its owner (docs/design/library.md "Skills and versions"). */
export function stateOf({ flagged, archived, publishedAt, sequence }: Skill): SkillState {
  if (flagged !== null) return "flagged";
  if (archived !== null) return "archived";
  if (publishedAt !== null) return "published";
  return sequence === 0 ? "draft" : "held";
}

/** Whether its owner offers a skill to others. */
export function isOffered({ visibility, archived }: Pick<Skill, "visibility" | "archived">): boolean {
  return visibility === "global" && archived === null;
}

/** What a version tells in lists, and no more of it. */
export function summaryOf(version: VersionSummary): VersionSummary {
  const { sequence, label, digest, description, grade, license } = version;
  const { isRestricted, document, instructions, publishedAt } = version;
  return {
    sequence,
    label,
    digest,
    description,
    grade,
    license,
    isRestricted,
    document,
    instructions,
    publishedAt,
  };
}

/** A skill and the rows of its versions that change with it. */
export interface ChangedSkill {
  readonly skill: Skill;
  readonly versions: readonly Version[];
}

/**
 * The skill with another current version; null: none. While it is offered, that version is open from now on and is what others
 * have; else they keep what they had.
 */
export function withCurrent(
  skill: Skill,
  version: Version | null,
  isChosen: boolean,
  now: number,
): ChangedSkill {
  const opens = isOffered(skill);
  const current = version === null ? null : summaryOf(version);
  return {
    skill: {
      ...skill,
      current,
      isChosen: isChosen && current !== null,
      description: current?.description ?? skill.description,
      open: opens ? current : skill.open,
      publishedAt: skill.publishedAt ?? (current === null ? null : now),
    },
    versions: version !== null && opens && !version.isOpen ? [{ ...version, isOpen: true }] : [],
  };
}

/**
 * Whether a version may be current because another no longer is. Nobody chose it then, so that what was published while the
 * skill was private is not opened by it.
 */
export function mayFollow(skill: Skill, { isOpen }: Version): boolean {
  return isOpen || !isOffered(skill);
}

/** The newest version that may be current, or that others may have; null: there is none. */
export async function newestOf(
  versions: AsyncIterable<Version>,
  isFit: (version: Version) => boolean,
): Promise<Version | null> {
  for await (const version of versions) {
    if (version.standing === "released" && version.yanked === null && isFit(version)) return version;
  }
  return null;
}
