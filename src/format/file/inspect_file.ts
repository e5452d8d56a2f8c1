import { createHash } from "node:crypto";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { FileFacts, FileRole, Problem } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS, type ReadingLimits } from "../../../contracts/limits.ts";
import { readManifestDeclaration } from "../front_matter/manifest_declaration.ts";
import { parseFrontMatter } from "../front_matter/parse_front_matter.ts";
import { readSkillDeclaration } from "../front_matter/skill_declaration.ts";
import { classifyLicenceText } from "../licence/classify_licence_text.ts";
import { safetyFindings } from "../safety/safety_findings.ts";
import { countCodePoints } from "../text/code_points.ts";
import { decodeText } from "../text/decode_text.ts";
import { isLfsPointer } from "./_lfs_pointer.ts";
import { roleOf } from "./file_role.ts";
import { markdownFacts } from "./markdown_facts.ts";

/** Of one declaration; an author who has mended these finds the others. */
const PROBLEMS = 20;

/**
 * What one file tells alone. Deterministic, and of the path only its role counts, so that equal bytes
 * in the same role give equal facts. Never throws: what is wrong with a file is in its `problems`.
 */
export function inspectFile(path: RepoPath, bytes: Uint8Array, limits: ReadingLimits): FileFacts {
  const role = roleOf(path);
  const text = decodeText(bytes);
  const lfsPointer = text !== null && isLfsPointer(text);
  const facts = {
    role,
    characters: text === null ? null : countCodePoints(text),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    lfsPointer,
    licence: role === "licence" ? classifyLicenceText(lfsPointer ? null : text) : null,
    markdown: null,
    skill: null,
    manifest: null,
    problems: [],
  };
  if (text === null || lfsPointer) return { ...facts, problems: unreadable(role, lfsPointer) };
  const findings = safetyFindings(text, role);
  if (role === "skill" || role === "manifest") {
    if (facts.characters !== null && facts.characters > FORMAT_LIMITS.declarationFile) {
      return { ...facts, problems: [tooLong(facts.characters), ...findings] };
    }
    const declared = declaration(role, text);
    // A character that cannot be seen is told once, and better, by who reads the front matter.
    const seen = declared.problems.filter(({ code }) => code === "invisible_character");
    const lines = new Set(seen.map(({ line }) => line));
    const others = findings.filter(({ line }) => !lines.has(line));
    const told = [...declared.problems.slice(0, PROBLEMS), ...others];
    // What is served is judged by what was found in it, of which nothing is cut off for other problems.
    const isServed = declared.skill !== null || declared.manifest !== null;
    return { ...facts, ...declared, problems: isServed ? told : told.slice(0, PROBLEMS) };
  }
  if (role !== "markdown" || bytes.length > limits.indexedFileBytes) return { ...facts, problems: findings };
  // A document owes nobody valid front matter: what cannot be read of it is no problem of its author.
  return { ...facts, markdown: markdownFacts(text, parseFrontMatter(text)), problems: findings };
}

function declaration(
  role: "skill" | "manifest",
  text: string,
): Pick<FileFacts, "markdown" | "skill" | "manifest" | "problems"> {
  const frontMatter = parseFrontMatter(text);
  const skill = role === "skill" ? readSkillDeclaration(frontMatter) : null;
  const manifest = role === "manifest" ? readManifestDeclaration(frontMatter) : null;
  return {
    markdown: markdownFacts(text, frontMatter),
    skill: skill?.declaration ?? null,
    manifest: manifest?.declaration ?? null,
    problems: [...frontMatter.problems, ...skill?.problems ?? [], ...manifest?.problems ?? []],
  };
}

/** Bytes are only a problem where text was promised, a pointer wherever it stands. */
function unreadable(role: FileRole, lfsPointer: boolean): readonly Problem[] {
  const severity = role === "skill" || role === "manifest" ? "error" : "warning";
  if (lfsPointer) {
    const message = "The file is a Git LFS pointer: its content is not in the repository";
    return [{ code: "lfs_pointer", severity, message }];
  }
  return role === "other" ? [] : [{ code: "not_utf8", severity, message: "The file is not UTF-8 text" }];
}

function tooLong(characters: number): Problem {
  const message =
    `The file has ${characters} characters, and at most ${FORMAT_LIMITS.declarationFile} are read`;
  return { code: "file_too_long", severity: "error", message };
}
