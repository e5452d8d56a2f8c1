/**
 * Clones of real repositories read the same from this machine, from GitHub and from any git server.
 * `SKILLMOUNT_BENCH_REPOSITORIES` names the directory that holds them.
 */
import assert from "node:assert/strict";
import { everyHost } from "../support/every_host.ts";
import { compareWalks } from "../support/compare_walks.ts";

const directory = Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES");

Deno.test({
  name: `every clone reads the same from every host${
    directory === undefined ? " (skipped: SKILLMOUNT_BENCH_REPOSITORIES names no directory)" : ""
  }`,
  ignore: directory === undefined,
  async fn(t) {
    for await (const { name, isDirectory } of Deno.readDir(directory ?? "")) {
      if (isDirectory) {
        await t.step(name, () => assertReadsTheSame(`${directory}/${name}`, name.toLowerCase()));
      }
    }
  },
});

async function assertReadsTheSame(clone: string, name: string): Promise<void> {
  const gitDir = await git(clone, "rev-parse", "--absolute-git-dir");
  const paths = (await git(clone, "ls-tree", "-rz", "--name-only", "HEAD")).split("\0").filter((path) =>
    path !== ""
  );
  await using world = await everyHost([{ name, gitDir: gitDir.trim() }]);
  await world.index(name);
  const first = world.asked();
  world.outlive();
  const { same, size, differences } = await compareWalks(world.walks(name, paths));
  const later = world.asked();
  const answers = [...same.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${paths.length} files, ${answers} answers of ${
      (size / 1e6).toFixed(1)
    } million characters at each address`,
  );
  console.log([...same].map(([kind, count]) => `${kind} ${count}`).join(", "));
  console.log(`asked at first: ${first.join(", ")}\nasked by the walk: ${later.join(", ")}`);
  assert.deepEqual(differences.slice(0, 3), [], `${differences.length} answers differ`);
  assert.deepEqual(later, ["forge refs", "gh refs"]);
}

async function git(clone: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command("git", { args: ["-C", clone, ...args] }).output();
  assert(success, `git ${args.join(" ")} fails in ${clone}`);
  return new TextDecoder().decode(stdout);
}
