/**
 * Whether a request costs what it answers, however much its repository holds: the same questions to
 * generated repositories of 14, 400 and 9,000 skills on one server at default settings. Every question of
 * a row is another one, so that no answer was made before.
 *
 * Two rows ask for more of a large repository and do not reach the aim. The address page shows 100 skills and
 * 50 folders of it, three times the bytes of the page of 14 in about twice its time: the bytes are rendered,
 * compressed and sent. All matches of a word that every skill has are counted and compared before a page of
 * them is cut (docs/design/search.md "How a document scores").
 */
import { resolve } from "node:path";
import { importFiles } from "../tests/support/git_import.ts";
import { createGitRepository } from "../tests/support/git_repository.ts";
import { coldReads } from "./support/cold_reads.ts";
import { generatedSkills, rareWords } from "./support/generated_skills.ts";
import { median } from "./support/median.ts";
import { call, waitUntilReady } from "./support/mount_walk.ts";
import { residentMiB } from "./support/server_process.ts";
import { startOurs } from "./support/start_ours.ts";

const SEED = 20_261_201;
const SIZES = [14, 400, 9000] as const;
const LARGEST = 9000;
/** Repositories of the largest size that are asked in turn. */
const IN_TURN = 6;
const ROUNDS = 14;
const TURNS = 50;
const MIXED_CALLS = 20_000;
const CONNECTIONS = 8;

interface Generated {
  readonly name: string;
  readonly skills: number;
  readonly directory: string;
  readonly textBytes: number;
}

/** Asks a question of a mount, the `round`th of its kind. */
type Question = (url: URL, round: number, skills: number) => Promise<unknown>;

const QUESTIONS: Readonly<Record<string, Question>> = {
  browse: (url, round) => call(url, "browse_repo", { path: "group-0", limit: 2 + round }),
  load: (url, round) => call(url, "load_skill", { path: skillAt(round) }),
  search: (url, round) => call(url, "search_repo", { query: rareWords(round), limit: 5 }),
  "search frequent": (url, round) => call(url, "search_repo", { query: "skill", limit: 5 + round }),
  read: (url, round) => call(url, "read_repo_file", { path: skillAt(round), limit: 1000 + round }),
  "skills/list": (url) => method(url, "skills/list"),
  "address page": (url, round) => page(url, `?offset=${round}`),
};

await Deno.mkdir(".skillmount", { recursive: true });
const scratch = resolve(await Deno.makeTempDir({ dir: ".skillmount", prefix: "scale-bench-" }));
try {
  await measure();
} finally {
  await Deno.remove(scratch, { recursive: true });
}

async function measure(): Promise<void> {
  const repositories: Generated[] = [];
  for (const skills of SIZES) repositories.push(await generate(`skills-${skills}`, skills, SEED));
  const others: Generated[] = [];
  for (let number = 1; number < IN_TURN; number++) {
    others.push(await generate(`other-${number}`, LARGEST, SEED + number));
  }
  const kvPath = resolve(scratch, "kv.sqlite");
  const all = [...repositories, ...others].map(({ directory }) => directory);

  const warm = new Map<number, ReadonlyMap<string, number>>();
  /** Of the address page, which shows more of a large repository: its time is to be seen beside them. */
  const pageBytes = new Map<number, number>();
  {
    await using server = await startOurs(all, kvPath);
    const urlOf = ({ name }: Generated) => new URL(`/local/${scratchName()}/${name}`, server.printed);
    console.log(
      "indexing                    ms    us for a KiB of text   longest small request meanwhile, ms (aim 50)",
    );
    for (const repository of [...repositories, ...others]) {
      const watch = watchHealth(new URL("/healthz", server.printed));
      const { readyMs } = await waitUntilReady(urlOf(repository));
      const longestMs = await watch.stop();
      const perKiB = readyMs * 1000 / (repository.textBytes / 1024);
      console.log(
        `${repository.name.padEnd(20)} ${number(readyMs, 9, 0)}  ${number(perKiB, 9, 0)}  ${
          number(longestMs, 9, 0)
        }`,
      );
    }
    for (const repository of repositories) {
      warm.set(repository.skills, await asked(urlOf(repository), repository.skills));
      pageBytes.set(repository.skills, await page(urlOf(repository), ""));
    }
    const largest = [...others, ...repositories.filter(({ skills }) => skills === LARGEST)].map(urlOf);
    const turns = await inTurn(largest);
    console.log(
      `\n${IN_TURN} of ${LARGEST} in turn, browse and load: p50 ${number(turns.p50, 0, 1)} ms, ` +
        `p99 ${number(turns.p99, 0, 1)} ms, ratio ${number(turns.p99 / turns.p50, 0, 1)} (aim 3.0)`,
    );
    console.log(
      `slowest of the first turn ${number(turns.opening, 0, 1)} ms, ` +
        `p99 of the turns after it ${number(turns.laterP99, 0, 1)} ms`,
    );
    await mixed(largest);
    const resident = await residentMiB(server);
    console.log(`resident after ${MIXED_CALLS} mixed calls over them: ${resident?.toFixed(0)} MiB (aim 400)`);
  }

  console.log("\nwarm, ms, medians            14      400     9000   9000/14  aim");
  for (const question of Object.keys(QUESTIONS)) {
    const times = SIZES.map((skills) => warm.get(skills)?.get(question) ?? NaN);
    const ratio = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    console.log(
      `${question.padEnd(20)} ${times.map((ms) => number(ms, 9, 2)).join("")} ${number(ratio, 9, 2)}  1.50`,
    );
  }
  const sizes = SIZES.map((skills) => number(pageBytes.get(skills) ?? NaN, 9, 0));
  console.log(`${"bytes of the page".padEnd(20)} ${sizes.join("")}`);
  console.log("\nfirst answer of a process    ms    KV reads   values");
  for (const repository of repositories) {
    const ms: number[] = [];
    for (let round = 0; round < 3; round++) {
      await using server = await startOurs(all, kvPath);
      // Starting is not what is measured, and neither is the first request of any kind.
      await (await fetch(new URL("/healthz", server.printed))).body?.cancel();
      const startedAt = performance.now();
      await call(new URL(`/local/${scratchName()}/${repository.name}`, server.printed), "browse_repo", {});
      ms.push(performance.now() - startedAt);
    }
    const { reads, values } = await coldReads(kvPath, repository.name);
    console.log(
      `${repository.name.padEnd(20)} ${number(median(ms), 9, 1)} ${number(reads, 9, 0)} ${
        number(values, 9, 0)
      }`,
    );
  }
}

