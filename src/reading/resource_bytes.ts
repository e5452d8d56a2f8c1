import type { FileRow } from "../../contracts/catalog_view.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { Source } from "../../contracts/source.ts";
import { hasEntry } from "../format/mod.ts";

/** The bytes that a read of a file's URI gives. */
interface ResourceBytes {
  readonly content: ContentId;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * The document for the SKILL.md of a skill that the skills extension answers for, wherever it is named, the
 * entry of a skill around it included: one URI has one content. For every other file its own bytes; null
 * where only the host has them.
 */
export async function resourceOf({ view }: Source, file: FileRow): Promise<ResourceBytes | null> {
  const skill = file.kind === "skill" ? await view.skills.at(file.path) : null;
  if (skill !== null && hasEntry(skill)) {
    const { document } = skill;
    return { content: document.content, size: document.bytes, sha256: document.sha256 };
  }
  const { content, size, stored, sha256 } = file;
  return stored && sha256 !== null ? { content, size, sha256 } : null;
}
