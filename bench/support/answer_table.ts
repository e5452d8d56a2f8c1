import { basename, resolve } from "node:path";
import { compareLoads } from "./compare_loads.ts";
import { largestRepository } from "./largest_repository.ts";
import type { Load } from "./load.ts";
import { startServer } from "./server_process.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 8;

/** One of our answers, against a bare one of as many bytes. */
export interface ComparedAnswer {
  readonly name: string;
  readonly path: string;
  /** The shares of the bare route's requests per second that are aimed for; "" where none is. */
  readonly aims: { readonly whole: string; readonly known: string };
}

/**
 * Compares answers of our server with a bare Hono route's, alternating in one run: warm ones, and those that
 * the client has already where there is an entity tag. Prints a table and fails on nothing.
 *
 * `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones, of which the one with most skills is
 * served; without it the example library is.
 *
 * @param name Of the bench, for its database.
 * @param answersOf What to compare, once our server prints its mount's URL.
 * @param encode The bare answer to a body of ours.
 */
export async function compareAnswers(
  name: string,
  accept: string,
  answersOf: (mount: URL) => Promise<readonly ComparedAnswer[]>,
  encode: (body: string) => string = (body) => body,
): Promise<void> {
  const repository = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
  const kvPath = `.skillmount/bench-${name}-${Deno.pid}.sqlite`;
  try {
    await using server = await startServer(
      ["run", "-P=dev", "main.ts", "--dev", repository],
      { PORT: "0", KV_PATH: kvPath },
      /^(http:\S+\/local\/\S+)\n/m,
    );
    await using bare = await startServer(["run", "-P=bench", "bench/rest_baseline.ts"], {}, /^(\d+)\n/m);
    const mount = new URL(server.printed);
    const answers = await answersOf(mount);
    console.log(`${basename(repository)}\n\nanswer        bytes  ours/s  bare/s  ratio   aim`);
    for (const { name, path, aims } of answers) {
      const response = await fetch(mount.origin + path, { headers: { accept } });
      const etag = response.headers.get("etag");
      const body = await response.text();
      await fetch(`http://${HOST}:${bare.printed}`, { method: "PUT", body: encode(body) });
      const theirs = loadOf(Number(bare.printed), "/", accept);
      const port = Number(mount.port);
      await compare(`${name} 200`, body, loadOf(port, path, accept), theirs, aims.whole);
      if (etag === null) continue;
      const known = loadOf(port, path, accept, `If-None-Match: ${etag}\r\n`);
      await compare(`${name} 304`, body, known, theirs, aims.known);
    }
  } finally {
    for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
  }
}

/** What `read` makes of an answer, asked for until that is something. */
export async function untilReady<Value>(
  url: string,
  accept: string,
  read: (response: Response) => Promise<Value | null>,
): Promise<Value> {
  while (true) {
    const value = await read(await fetch(url, { headers: { accept } }));
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
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

function loadOf(port: number, path: string, accept: string, headers = ""): Load {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAccept: ${accept}\r\n${headers}\r\n`;
  return { host: HOST, port, requests: [new TextEncoder().encode(request)], connections: CONNECTIONS };
}
