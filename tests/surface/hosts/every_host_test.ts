/** A repository reads the same from this machine, from GitHub and from any git server. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { everyHost } from "../../support/every_host.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { commitEntries, hostileRepositories } from "../../support/hostile_repositories.ts";
import { compareWalks } from "../../support/compare_walks.ts";

const EXAMPLE = fileURLToPath(new URL("../../../fixtures/examples/library", import.meta.url));

/** Files over the read limit, content that a licence keeps at its source, and names that git would not check out. */
const HOSTILE = ["binary", "licence-per-skill", "odd-trees"];

/** What a repository never seen costs, but for the sizes of files over the read limit. */
const FIRST = [
  "forge capabilities",
  "forge commit",
  "forge refs",
  "gh capabilities",
  "gh commit",
  "gh facts",
  "gh refs",
];

Deno.test("the example library reads the same from every host, which is asked for it once", async () => {
  await using repository = await createGitRepository({}, { bare: true });
  await repository.git([`--work-tree=${EXAMPLE}`, "add", "--all", "--force"]);
  await repository.git(["update-ref", "refs/heads/main", await commitEntries(repository, {})]);
  const same = await assertReadsTheSame("library", repository);
  for (const kind of ["load_skill", "search_repo", "read_repo_file", "skills/list", "REST archive"]) {
    assert((same.get(kind) ?? 0) > 5, `${kind}: ${same.get(kind)}`);
  }
});

for (const kind of HOSTILE) {
  Deno.test(`the hostile repository ${kind} reads the same from every host`, async () => {
    await using repositories = await hostileRepositories([kind]);
    await assertReadsTheSame(kind, repositories.repository(kind));
  });
}

Deno.test("a walk tells repositories apart that differ in the text of one file", async () => {
  const skill = (text: string) => ({ "a/SKILL.md": `---\nname: a\ndescription: A.\n---\n${text}\n` });
  await using repository = await createGitRepository(skill("One"));
  await using other = await createGitRepository(skill("Two"));
  await using world = await everyHost([{ name: "one", ...repository }]);
  await using second = await everyHost([{ name: "one", ...other }]);
  for (const each of [world, second]) await each.index("one");
  const [first] = world.walks("one", ["a/SKILL.md"]);
  const [last] = second.walks("one", ["a/SKILL.md"]);
  assert(first !== undefined && last !== undefined);
  const { differences } = await compareWalks([first, last]);
  assert(differences.some((difference) => difference.startsWith("REST raw")), differences.join("\n\n"));
});

async function assertReadsTheSame(name: string, { gitDir, git }: GitRepository) {
  await using world = await everyHost([{ name, gitDir }]);
  await world.index(name);
  assert.deepEqual(world.asked().filter((asked) => !asked.endsWith(" sizes")), FIRST);
  world.outlive();
  const paths = (await git(["ls-tree", "-rz", "--name-only", "main"])).split("\0").filter((path) =>
    path !== ""
  );
  const { same, differences } = await compareWalks(world.walks(name, paths));
  assert.deepEqual(differences.slice(0, 3), []);
  assert.equal(same.get("REST raw"), paths.length);
  assert.deepEqual(world.asked(), ["forge refs", "gh refs"]);
  return same;
}
