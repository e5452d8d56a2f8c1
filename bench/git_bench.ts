/**
 * A commit fetched and verified against `git clone --depth 1 --bare` of the same repository over the
 * same server, alternating in one run, ours in a process of its own each time; with it the most memory that
 * took and the longest stretch for which nothing else could run. "files ms" is reading every file after
 * that, as indexing does. Prints a table and fails on nothing. Needs git and deno alone.
 */
import { createGitHttpServer } from "../tests/support/git_http_server.ts";
import { type ImportedFile, importFiles, noise } from "../tests/support/git_import.ts";
import { createGitRepository } from "../tests/support/git_repository.ts";
import { median } from "./support/median.ts";

const ROUNDS = 3;
const MIB = 1024 * 1024;

/** What the aims are, beside what is measured. */
const AIMS = { ratio: 1.5, peakMiB: 200, longestMs: 100 } as const;

/** Raised, so that all of 100 MB is fetched at once. */
const RAISED = { packBytes: 256 * MIB };

const REPOSITORIES: readonly {
  readonly name: string;
  readonly files: () => Iterable<ImportedFile>;
  readonly limits: Readonly<Record<string, number>>;
}[] = [
  { name: "5 MB, 1,000 files", files: () => mixed(1000, 5000), limits: {} },
  { name: "100 MB, half of it text", files: () => mixed(2600, 40_000), limits: RAISED },
  { name: "100 MB that no compressor shortens", files: () => incompressible(200, 500_000), limits: RAISED },
  { name: "90,000 files of 1 kB", files: () => mixed(90_000, 1000), limits: {} },
];

interface Fetched {
  readonly verifyMs: number;
  readonly readMs: number;
  readonly longestMs: number;
  readonly startMiB: number;
  readonly peakMiB: number;
}

console.log(
  `aims: at most ${AIMS.ratio} times git's time, ${AIMS.peakMiB} MiB and ${AIMS.longestMs} ms at a stretch\n`,
);
console.log(
  "repository                           verify ms  clone ms  ratio  files ms  stretch ms  MiB: start  peak",
);
const directory = `.skillmount/bench-git-${Deno.pid}`;
try {
  for (const { name, files, limits } of REPOSITORIES) {
    const repository = await createGitRepository({}, { bare: true, directory: `${directory}/${name}.git` });
    await importFiles(repository, files());
    await repository.git(["repack", "-a", "-d", "-q"]);
    await using server = createGitHttpServer({
      repositories: new Map([["acme/library", repository.gitDir]]),
    });
    const ours: Fetched[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await fetchInProcess(server.url, limits));
      theirs.push(await clone(`${server.url}/acme/library.git`, `${directory}/clone`));
    }
    const verify = median(ours.map(({ verifyMs }) => verifyMs));
    const cloned = median(theirs);
    console.log([
      name.padEnd(36),
      verify.toFixed(0).padStart(9),
      cloned.toFixed(0).padStart(9),
      (verify / cloned).toFixed(2).padStart(6),
      median(ours.map(({ readMs }) => readMs)).toFixed(0).padStart(9),
      // What else the machine does makes a stretch longer, and nothing makes it shorter.
      Math.min(...ours.map(({ longestMs }) => longestMs)).toFixed(0).padStart(11),
      median(ours.map(({ startMiB }) => startMiB)).toFixed(0).padStart(11),
      Math.max(...ours.map(({ peakMiB }) => peakMiB)).toFixed(0).padStart(5),
    ].join(" "));
  }
} finally {
  await Deno.remove(directory, { recursive: true }).catch(() => {});
}

async function fetchInProcess(url: string, limits: Readonly<Record<string, number>>): Promise<Fetched> {
  const { success, stdout } = await new Deno.Command("deno", {
    args: ["run", "-P=bench", "bench/git_fetch.ts", url, JSON.stringify(limits)],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("Cannot fetch the repository");
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Milliseconds. */
async function clone(url: string, target: string): Promise<number> {
  const started = performance.now();
  const { success } = await new Deno.Command("git", {
    args: ["clone", "--quiet", "--depth", "1", "--bare", url, target],
    stderr: "inherit",
  }).output();
  const elapsed = performance.now() - started;
  await Deno.remove(target, { recursive: true });
  if (!success) throw new Error("Cannot clone the repository");
  return elapsed;
}

/** Skills of which every second file is text, each unlike the others. */
function* mixed(count: number, size: number): Generator<ImportedFile> {
  for (let at = 0; at < count; at++) {
    const directory = `skills/${Math.floor(at / 100)}`;
    if (at % 100 === 0) {
      const text = `---\nname: "${Math.floor(at / 100)}"\ndescription: A skill.\n---\n`;
      yield { path: `${directory}/SKILL.md`, bytes: new TextEncoder().encode(text) };
    }
    yield at % 2 === 0
      ? { path: `${directory}/${at}.md`, bytes: text(size, at + 1) }
      : { path: `${directory}/${at}.bin`, bytes: noise(size, at + 1) };
  }
}

function* incompressible(count: number, size: number): Generator<ImportedFile> {
  for (let at = 0; at < count; at++) yield { path: `files/${at}.bin`, bytes: noise(size, at + 1) };
}

function text(size: number, seed: number): Uint8Array {
  const words = Array.from(noise(size / 8, seed), (byte) => `word${byte % 251}`);
  return new TextEncoder().encode(words.join(" ").slice(0, size));
}
