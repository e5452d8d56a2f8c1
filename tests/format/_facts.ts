import type {
  FileFacts,
  ManifestDeclaration,
  MarkdownFacts,
  SkillDeclaration,
} from "../../contracts/domain.ts";
import { DEFAULT_READING_LIMITS } from "../../contracts/limits.ts";
import { inspectFile } from "../../src/format/mod.ts";
import { path } from "./_paths.ts";

const encoder = new TextEncoder();

/** What one file with this content tells. */
export function factsOf(name: string, content: string | Uint8Array): FileFacts {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return inspectFile(path(name), bytes, DEFAULT_READING_LIMITS);
}

/** Facts of a SKILL.md with these lines of front matter. */
export function skillFacts(...lines: string[]): FileFacts {
  return factsOf("SKILL.md", ["---", ...lines, "---", "", "Body", ""].join("\n"));
}

/** Facts of a SKILLCDN.md with these lines of front matter. */
export function manifestFacts(...lines: string[]): FileFacts {
  return factsOf("SKILLCDN.md", ["---", ...lines, "---", "", "Rules", ""].join("\n"));
}

export function skillOf(facts: FileFacts): SkillDeclaration {
  if (facts.skill === null) throw new TypeError(`Cannot read the skill: ${JSON.stringify(facts.problems)}`);
  return facts.skill;
}

export function manifestOf(facts: FileFacts): ManifestDeclaration {
  if (facts.manifest === null) {
    throw new TypeError(`Cannot read the manifest: ${JSON.stringify(facts.problems)}`);
  }
  return facts.manifest;
}

export function markdownOf(facts: FileFacts): MarkdownFacts {
  if (facts.markdown === null) throw new TypeError("Cannot read the Markdown: there are no facts of it");
  return facts.markdown;
}

/** Problems in short: `<line>:<column> <severity> <code>`. */
export function problemsOf({ problems }: FileFacts): readonly string[] {
  return problems.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`);
}
