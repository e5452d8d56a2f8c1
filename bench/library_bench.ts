/**
 * An account's MCP server and REST among many accounts against a bare Hono route that takes and answers the same bytes,
 * alternating in one run: a library of 1,000 skills, one skill's content, publishing what is there already and publishing new
 * versions. Before and after the other accounts are there, because no call may cost more for them. Prints tables and fails on
 * nothing.
 *
 * The number of other accounts may be given; 100,000 without it.
 */
import assert from "node:assert/strict";
import { createAccountKeys } from "../src/auth/mod.ts";
import { createStandingOf } from "../src/library/mod.ts";
import { OPERATOR } from "../tests/support/library/accounts.ts";
import { libraryOn, skillMd } from "../tests/support/library/library.ts";
import { compareLoads } from "./support/compare_loads.ts";
import { generateAccounts, rowsOfAccount } from "./support/generated_accounts.ts";
import { type Load, toolCall, upload } from "./support/load.ts";
import { startServer } from "./support/server_process.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 8;
const SKILLS = 1000;
const ERAS = ["modern", "legacy"] as const;
const AIM = 0.5;
const OTHERS = Number(Deno.args[0] ?? 100_000);
const BODY = "A line of instructions that says what to do, and how to tell that it is done.\n".repeat(50);

type Requests = Pick<Load, "requests" | "next">;

/** So many skills get new versions in turn. */
const NEW_SKILLS = 64;

const CALLS = [
  ["list_library", {}],
  ["get_skill_content", { owner: "acme", name: "skill-7" }],
  ["get_skill", { owner: "acme", name: "skill-7" }],
] as const;

const clock = {
  now: () => Date.now(),
  sleep: (ms = 0) => new Promise<void>((done) => setTimeout(done, ms)),
  advance: () => assert.fail("time passes by itself"),
};

await Deno.mkdir(".skillmount", { recursive: true });
const kvPath = `${Deno.cwd()}/.skillmount/bench-library-${Deno.pid}.sqlite`;
try {
  using kv = await Deno.openKv(kvPath);
  const stage = libraryOn(kv, { clock });
  const seed = await stage.account("seed");
  await stage.publish(seed, { "SKILL.md": skillMd("one", { body: BODY }) });
  const rows = await rowsOfAccount(kv);
  const acme = await stage.account("acme");
  const limits = { callsPerDay: null, versionsPerHour: 100_000 };
  const note = { ...OPERATOR, action: "account.limit", target: "acme", before: null, after: null } as const;
  await stage.store.accounts.update(acme.account, (row) => ({ ...row, limits }), note);
  for (let number = 0; number < SKILLS; number++) {
    await stage.publish(acme, { "SKILL.md": skillMd(`skill-${number}`, { body: BODY }) });
  }
  const keys = createAccountKeys({
    keys: stage.store.accountKeys,
    standingOf: createStandingOf(stage.store),
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const usual = { kind: "account", label: "", writes: true, skills: null, days: null } as const;
  const made = await keys.make(OPERATOR, { ...usual, account: acme.account });
  assert(made.ok);
  const token = made.value;

  await using server = await startServer(
    ["run", "-P=start", "--allow-read", "--allow-write", "bench/library_server.ts", kvPath],
    {},
    /^(\d+)\n/m,
  );
  await using bare = await startServer(["run", "-P=bench", "bench/rest_baseline.ts"], {}, /^(\d+)\n/m);
  const url = `http://${HOST}:${server.printed}/api/mcp`;

  const measure = async (accounts: number): Promise<void> => {
    const compare = async (what: string, how: string, answer: string, ours: Requests, theirs: Requests) => {
      await fetch(`http://${HOST}:${bare.printed}`, { method: "PUT", body: answer });
      const rates = await compareLoads(
        loadOf(Number(server.printed), ours),
        loadOf(Number(bare.printed), theirs),
      );
      console.log([
        String(accounts).padStart(8),
        ` ${what.padEnd(18)}`,
        how.padEnd(6),
        String(answer.length).padStart(6),
        rates.ours.toFixed(0).padStart(7),
        rates.theirs.toFixed(0).padStart(7),
        rates.ratio.toFixed(2).padStart(6),
        AIM.toFixed(2).padStart(5),
      ].join(" "));
    };
    for (const [tool, args] of CALLS) {
      for (const era of ERAS) {
        const request = toolCall(era, HOST, "/api/mcp", tool, args, token);
        const answer = await answerOf(url, tool, args, token);
        await compare(tool, era, answer, { requests: [request] }, {
          requests: [toolCall(era, HOST, "/", tool, args)],
        });
      }
    }
    const there = skillMd("skill-7", { body: BODY });
    const path = "/api/v1/library";
    await compare("POST /library", "no-op", await published(url, there, token), {
      requests: [upload(HOST, path, there, token)],
    }, { requests: [upload(HOST, "/", there)] });
    const versions = newVersions();
    const made = await published(url, versions(), token);
    await compare(
      "POST /library",
      "new",
      made,
      { requests: [], next: () => upload(HOST, path, versions(), token) },
      { requests: [], next: () => upload(HOST, "/", versions()) },
    );
  };

  console.log("accounts  tool               era     bytes  ours/s  bare/s  ratio   aim");
  await measure(1);
  const startedAt = performance.now();
  await generateAccounts(kv, rows, "seed", OTHERS);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\n${OTHERS} more accounts of ${rows.length} rows each, written in ${seconds.toFixed(0)} s\n`);
  await measure(OTHERS);
} finally {
  for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(kvPath + suffix).catch(() => {});
}

function loadOf(port: number, requests: Requests): Load {
  return { host: HOST, port, ...requests, connections: CONNECTIONS };
}

/** Another version each time, of skills that nobody else publishes at that moment. */
function newVersions(): () => string {
  const run = crypto.randomUUID();
  let number = 0;
  return () => {
    number++;
    return skillMd(`new-${number % NEW_SKILLS}`, { body: `${BODY}Version ${number} of ${run}.\n` });
  };
}

/** What publishing the file is answered with. */
async function published(url: string, file: string, token: string): Promise<string> {
  const body = new FormData();
  body.append("files", new Blob([file]), "SKILL.md");
  const response = await fetch(new URL("/api/v1/library", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  assert(response.ok, `${response.status}`);
  return await response.text();
}

async function answerOf(url: string, name: string, args: unknown, token: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  assert.equal(response.status, 200);
  return await response.text();
}
