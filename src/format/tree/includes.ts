import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Problem } from "../../../contracts/domain.ts";
import { declaredPath, isWithin } from "../address/repo_path.ts";
import { isMarkdownOrJson } from "../file/file_role.ts";
import { isDocumentPath } from "./_document_path.ts";
import type { FoundSkill } from "./find_skills.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import type { Scope } from "./scope.ts";

/** Content that every run of a skill needs. */
export interface Include {
  readonly path: RepoPath;
  /** Null: there is no such file, or it is closed, which looks the same. */
  readonly file: TreeFile | null;
}

export interface Includes {
  /** In declaration order, without repeats. */
  readonly kept: readonly Include[];
  readonly dropped: readonly Problem[];
}

/**
 * Resolves `skillcdn.include`: any Markdown or JSON of the skill's directory, and shared pages. Whether a
 * path may be included is told from the path alone, so that the answer says nothing of what is closed.
 */
export function resolveIncludes(skill: FoundSkill, tree: RepositoryTree, policy: Policy): Includes {
  const kept = new Map<RepoPath, Include>();
  const dropped: Problem[] = [];
  for (const [index, written] of skill.declaration.includes.entries()) {
    const declared = declaredPath(skill.file.directory.path, written);
    const flaw = declared.ok ? flawOf(declared.value, skill, tree.root, policy) : declared.error;
    if (!declared.ok || flaw !== null) {
      const message = `Include ${index + 1} is dropped: ${flaw}`;
      dropped.push({ code: "include_dropped", severity: "warning", message });
      continue;
    }
    const path = declared.value;
    const file = tree.files.get(path);
    kept.set(path, { path, file: file !== undefined && policy.isOpen(file) ? file : null });
  }
  return { kept: [...kept.values()], dropped };
}

/** Null when the path may be included. */
function flawOf(path: RepoPath, { file, scope }: FoundSkill, root: Directory, policy: Policy): string | null {
  if (!isMarkdownOrJson(path)) return "it is neither Markdown nor JSON";
  if (isWithin(path, file.directory.path)) return null;
  const governing = nearestScope(path, root, policy);
  const isPage = governing !== null && isDocumentPath(path, governing) && isShared(governing, scope);
  return isPage ? null : "it lies outside the skill and is no document of a manifest at or above it";
}

/** Without any manifest at or above the skill, the documents of the repository root are shared. */
function isShared(scope: Scope, own: Scope): boolean {
  if (scope.manifest === null) return own === scope;
  for (let next: Scope | null = own; next !== null; next = next.above) if (next === scope) return true;
  return false;
}

/** The scope of the deepest open directory above `path`, which may not exist. */
function nearestScope(path: RepoPath, root: Directory, policy: Policy): Scope | null {
  let nearest: Scope | null = null;
  let directory: Directory | undefined = root;
  for (const segment of path.split("/")) {
    const scope: Scope | undefined = directory && policy.scopeOf(directory);
    if (scope === undefined) break;
    nearest = scope;
    directory = directory?.children.get(segment);
  }
  return nearest;
}
