/**
 * The skills extension against the SDK's own catalog of the same directory in memory, alternating in one
 * run: every page of `skills/list`, every SKILL.md, and what it costs in memory. Prints a table and fails
 * on nothing.
 *
 * `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones, of which the one with most skills is
 * served; without it the example library is.
 */
import { basename, resolve } from "node:path";
import { largestRepository } from "./support/largest_repository.ts";
import { compareLoads } from "./support/compare_loads.ts";
import { type Load, sendAll } from "./support/load.ts";
import { mcpRequest } from "./support/mcp_request.ts";
import { residentMiB, type ServerProcess, startServer } from "./support/server_process.ts";
import { startOurs, V8_FLAGS } from "./support/start_ours.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 8;
const READS = 10_000;
const ERAS = ["modern", "legacy"] as const;

const repository = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
const kvPath = `.skillmount/bench-skills-${Deno.pid}.sqlite`;
try {
  // Indexing leaves a process larger than serving needs, so that what only serves is told apart from it.
  const indexing = await residentOnce(startOurs(repository, kvPath), walkOfOurs);
  const flagged = await residentOnce(startSdk(V8_FLAGS), walkOfSdk);
  await using server = await startOurs(repository, kvPath);
  await using bare = await startSdk([]);
  const ours = await walkOfOurs(server);
  const theirs = await walkOfSdk(bare);
  console.log(
    `${basename(repository)}: ${ours.uris.length} skills listed, ${theirs.uris.length} by the SDK\n`,
  );

  console.log("requests            era     ours/s    SDK/s  ratio");
  for (const era of ERAS) {
    for (
      const [name, method, params] of [
        ["every page", "skills/list", ({ cursors }: Walk) => cursors],
        ["every SKILL.md", "resources/read", ({ uris }: Walk) => uris.map((uri) => ({ uri }))],
      ] as const
    ) {
      const [mine, other] = [ours, theirs].map((walk) =>
        loadOf(walk.url, params(walk).map((params) => mcpRequest(era, walk.url, method, params)))
      );
      if (mine === undefined || other === undefined) continue;
      const rates = await compareLoads(mine, other);
      console.log([
        name.padEnd(18),
        era.padEnd(6),
        rates.ours.toFixed(0).padStart(8),
        rates.theirs.toFixed(0).padStart(8),
        rates.ratio.toFixed(2).padStart(6),
      ].join(" "));
    }
  }

  console.log(`\nresident MiB after ${READS} reads`);
  const rows = [
    ["ours", await residentAfterReads(server, ours)],
    ["SDK", await residentAfterReads(bare, theirs)],
    ["ours, having indexed", indexing],
    ["SDK, our V8 flags", flagged],
  ] as const;
  for (const [name, resident] of rows) {
    console.log(`${name.padEnd(22)} ${resident?.toFixed(0) ?? "unknown"}`);
  }
} finally {
  for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
}

function startSdk(flags: readonly string[]): Promise<ServerProcess> {
  return startServer(["run", ...flags, "-P=bench", "bench/skills_baseline.ts", repository], {}, /^(\d+)\n/m);
}

async function residentOnce(
  starting: Promise<ServerProcess>,
  walkOf: (process: ServerProcess) => Promise<Walk>,
): Promise<number | null> {
  await using server = await starting;
  return await residentAfterReads(server, await walkOf(server));
}

async function residentAfterReads(process: ServerProcess, { url, uris }: Walk): Promise<number | null> {
  const reads = uris.map((uri) => mcpRequest("modern", url, "resources/read", { uri }));
  const requests = Array.from({ length: READS }, (_, index) => reads[index % reads.length])
    .filter((request) => request !== undefined);
  await sendAll(loadOf(url, requests));
  return await residentMiB(process);
}

async function walkOfOurs({ printed }: ServerProcess): Promise<Walk> {
  return await walk(await pinned(new URL(printed)));
}

async function walkOfSdk({ printed }: ServerProcess): Promise<Walk> {
  return await walk(new URL(`http://${HOST}:${printed}/`));
}

interface Walk {
  readonly url: URL;
  /** The parameters of every page. */
  readonly cursors: readonly { readonly cursor?: string }[];
  /** Of every listed SKILL.md. */
  readonly uris: readonly string[];
}

/** The address at its commit, so that a moving one's look-ups are not what is measured. */
async function pinned(url: URL): Promise<URL> {
  const { instructions } = await ask(url, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  const commit = /^Commit: ([0-9a-f]{40})/m.exec(instructions)?.[1];
  return new URL(`${url.href}@${commit}`);
}

/** Pages through the listing, from its start until the commit is indexed. */
async function walk(url: URL): Promise<Walk> {
  const cursors: { cursor?: string }[] = [];
  const uris: string[] = [];
  let params: { cursor?: string } = {};
  while (true) {
    const { skills, nextCursor } = await ask(url, "skills/list", params);
    if (skills.length === 0) continue;
    cursors.push(params);
    uris.push(...skills.map(({ uri }: { uri: string }) => uri));
    if (nextCursor === undefined) return { url, cursors, uris };
    params = { cursor: nextCursor };
  }
}

async function ask(url: URL, method: string, params: Readonly<Record<string, unknown>>) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()).result;
}

function loadOf(url: URL, requests: readonly Uint8Array[]): Load {
  return { host: HOST, port: Number(url.port), requests, connections: CONNECTIONS };
}
