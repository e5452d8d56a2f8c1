import type { RepoPath } from "../../contracts/addresses.ts";
import type { Problem } from "../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import { isDocumentPath } from "./_documents.ts";
import type { Policy } from "./_policy.ts";
import { resolvePath } from "./_resolve_path.ts";
import type { Scope } from "./_scope.ts";
import type { FoundSkill } from "./_skills.ts";
import type { Directory, RepositoryTree, TreeFile } from "./_tree.ts";
import { roleOf } from "./file_role.ts";
import { isWithin } from "./repo_path.ts";
import { shorten } from "./one_line.ts";

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
    const path = resolvePath(skill.file.directory.path, written);
    const reason = path === null ? "it leads out of the repository" : refusal(path, skill, tree, policy);
    if (path === null || reason !== null) {
      const name = path === null ? `number ${index + 1}` : `"${shorten(path, FORMAT_LIMITS.title)}"`;
      const message = `Include ${name} is dropped: ${reason}`;
      dropped.push({ code: "include_dropped", severity: "warning", message });
      continue;
    }
    const file = tree.files.get(path);
    kept.set(path, { path, file: file !== undefined && policy.isOpen(file) ? file : null });
  }
  return { kept: [...kept.values()], dropped };
}

function refusal(path: RepoPath, skill: FoundSkill, tree: RepositoryTree, policy: Policy): string | null {
  if (roleOf(path) === "other") return "it is neither Markdown nor JSON";
  if (isWithin(path, skill.file.directory.path)) return null;
  const scope = nearestScope(path, tree.root, policy);
  if (scope !== null && isDocumentPath(path, scope) && isShared(scope, skill.scope)) return null;
  return "it lies outside the skill and is no document of a manifest at or above the skill";
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
