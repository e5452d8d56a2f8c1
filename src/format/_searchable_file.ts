import { createHash } from "node:crypto";
import type { RepoPath } from "../../contracts/addresses.ts";
import type { ContentId, FileFacts, FileRole, ServedFile, Skill } from "../../contracts/domain.ts";
import type { TreeFile } from "./_tree.ts";

/** A file that search may find, and what is indexed of it besides its text. */
export interface SearchableFile {
  readonly path: RepoPath;
  /** The SKILL.md it is folded under, or its own path. */
  readonly group: RepoPath;
  readonly content: ContentId;
  readonly role: FileRole;
  /** Of the governing manifest. */
  readonly language: string | null;
  /** Index of the skill that owns it. */
  readonly skill: number | null;
  /** Changes whenever anything that is indexed of the file changes. */
  readonly fingerprint: string;
  /** A skill's name, else the title, else the file's name. */
  readonly name: string;
  /** A skill's description, else the summary; may be empty. */
  readonly description: string;
  readonly headings: readonly string[];
  /** Byte offset of the text to index; the file's size where only its name and description are. */
  readonly bodyStart: number;
}

export function searchableFile(
  file: TreeFile,
  served: ServedFile,
  facts: FileFacts,
  owner: Skill | null,
  language: string | null,
): SearchableFile {
  const { markdown, skill } = facts;
  // A document stands for itself, also inside a skill.
  const group = owner !== null && served.kind !== "document" ? owner.path : file.path;
  const fields = {
    name: skill?.name ?? markdown?.title ?? file.name,
    description: skill?.description ?? markdown?.summary ?? "",
    headings: served.searched ? markdown?.headings ?? [] : [],
    bodyStart: served.searched ? markdown?.bodyStart ?? 0 : file.size,
  };
  return {
    path: file.path,
    group,
    content: served.content,
    role: file.role,
    language,
    skill: served.skill,
    fingerprint: fingerprintOf([file.hash, file.role, group, language, fields]),
    ...fields,
  };
}

function fingerprintOf(indexed: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(indexed)).digest("hex").slice(0, 32);
}