/** Asks for something small all the time; gives how long the longest answer took. */
function watchHealth(url: URL): { stop(): Promise<number> } {
  let isOver = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(url)).text();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return longestMs;
    },
  };
}

async function generate(name: string, skills: number, seed: number): Promise<Generated> {
  const directory = resolve(scratch, name);
  await using repository = await createGitRepository({}, { directory, bare: true });
  let textBytes = 0;
  await importFiles(repository, counted(generatedSkills(skills, seed), (bytes) => textBytes += bytes));
  return { name, skills, directory, textBytes };
}

function* counted<File extends { readonly bytes: Uint8Array }>(
  files: Iterable<File>,
  count: (bytes: number) => void,
): Generator<File> {
  for (const file of files) {
    count(file.bytes.length);
    yield file;
  }
}

async function asked(url: URL, skills: number): Promise<ReadonlyMap<string, number>> {
  const medians = new Map<string, number>();
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    // The process knows how by then.
    if (name === "skills/list") await ask(url, 0, skills);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await ask(url, round, skills);
      times.push(performance.now() - startedAt);
    }
    medians.set(name, median(times));
  }
  return medians;
}

interface Turns {
  readonly p50: number;
  readonly p99: number;
  /** Of the first turn, in which each repository is opened: one answer in a hundred is one of them. */
  readonly opening: number;
  /** Of the turns after it. */
  readonly laterP99: number;
}

async function inTurn(urls: readonly URL[]): Promise<Turns> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    for (const url of urls) {
      const at = (turn * 37) % LARGEST;
      const startedAt = performance.now();
      await call(url, "browse_repo", { path: `group-${Math.floor(at / 30)}` });
      const browsedAt = performance.now();
      await call(url, "load_skill", { path: skillAt(at) });
      times.push(browsedAt - startedAt, performance.now() - browsedAt);
    }
  }
  const first = times.slice(0, urls.length * 2);
  const later = times.slice(first.length);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    opening: Math.max(...first),
    laterP99: quantile(later, 0.99),
  };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? NaN;
}

async function mixed(urls: readonly URL[]): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let turn = next++; turn < MIXED_CALLS; turn = next++) {
      const url = urls[turn % urls.length] ?? new URL("about:blank");
      const names = Object.keys(QUESTIONS);
      await QUESTIONS[names[turn % names.length] ?? ""]?.(url, (turn * 7919) % LARGEST % 190, LARGEST);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

async function method(url: URL, name: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: name, params: {} }),
  });
  const { result } = await response.json();
  if (!Array.isArray(result?.skills)) throw new Error(`Cannot call ${name}: no skills came`);
}

/** Gives the length of the page. */
async function page(url: URL, query: string): Promise<number> {
  const response = await fetch(new URL(url.pathname + query, url), { headers: { accept: "text/html" } });
  if (response.status !== 200) throw new Error(`Cannot open the page: ${response.status}`);
  return (await response.text()).length;
}

function skillAt(at: number): string {
  return `group-${Math.floor(at / 30)}/skill-${at}/SKILL.md`;
}

function scratchName(): string {
  return scratch.slice(scratch.lastIndexOf("/") + 1);
}

function number(value: number, width: number, digits: number): string {
  return value.toFixed(digits).padStart(width);
}
