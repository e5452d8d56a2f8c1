import { join } from "node:path";
import { createGitRepository, type GitRepository } from "./git_repository.ts";
import { commitEntries, fixtureText, skillText } from "./hostile_repositories.ts";

/** A checkout that attacks who reads it with git. */
export interface HostileCheckout extends AsyncDisposable {
  readonly repository: GitRepository;
  /** Whether anything of the repository's ran since it was last asked. */
  sprung(): Promise<boolean>;
}

/**
 * Plants every attack at once: a monitor, a hook, a clean filter, a replaced object, and a promisor
 * remote with a branch `partial` that lacks a file of its own.
 */
export async function hostileCheckout(): Promise<HostileCheckout> {
  const paths = ["skills/true/SKILL.md", "skills/true/notes.md"];
  const plain = await Promise.all(paths.map(async (path) => [path, await fixtureText("hostile-git", path)]));
  const repository = await createGitRepository({
    ...Object.fromEntries(plain),
    ".gitattributes": "*.md filter=evil diff=evil\n",
  });
  const { git, gitDir, directory } = repository;
  const lacking = "Fetched from elsewhere\n";
  const partial = await commitEntries(repository, { "skills/true/lacking.md": lacking }, "main");
  await git(["update-ref", "refs/heads/partial", partial]);
  await git(["read-tree", "main"]);
  const lost = await git(["hash-object", "--stdin"], lacking);
  await Deno.remove(join(gitDir, "objects", lost.slice(0, 2), lost.slice(2)));

  const marker = `${directory}-sprung`;
  const spring = `touch '${marker}'`;
  await git(["replace", await git(["rev-parse", "main:skills/true/SKILL.md"]), await forged(repository)]);
  await Deno.writeTextFile(join(gitDir, "hooks/post-index-change"), `#!/bin/sh\n${spring}\n`, {
    mode: 0o755,
  });
  for (
    const [name, value] of Object.entries({
      "core.repositoryFormatVersion": "1",
      "extensions.partialClone": "origin",
      "remote.origin.promisor": "true",
      "remote.origin.url": `file://${directory}`,
      "remote.origin.uploadpack": spring,
      "filter.evil.clean": `${spring}; echo forged`,
      "filter.evil.smudge": `${spring}; echo forged`,
      "diff.evil.textconv": `${spring}; echo forged`,
      "core.fsmonitor": `${spring}; false`,
    })
  ) await git(["config", name, value]);
  return {
    repository,
    sprung: () => Deno.remove(marker).then(() => true, () => false),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

function forged({ git }: GitRepository): Promise<string> {
  return git(["hash-object", "-w", "--stdin"], skillText("forged", "Was put in the place of the true one."));
}
