/**
 * How long a commit takes from the first request until it is served, on a server that was just started on
 * an empty store, and how long the next commit takes that changes one file: against what MiniSearch's
 * `addAll` takes for the texts alone, in the same run.
 *
 * `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones, of which the one with most skills is
 * measured; without it, the example library is.
 */
import { basename, dirname, resolve } from "node:path";
import { largestRepository } from "./support/largest_repository.ts";
import { createMiniSearch, miniDocuments } from "./support/mini_search.ts";
import { waitUntilReady } from "./support/mount_walk.ts";
import { mountedRepositories } from "./support/mounted_repositories.ts";
import { startOurs } from "./support/start_ours.ts";
import { median } from "./support/median.ts";

const ROUNDS = 5;

const source = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
await Deno.mkdir(".skillmount", { recursive: true });
const scratch = await Deno.makeTempDir({ dir: ".skillmount", prefix: "indexing-bench-" });
const clone = resolve(scratch, "acme", basename(source));
try {
  // The example library lies inside a repository, which is then measured as a whole.
  await git(source, "clone", "-q", await git(source, "rev-parse", "--show-toplevel"), clone);
  await using repositories = await mountedRepositories(dirname(clone));
  const { texts } = await repositories.mount(basename(clone));
  const documents = miniDocuments(texts);

  const times = { addAll: [] as number[], first: [] as number[], next: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    createMiniSearch(documents);
    times.addAll.push(performance.now() - startedAt);
    await using server = await startOurs(clone, resolve(scratch, `kv-${round}.sqlite`));
    const url = new URL(server.printed);
    times.first.push((await waitUntilReady(url)).readyMs);
    const commit = await changeOneFile(round);
    times.next.push((await waitUntilReady(new URL(`${url.href}@${commit}`))).readyMs);
  }
  const [addAll, first, next] = [median(times.addAll), median(times.first), median(times.next)];
  console.log(`${basename(source)}: ${texts.length} texts, medians of ${ROUNDS} rounds\n`);
  console.log("what                                     ms   ratio   aim");
  console.log(row("addAll of the texts", addAll, ""));
  console.log(row("first request to ready", first, `${(first / addAll).toFixed(2)}  3.00 of addAll`));
  console.log(row("the next commit, one file", next, `${(next / first).toFixed(2)}  0.40 of the first`));
} finally {
  await Deno.remove(scratch, { recursive: true });
}

/** Commits a line more in a SKILL.md; the commit's hash. */
async function changeOneFile(round: number): Promise<string> {
  const [path = "README.md"] = (await git(clone, "ls-files", "*SKILL.md")).split("\n");
  await Deno.writeTextFile(resolve(clone, path), `\nRound ${round}.\n`, { append: true });
  await git(clone, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qam", `Round ${round}`);
  return await git(clone, "rev-parse", "HEAD");
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args], cwd }).output();
  if (!success) throw new Error(`Cannot run git ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}

function row(what: string, ms: number, rest: string): string {
  return `${what.padEnd(35)} ${ms.toFixed(0).padStart(7)}  ${rest}`.trimEnd();
}
