import { createHash } from "node:crypto";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ContentId, FileFacts, FileRole, ServedFile } from "../../../contracts/domain.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { TreeFile } from "../tree/repository_tree.ts";

/** A file that search may find, and what is indexed of it besides its text. */
export interface SearchableFile {
  readonly path: RepoPath;
  /** The SKILL.md it is folded under, or its own path. */
  readonly group: RepoPath;
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
  /** Its text from byte `start` on; null where only its name and description are indexed. */
  readonly body: { readonly content: ContentId; readonly start: number } | null;
}

/** `owner` is the SKILL.md of the skill that the file belongs to. */
export function searchableFile(
  file: TreeFile,
  { searched, kind, content, skill: index }: ServedFile,
  { markdown, skill }: FileFacts,
  owner: RepoPath | null,
  language: string | null,
): SearchableFile {
  return finish({
    path: file.path,
    // A document stands for itself, also inside a skill.
    group: kind === "document" ? file.path : owner ?? file.path,
    role: file.role,
    language,
    skill: index,
    name: skill?.name ?? markdown?.title ?? file.name,
    description: skill?.description ?? markdown?.summary ?? "",
    headings: searched ? markdown?.headings ?? [] : [],
    body: searched ? { content, start: markdown?.bodyStart ?? 0 } : null,
  });
}

/** A skill that is kept at its source is found by what its header shows, and by nothing else. */
export function describedOnlySkill({ file, index, declaration, scope }: FoundSkill): SearchableFile {
  return finish({
    path: file.path,
    group: file.path,
    role: file.role,
    language: scope.language,
    skill: index,
    name: declaration.name,
    description: declaration.description,
    headings: [],
    body: null,
  });
}

function finish(file: Omit<SearchableFile, "fingerprint">): SearchableFile {
  const { role, group, language, name, description, headings, body } = file;
  const indexed = JSON.stringify([role, group, language, name, description, headings, body]);
  return { ...file, fingerprint: createHash("sha256").update(indexed).digest("hex").slice(0, 32) };
}
