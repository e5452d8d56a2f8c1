import type { Catalog, ContentId, ServedFile, Skill, SkillDocument } from "../../contracts/domain.ts";
import { hasEntry } from "../format/mod.ts";
import { itemOrNull } from "./catalog_item.ts";

/** A skill that the skills extension lists. */
export interface PublishedSkill extends Skill {
  readonly document: SkillDocument;
}

export function isPublished(skill: Skill): skill is PublishedSkill {
  return skill.unpublished === null && skill.document !== null;
}

/** The bytes that a read of a file's URI gives. */
export interface ResourceBytes {
  readonly content: ContentId;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * The document for the SKILL.md of a skill that the skills extension answers for, wherever it is named, the entry of a skill
 * around it included: one URI has one content. For every other file its own bytes; null where only the host has them.
 */
export function resourceBytes(catalog: Catalog, file: ServedFile): ResourceBytes | null {
  const { content, size, sha256 } = file;
  const skill = file.kind === "skill" ? itemOrNull(catalog.skills, file.skill) : null;
  if (skill !== null && hasEntry(skill)) {
    const { document } = skill;
    return { content: document.content, size: document.bytes, sha256: document.sha256 };
  }
  return file.stored && sha256 !== null ? { content, size, sha256 } : null;
}
