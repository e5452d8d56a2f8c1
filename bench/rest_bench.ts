/**
 * Reads of the REST API against a bare Hono route that answers the same JSON, alternating in one run: warm
 * ones, and those that the client has already. Prints a table and fails on nothing.
 *
 * `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones, of which the one with most skills is
 * served; without it the example library is.
 */
import { basename, resolve } from "node:path";
import { compareLoads } from "./support/compare_loads.ts";
import { largestRepository } from "./support/largest_repository.ts";
import type { Load } from "./support/load.ts";
import { startServer } from "./support/server_process.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 8;

const repository = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
const kvPath = `.skillmount/bench-rest-${Deno.pid}.sqlite`;
try {
  await using server = await startServer(
    ["run", "-P=dev", "main.ts", "--dev", repository],
    { PORT: "0", KV_PATH: kvPath },
    /^(http:\S+\/local\/\S+)\n/m,
  );
  await using bare = await startServer(["run", "-P=bench", "bench/rest_baseline.ts"], {}, /^(\d+)\n/m);
  const { origin, port, pathname } = new URL(server.printed);
  const { pinnedAddress, skills } = await ready(`${origin}/api/v1/mounts${pathname}`);
  const [{ path = "" } = {}] = skills;
  const directory = path.split("/").slice(0, -2).join("/");

  /** The share of the bare route's requests per second that is aimed for. */
  const cases = [
    { name: "browse", query: `browse${pinnedAddress}?path=${encodeURIComponent(directory)}`, aim: "0.60" },
    { name: "search", query: `search${pinnedAddress}?query=review`, aim: "" },
    { name: "skills", query: `skills${pinnedAddress}?path=${encodeURIComponent(path)}`, aim: "" },
    { name: "mounts", query: `mounts${pinnedAddress}`, aim: "" },
  ];
  console.log(`${basename(repository)}\n\nanswer        bytes  ours/s  bare/s  ratio   aim`);
  for (const { name, query, aim } of cases) {
    const response = await fetch(`${origin}/api/v1/${query}`);
    const etag = response.headers.get("etag") ?? "";
    const body = await response.text();
    await fetch(`http://${HOST}:${bare.printed}`, { method: "PUT", body });
    const theirs = loadOf(Number(bare.printed), "/");
    await compare(`${name} 200`, body, loadOf(Number(port), `/api/v1/${query}`), theirs, aim);
    const known = loadOf(Number(port), `/api/v1/${query}`, `If-None-Match: ${etag}\r\n`);
    await compare(`${name} 304`, body, known, theirs, "0.80");
  }
} finally {
  for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
}

async function compare(name: string, body: string, mine: Load, bare: Load, aim: string): Promise<void> {
  const { ours, theirs, ratio } = await compareLoads(mine, bare);
  console.log([
    name.padEnd(12),
    String(new TextEncoder().encode(body).length).padStart(6),
    ours.toFixed(0).padStart(7),
    theirs.toFixed(0).padStart(7),
    ratio.toFixed(2).padStart(6),
    aim.padStart(5),
  ].join(" "));
}

/** What the address is, once it is indexed. */
async function ready(url: string) {
  while (true) {
    const answer = await (await fetch(url)).json();
    if (answer.status === "ready") return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function loadOf(port: number, path: string, headers = ""): Load {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAccept: application/json\r\n${headers}\r\n`;
  return { host: HOST, port, requests: [new TextEncoder().encode(request)], connections: CONNECTIONS };
}
