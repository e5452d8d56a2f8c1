import { roleOf } from "../file/file_role.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { DiagnosticList } from "./diagnostic_list.ts";
import type { FoundSkills } from "./find_skills.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile, TreeLink } from "./repository_tree.ts";

/** Reports what an author may have meant to be read and is not, where it is open. */
export function* reportTree(
  tree: RepositoryTree,
  policy: Policy,
  found: FoundSkills,
  diagnostics: DiagnosticList,
): Step<void> {
  const pause = createPause();
  for (const [directory, count] of tree.unservable) {
    if (policy.scopeOf(directory) === undefined) continue;
    const message = `Left out: ${count} ${count === 1 ? "file" : "files"} below whose path cannot be served`;
    diagnostics.add(directory.path, { code: "path_unservable", severity: "warning", message });
  }
  for (const link of tree.links) {
    if (pause()) yield NOTHING;
    if (!policy.isOpen(link)) continue;
    if (link.mode === "submodule") {
      const message = "This is a submodule: what it holds is not read";
      diagnostics.add(link.path, { code: "submodule_not_read", severity: "info", message });
    } else if (matters(link, found)) {
      const message = "This is a symbolic link: it is not followed";
      const severity = roleOf(link.path) === "skill" ? "warning" : "info";
      diagnostics.add(link.path, { code: "symlink_not_followed", severity, message });
    }
  }
  const holdingSkills = new Set<Directory>();
  for (const { file } of found.skills) {
    for (let above = file.directory.parent; above !== null; above = above.parent) holdingSkills.add(above);
  }
  for (const file of tree.files.values()) {
    const { name, path, directory } = file;
    if (pause()) yield NOTHING;
    if (isFlatSkill(file) && policy.isOpen(file) && found.ownerOf(directory) === null) {
      const message = `Not a skill, which is a folder: were it one, its file would be ${
        path.slice(0, -".md".length)
      }/SKILL.md`;
      // Beside skills it is most likely a page about them.
      const severity = holdingSkills.has(directory) ? "info" : "warning";
      diagnostics.add(path, { code: "wrong_file_name", severity, message });
    }
    const meant = /^skill(?:cdn)?\.md$/i.test(name) ? name.slice(0, -3).toUpperCase() : null;
    if (meant === null || name === `${meant}.md` || !policy.isOpen({ directory, name })) continue;
    const message = `Not read as a ${meant}.md: the name must be written exactly so`;
    diagnostics.add(path, { code: "wrong_file_name", severity: "warning", message });
  }
}

/** A Markdown file where skills are kept, but for those that every folder may have. */
function isFlatSkill({ name, role, directory }: TreeFile): boolean {
  return role === "markdown" && directory.name === "skills" && /\.md$/.test(name) &&
    !/^(?:readme|index|agents|claude|contributing|changelog|security|skills?)\b/i.test(name);
}

/** Whether the link may stand for a skill, for several, or for a file of one. */
function matters({ path, directory }: TreeLink, found: FoundSkills): boolean {
  if (roleOf(path) === "skill" || found.ownerOf(directory) !== null) return true;
  return path.split("/").includes("skills");
}
