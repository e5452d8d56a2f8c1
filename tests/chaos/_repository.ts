import { DEFAULT_READING_LIMITS } from "../../contracts/limits.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { readingRules } from "../../src/format/mod.ts";
import { createGitRepository, type FileContents, type GitRepository } from "../support/git_repository.ts";

export const ADDRESS = { owner: "acme", repo: "library", path: "acme/library" } as const;

export const LIBRARY_RULES = readingRules(DEFAULT_READING_LIMITS);

export const QUERIES = ["skill-3", "page", "word100", "rules"];

const SKILLS = 12;

/** How many files of it are read. */
export const FILES = 3 * SKILLS + 1;

/** A repository large enough for several packs and several chunks of everything. */
export async function createLibrary(): Promise<GitRepository> {
  const files: Record<string, string> = {
    "SKILLCDN.md": "---\nname: Library\ndescription: Tried by fire.\n---\nThe rules of the house.\n",
  };
  for (let number = 0; number < SKILLS; number++) {
    files[`skills/skill-${number}/SKILL.md`] =
      `---\nname: skill-${number}\ndescription: Does thing ${number}.\n---\n${words(number, 200)}`;
    files[`skills/skill-${number}/notes.md`] = `# Notes ${number}\n\n${words(number + 100, 1500)}`;
    files[`docs/page-${number}.md`] = `# Page ${number}\n\n${words(number + 200, 1500)}`;
  }
  return await createGitRepository(files);
}

/** The next commit: one page differs, as in most commits. */
export async function changeLibrary(repository: GitRepository, round: number): Promise<void> {
  const changed: FileContents = { "docs/page-0.md": `# Page 0\n\n${words(1000 + round, 1500)}` };
  await repository.commit(changed);
}

/** What makes the default branch of the library ready. */
export async function defaultTask(host: GitHost): Promise<IndexTask> {
  const repository = await host.repository(ADDRESS.owner, ADDRESS.repo);
  if (!repository.ok) throw new Error(`Cannot find the library: ${repository.error.reason}`);
  const resolution = await host.resolve(repository.value, { kind: "default" });
  if (!resolution.ok) throw new Error(`Cannot resolve the library: ${resolution.error.reason}`);
  const { host: key, id } = repository.value;
  const { commit } = resolution.value;
  return {
    key: { host: key, repository: id, commit, rules: LIBRARY_RULES.version, serving: "full" },
    repository: repository.value,
  };
}

/** Words that repeat little, so that compression leaves several chunks. */
function words(seed: number, count: number): string {
  let state = seed + 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 12;
  return `${Array.from({ length: count }, () => `word${next() % 20_000}`).join(" ")}\n`;
}
