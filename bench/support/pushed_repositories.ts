/** Repositories that somebody pushes to, and what git says each of their commits holds. */
import { createGitRepository, type GitRepository } from "../../tests/support/git_repository.ts";

/** The files of one commit by path, as git gives them. */
export type CommitFiles = ReadonlyMap<string, string>;

export interface PushedRepository {
  readonly name: string;
  readonly gitDir: string;
  /** Every commit that the branch pointed at; undefined for one that it never did. */
  files(commit: string): Promise<CommitFiles | undefined>;
  /** Since when the branch no longer points at a commit; infinite for its tip. As `performance.now()`. */
  leftAt(commit: string): number;
  /** Changes the skill and its notes. */
  push(): Promise<void>;
  readonly pushes: number;
}

export const SKILL = "skills/planning/SKILL.md";
export const NOTES = "skills/planning/notes.md";
const GUIDE = "docs/guide.md";

/** Repositories below `directory`, with one commit each. */
export async function pushedRepositories(directory: string, count: number): Promise<PushedRepository[]> {
  const made: PushedRepository[] = [];
  for (let at = 0; at < count; at++) {
    const name = `library-${at}`;
    const repository = await createGitRepository({}, { directory: `${directory}/${name}` });
    await repository.git(["config", "gc.auto", "0"]);
    made.push(await pushedRepository(name, repository));
  }
  return made;
}

async function pushedRepository(name: string, repository: GitRepository): Promise<PushedRepository> {
  const commits = new Map<string, CommitFiles>();
  const left = new Map<string, number>();
  let tip = "";
  let version = 0;

  async function change(): Promise<void> {
    const commit = await repository.commit(filesOf(name, ++version));
    left.set(tip, performance.now());
    tip = commit;
    commits.set(commit, await readCommit(repository, commit));
  }

  await change();
  let pushing = Promise.resolve();
  return {
    name,
    gitDir: repository.gitDir,
    async files(commit) {
      // The server may know a commit before the push that made it has returned.
      if (!commits.has(commit)) await pushing;
      return commits.get(commit);
    },
    leftAt: (commit) => left.get(commit) ?? Infinity,
    push: () => pushing = pushing.then(change),
    get pushes() {
      return version - 1;
    },
  };
}

/** The large files and the guide stay as they are, so that a push changes little. */
function filesOf(name: string, version: number): Record<string, string> {
  const description = `Plans work in ${name}, in its version ${version}.`;
  return {
    "README.md": `# ${name}\n\nA library that is pushed to.\n`,
    "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person.\n",
    [GUIDE]: `# Guide\n\n${words(name, 3000)}\n`,
    [SKILL]:
      `---\nname: planning\ndescription: ${description}\nlicense: MIT\n---\n\nPlan in ${version} steps.\n`,
    [NOTES]: `# Notes ${version}\n\n${words(`${name} ${version}`, 1200)}\n`,
  };
}

/** What git holds, in one question for all files. */
async function readCommit(repository: GitRepository, commit: string): Promise<CommitFiles> {
  const paths = ["README.md", GUIDE, SKILL, NOTES];
  const output = await repository.git(
    ["cat-file", "--batch"],
    paths.map((path) => `${commit}:${path}\n`).join(""),
  );
  let rest = `${output}\n`;
  return new Map(paths.map((path) => {
    const [head = "", size = "0"] = /^[0-9a-f]{40} blob (\d+)\n/.exec(rest) ?? [];
    const start = head.length;
    const text = rest.slice(start, start + Number(size));
    rest = rest.slice(start + Number(size) + 1);
    return [path, text];
  }));
}

/** ASCII words that differ for each seed. */
function words(seed: string, count: number): string {
  let state = Array.from(seed).reduce(
    (hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0,
    7,
  );
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36).slice(0, 6);
  }).join(" ");
}
