/**
 * Pages against a bare Hono route that answers JSON of the same size, alternating in one run: warm ones,
 * and those that the browser has already. Prints a table and fails on nothing.
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
/** The share of the bare route's requests per second that is aimed for. */
const AIM = "0.05";

const repository = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
const kvPath = `.skillmount/bench-web-${Deno.pid}.sqlite`;
try {
  await using server = await startServer(
    ["run", "-P=dev", "main.ts", "--dev", repository],
    { PORT: "0", KV_PATH: kvPath },
    /^(http:\S+\/local\/\S+)\n/m,
  );
  await using bare = await startServer(["run", "-P=bench", "bench/rest_baseline.ts"], {}, /^(\d+)\n/m);
  const { origin, port, pathname } = new URL(server.printed);
  const page = await ready(origin + pathname);
  const pinned = /href="([^"?]*@[0-9a-f]{40})"/.exec(page)?.[1] ?? pathname;
  const skill = /href="[^"]*\?skill=([^"&]*)"/.exec(page)?.[1] ?? "";

  console.log(`${basename(repository)}\n\nanswer        bytes  ours/s  bare/s  ratio   aim`);
  for (
    const [name, path] of [["address", pinned], ["skill", `${pinned}?skill=${skill}`], [
      "front",
      "/",
    ]] as const
  ) {
    if (name === "skill" && skill === "") continue;
    const response = await fetch(origin + path, { headers: { accept: "text/html" } });
    const etag = response.headers.get("etag");
    const body = await response.text();
    await fetch(`http://${HOST}:${bare.printed}`, { method: "PUT", body: JSON.stringify(body) });
    const theirs = loadOf(Number(bare.printed), "/");
    await compare(`${name} 200`, body, loadOf(Number(port), path), theirs);
    if (etag === null) continue;
    const known = loadOf(Number(port), path, `If-None-Match: ${etag}\r\n`);
    await compare(`${name} 304`, body, known, theirs);
  }
} finally {
  for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
}

async function compare(name: string, body: string, mine: Load, bare: Load): Promise<void> {
  const { ours, theirs, ratio } = await compareLoads(mine, bare);
  console.log([
    name.padEnd(12),
    String(new TextEncoder().encode(body).length).padStart(6),
    ours.toFixed(0).padStart(7),
    theirs.toFixed(0).padStart(7),
    ratio.toFixed(2).padStart(6),
    AIM.padStart(5),
  ].join(" "));
}

/** The page of an address, once it is more than a promise. */
async function ready(url: string): Promise<string> {
  while (true) {
    const response = await fetch(url, { headers: { accept: "text/html" } });
    const page = await response.text();
    if (response.status === 200) return page;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function loadOf(port: number, path: string, headers = ""): Load {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAccept: text/html\r\n${headers}\r\n`;
  return { host: HOST, port, requests: [new TextEncoder().encode(request)], connections: CONNECTIONS };
}
