/**
 * Counts what the safety rules find in directories, and how their skills would be graded: `deno task findings <dir>...`. Every
 * finding is a line with its place and the text that stands there, but for what looks like a secret. What is right of them, a
 * person says (docs/safety-findings.md "How often they are right").
 */
import { join, resolve } from "node:path";
import type { RepoPath } from "../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../contracts/limits.ts";
import { inspectFile } from "../src/format/mod.ts";
import { type Finding, gradeOf, SAFETY_CODES } from "../src/library/mod.ts";

/** Characters of a line that are shown around what was found in it. */
const SHOWN = 160;

interface Counted {
  readonly files: number;
  readonly findings: readonly { readonly finding: Finding; readonly text: string }[];
  /** Grade to the directories of skills that have it. */
  readonly grades: Readonly<Record<string, readonly string[]>>;
}

async function pathsIn(directory: string): Promise<readonly string[]> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["-C", directory, "ls-files", "-z"],
  }).output();
  if (!success) throw new Error(`Cannot list "${directory}": it is no clone of a repository`);
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
}

async function count(directory: string): Promise<Counted> {
  const paths = await pathsIn(directory);
  const bytesOf = new Map<string, Uint8Array>();
  const found: Finding[] = [];
  for (const path of paths) {
    const { isFile, size } = await Deno.lstat(join(directory, path));
    if (!isFile || size > DEFAULT_READING_LIMITS.readFileBytes) continue;
    const bytes = await Deno.readFile(join(directory, path));
    bytesOf.set(path, bytes);
    const { problems } = inspectFile(path as RepoPath, bytes, DEFAULT_READING_LIMITS);
    for (const problem of problems) {
      if (SAFETY_CODES.has(problem.code)) found.push({ ...problem, path: path as RepoPath });
    }
  }
  const grades: Record<string, string[]> = {};
  for (const skill of paths.filter((path) => /(?:^|\/)SKILL\.md$/.test(path))) {
    const root = skill.slice(0, -"SKILL.md".length);
    const own = found.flatMap((one) =>
      one.path.startsWith(root) ? [{ ...one, path: one.path.slice(root.length) as RepoPath }] : []
    );
    const grade = gradeOf(own, (path) => bytesOf.get(root + path) ?? new Uint8Array());
    (grades[grade] ??= []).push(root);
  }
  const findings = found.map((finding) => ({ finding, text: textAt(finding, bytesOf.get(finding.path)) }));
  return { files: bytesOf.size, findings, grades };
}

function textAt({ code, line = 1, column = 1 }: Finding, bytes: Uint8Array | undefined): string {
  if (code === "possible_secret") return "(not shown)";
  const text = new TextDecoder().decode(bytes).split("\n")[line - 1] ?? "";
  const from = Math.max(0, column - 1 - SHOWN / 4);
  return [...text].slice(from, from + SHOWN).join("").replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (hidden) => `<U+${hidden.codePointAt(0)?.toString(16).toUpperCase()}>`,
  );
}

for (const directory of Deno.args) {
  const { files, findings, grades } = await count(resolve(directory));
  console.log(`# ${directory}: ${files} files, ${findings.length} findings`);
  for (const code of SAFETY_CODES) {
    const ofCode = findings.filter(({ finding }) => finding.code === code);
    console.log(`\n## ${code}: ${ofCode.length}`);
    for (const { finding: { path, line, column }, text } of ofCode) {
      console.log(`${path}:${line}:${column}: ${text}`);
    }
  }
  console.log("\n## grades");
  for (const [grade, skills] of Object.entries(grades).toSorted()) {
    console.log(`${grade}: ${skills.length}${grade === "A" ? "" : ` (${skills.join(", ")})`}`);
  }
}
