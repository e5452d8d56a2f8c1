/**
 * The server against a bare one-tool server of the same SDK that returns the same text, alternating in
 * one run, and its memory over many calls. Prints tables and fails on nothing.
 *
 * `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones, of which the one with most skills is
 * served; without it the example library is.
 */
import { basename, resolve } from "node:path";
import { compareLoads } from "./support/compare_loads.ts";
import { largestRepository } from "./support/largest_repository.ts";
import { type Load, sendAll, toolCall } from "./support/load.ts";
import { type Args, call, walkMount } from "./support/mount_walk.ts";
import { residentMiB, startServer } from "./support/server_process.ts";
import { startOurs } from "./support/start_ours.ts";

const CONNECTIONS = 8;
const HOST = "127.0.0.1";
const ERAS = ["modern", "legacy"] as const;

const TOOLS = ["browse_repo", "read_repo_file", "load_skill"] as const;

/** How many times the bare server's requests per second are aimed for. */
const AIM = 2.5;

const MIXED_CALLS = [1000, 5000, 10_000, 15_000, 20_000];

const repository = resolve(await largestRepository(Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES")));
const kvPath = `.skillmount/bench-${Deno.pid}.sqlite`;
try {
  await using server = await startOurs(repository, kvPath);
  await using bare = await startServer(["run", "-P=bench", "bench/server_baseline.ts"], {}, /^(\d+)\n/m);
  const url = new URL(server.printed);
  const walk = await walkMount(url);
  console.log(`${basename(repository)}: ${walk.skills.length} skills, ready after ${walk.readyMs} ms\n`);

  console.log("tool            era    bytes  ours/s  bare/s  ratio   aim");
  const pinned = new URL(walk.pinnedPath, url);
  for (const tool of TOOLS) {
    for (const era of ERAS) {
      const args = walk.calls[tool];
      const text = await call(pinned, tool, args);
      await fetch(`http://${HOST}:${bare.printed}`, { method: "PUT", body: text });
      const { ours, theirs, ratio } = await compareLoads(
        loadOf(Number(url.port), [toolCall(era, url.host, pinned.pathname, tool, args)]),
        loadOf(Number(bare.printed), [toolCall(era, HOST, "/", "constant", args)]),
      );
      console.log([
        tool.padEnd(15),
        era.padEnd(6),
        String(text.length).padStart(5),
        ours.toFixed(0).padStart(7),
        theirs.toFixed(0).padStart(7),
        ratio.toFixed(2).padStart(6),
        AIM.toFixed(2).padStart(5),
      ].join(" "));
    }
  }

  console.log("\nmixed calls   resident MiB");
  const mixed = mixedCalls(walk.skills).map(({ tool, args }, index) =>
    toolCall(ERAS[index % 2] ?? "modern", url.host, url.pathname, tool, args)
  );
  let made = 0;
  for (const target of MIXED_CALLS) {
    const requests = Array.from({ length: target - made }, (_, index) => mixed[(made + index) % mixed.length])
      .filter((request) => request !== undefined);
    await sendAll(loadOf(Number(url.port), requests));
    made = target;
    console.log(`${String(made).padStart(11)}   ${(await residentMiB(server))?.toFixed(0) ?? "unknown"}`);
  }
} finally {
  for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
}

function loadOf(port: number, requests: readonly Uint8Array[]): Load {
  return { host: HOST, port, requests, connections: CONNECTIONS };
}

/** Calls of every tool over all that was found, in an order that mixes them. */
function mixedCalls(skills: readonly string[]): { readonly tool: string; readonly args: Args }[] {
  return skills.flatMap((path) => {
    const directory = path.slice(0, path.lastIndexOf("/"));
    const words = directory.slice(directory.lastIndexOf("/") + 1).replaceAll(/[^a-z0-9]+/gi, " ");
    return [
      { tool: "browse_repo", args: { path: directory } },
      { tool: "search_repo", args: { query: words || "skill" } },
      { tool: "load_skill", args: { path } },
      { tool: "read_repo_file", args: { path, limit: 4096 } },
    ];
  });
}
