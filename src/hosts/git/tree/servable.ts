import type { TreeEntry } from "../../../../contracts/domain.ts";
import { parseRepoPath, roleOf } from "../../../format/mod.ts";
import type { ListedTree } from "./list_tree.ts";
import { createPace } from "../pace.ts";

/** What of a commit may be served, judged by its names alone: more than is, never less. */
export interface ServableObjects {
  /** Of files. */
  readonly hashes: ReadonlySet<string>;
  /** What to ask for: directories as a whole where all of one may be served, else single files. */
  readonly wants: readonly string[];
}

/**
 * Skills with all that is below them; declarations, licences and Markdown anywhere, for links may lead
 * to it; JSON where documents may be (docs/design/format.md "What is what").
 */
export async function servableObjects({ entries, directories }: ListedTree): Promise<ServableObjects> {
  const pace = createPace();
  const skills = new Set<string>();
  const documents = new Set<string>(["docs/"]);
  for (const entry of entries) {
    await pace(0);
    const role = roleOfEntry(entry);
    if (role === "skill") skills.add(directoryPrefix(entry.path));
    if (role === "manifest") documents.add(directoryPrefix(entry.path));
  }

  const hashes = new Set<string>();
  const wants = new Set<string>();
  for (const { path, hash } of directories) {
    await pace(0);
    if (skills.has(path) && !isBelow(parentPrefix(path), skills)) wants.add(hash);
  }
  for (const entry of entries) {
    await pace(0);
    const role = roleOfEntry(entry);
    if (role === null) continue;
    const prefix = directoryPrefix(entry.path);
    const inSkill = isBelow(prefix, skills);
    if (!inSkill && (role === "other" || (role === "json" && !isBelow(prefix, documents)))) continue;
    hashes.add(entry.hash);
    if (!inSkill) wants.add(entry.hash);
  }
  return { hashes, wants: [...wants] };
}

/** Null for what is never served. */
function roleOfEntry({ mode, path }: Pick<TreeEntry, "mode" | "path">): ReturnType<typeof roleOf> | null {
  if (mode !== "file" && mode !== "executable") return null;
  const parsed = parseRepoPath(path);
  return parsed.ok ? roleOf(parsed.value) : null;
}

function directoryPrefix(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function parentPrefix(prefix: string): string | null {
  return prefix === "" ? null : directoryPrefix(prefix.slice(0, -1));
}

/** Whether a directory, or one above it, is in the set. */
function isBelow(prefix: string | null, set: ReadonlySet<string>): boolean {
  for (let at = prefix; at !== null; at = parentPrefix(at)) {
    if (set.has(at)) return true;
  }
  return false;
}
