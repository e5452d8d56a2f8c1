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

const ROUNDS = 5;

const source = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
await Deno.mkdir(".skillmount", { recursive: true });
const scratch = await Deno.makeTempDir({ dir: ".skillmount", prefix: "indexing-bench-" });
try {
  const clone = resolve(scratch, "acme", basename(source));
  await Deno.mkdir(dirname(clone), { recursive: true });
  await Deno.mkdir(clone);
  await git("init", "-q");
  await git("pull", "-q", await topOf(source));
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
  const [path = "README.md"] = (await git("ls-files", "*SKILL.md")).split("\n");
  await Deno.writeTextFile(resolve(scratch, "acme", basename(source), path), `\nRound ${round}.\n`, {
    append: true,
  });
  await git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qam", `Round ${round}`);
  return await git("rev-parse", "HEAD");
}

/** Where git finds the repository that a directory is in. */
async function topOf(directory: string): Promise<string> {
  const { stdout } = await new Deno.Command("git", {
    args: ["-C", directory, "rev-parse", "--show-toplevel"],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

async function git(...args: readonly string[]): Promise<string> {
  const cwd = resolve(scratch, "acme", basename(source));
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args], cwd }).output();
  if (!success) throw new Error(`Cannot run git ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}

function row(what: string, ms: number, rest: string): string {
  return `${what.padEnd(35)} ${ms.toFixed(0).padStart(7)}  ${rest}`.trimEnd();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
