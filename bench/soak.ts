/**
 * The server as an operator starts it, over git repositories that are pushed to all the time, asked by
 * several clients at once. Every answer is held against git. Prints a table; ends with 1 when an answer
 * failed, was wrong or was too old, or when the git server was asked for more than its budget.
 *
 * `deno task soak [minutes]`: 10 when left out, 60 at most.
 */
import { createGitHttpServer } from "../tests/support/git_http_server.ts";
import { readPrometheusText, type Sample } from "../tests/support/prometheus_text.ts";
import { pushedRepositories } from "./support/pushed_repositories.ts";
import { startServer } from "./support/server_process.ts";
import { runSoakClient, type Tally } from "./support/soak_client.ts";

/** Memory of the server. MiB. */
interface Look {
  readonly minute: number;
  readonly resident: number;
  readonly heap: number;
}

const REPOSITORIES = 50;
const CLIENTS = 8;
const PUSH_MS = 1000;
const LOOK_MS = 5000;
const LIFETIME_SECONDS = 2;
const TOKEN = "soak-soak-soak-soak";
const MIB = 1024 * 1024;

const minutes = Number(Deno.args[0] ?? 10);
if (!(minutes > 0 && minutes <= 60)) {
  console.error("Cannot use the argument: it must be minutes, 60 at most");
  Deno.exit(64);
}

await Deno.mkdir(".skillmount", { recursive: true });
const scratch = await Deno.makeTempDir({ dir: await Deno.realPath(".skillmount"), prefix: "soak-" });
let isGood = false;
try {
  isGood = await soak();
} finally {
  await Deno.remove(scratch, { recursive: true });
}
Deno.exit(isGood ? 0 : 1);

async function soak(): Promise<boolean> {
  const repositories = await pushedRepositories(scratch, REPOSITORIES);
  await using git = createGitHttpServer({
    repositories: new Map(repositories.map(({ name, gitDir }) => [`soak/${name}`, gitDir])),
  });
  await using server = await startServer(
    ["run", "-P=start", `--allow-read=${scratch}`, `--allow-write=${scratch}`, "main.ts"],
    {
      HOST: "127.0.0.1",
      PORT: "0",
      KV_PATH: `${scratch}/kv.sqlite`,
      GIT_HOSTS: `soak=${git.url}`,
      REF_TTL_SECONDS: String(LIFETIME_SECONDS),
      REPO_TTL_SECONDS: String(LIFETIME_SECONDS),
      CACHE_MAX_BYTES: String(16 * MIB),
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: "warn",
    },
    /at (http:\S+)/,
  );
  const tally: Tally = { answers: 0, waits: 0, errors: [], wrong: [], stale: [], times: [] };
  const startedAt = performance.now();
  const goesOn = () => performance.now() - startedAt < minutes * 60_000 && tally.wrong.length < 10;
  const memory: Look[] = [];

  await Promise.all([
    ...Array.from({ length: CLIENTS }, () =>
      runSoakClient({
        base: server.printed,
        repositories,
        lifetimeMs: (LIFETIME_SECONDS + 1) * 1000,
        goesOn,
        tally,
      })),
    every(PUSH_MS, goesOn, async () => {
      await repositories[Math.floor(Math.random() * REPOSITORIES)]?.push();
    }),
    every(LOOK_MS, goesOn, async () => {
      const samples = await metricsOf(server.printed);
      memory.push({
        minute: (performance.now() - startedAt) / 60_000,
        resident: total(samples, "process_resident_memory_bytes") / MIB,
        heap: total(samples, "process_heap_bytes") / MIB,
      });
    }),
  ]);

  const seconds = (performance.now() - startedAt) / 1000;
  const samples = await metricsOf(server.printed);
  const pushes = repositories.reduce((sum, repository) => sum + repository.pushes, 0);
  const indexed = total(samples, "skillmount_index_attempts_total", { outcome: "ready" });
  const lifetimes = Math.ceil(seconds / LIFETIME_SECONDS) + 1;
  const asked = (...kinds: readonly string[]) =>
    kinds.reduce((sum, kind) => sum + total(samples, "skillmount_host_requests_total", { kind }), 0);
  const budgets = [
    { what: "capabilities", asked: asked("capabilities"), most: REPOSITORIES },
    { what: "refs", asked: asked("refs"), most: REPOSITORIES * lifetimes },
    // A commit is new once, and with its refs it costs three requests at most.
    { what: "commit, blobs, sizes", asked: asked("commit", "blobs", "sizes"), most: indexed * 2 },
    // A commit that the branch has left, pinned by a client, is looked for in its history once.
    { what: "history, kind", asked: asked("history", "kind"), most: indexed },
  ];
  const { attempts, failed } = attemptsOf(samples);

  printRows([
    ["repositories, clients, seconds", `${REPOSITORIES}, ${CLIENTS}, ${seconds.toFixed(0)}`],
    ["pushes, commits indexed", `${pushes}, ${indexed}`],
    ["attempts that did not end ready", `${failed} of ${attempts}`],
    ["answers, a second", `${tally.answers}, ${(tally.answers / seconds).toFixed(0)}`],
    ["answers that had to wait", String(tally.waits)],
    [
      "ms of the median, of the slowest in 100",
      `${quantile(tally.times, 0.5)}, ${quantile(tally.times, 0.99)}`,
    ],
    ["errors", String(tally.errors.length)],
    ["wrong bytes", String(tally.wrong.length)],
    ["too old", String(tally.stale.length)],
    ...budgets.map(({ what, asked, most }) => [`host requests: ${what}`, `${asked} of ${most}`]),
    ...(["resident", "heap"] as const).map((
      kind,
    ) => [`${kind} MiB, looked at ten times`, course(memory, kind)]),
    [
      "resident MiB a minute, over the second half",
      slope(memory.slice(Math.floor(memory.length / 2))).toFixed(2),
    ],
  ]);
  for (const problem of [...tally.errors, ...tally.wrong, ...tally.stale].slice(0, 5)) console.error(problem);
  return tally.errors.length + tally.wrong.length + tally.stale.length === 0 &&
    budgets.every(({ asked, most }) => asked <= most);
}

async function every(ms: number, goesOn: () => boolean, work: () => Promise<void>): Promise<void> {
  for (let next = performance.now(); goesOn(); next += ms) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next + ms - performance.now())));
  }
}

async function metricsOf(origin: string): Promise<readonly Sample[]> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return readPrometheusText(await response.text());
}

function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

function attemptsOf(samples: readonly Sample[]): { readonly attempts: number; readonly failed: number } {
  const attempts = total(samples, "skillmount_index_attempts_total");
  return {
    attempts,
    failed: attempts - total(samples, "skillmount_index_attempts_total", { outcome: "ready" }),
  };
}

function quantile(times: readonly number[], share: number): string {
  return (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

function course(looks: readonly Look[], kind: "resident" | "heap"): string {
  const shown = Array.from({ length: 10 }, (_, at) => looks[Math.round(at * (looks.length - 1) / 9)]);
  return shown.map((look) => look?.[kind].toFixed(0) ?? "unknown").join(" ");
}

/** Of the line that lies closest to all looks. */
function slope(looks: readonly Look[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(looks.map(({ minute }) => minute)), mean(looks.map(({ resident }) => resident))];
  const spread = looks.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return looks.reduce((sum, { minute, resident }) => sum + (minute - x) * (resident - y), 0) / spread;
}

function printRows(rows: readonly (readonly string[])[]): void {
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  for (const [name = "", value = ""] of rows) console.log(`${name.padEnd(width)}  ${value}`);
}
