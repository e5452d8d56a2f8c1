/** The store fails under a server: what it answers meanwhile, how long that takes, and what is left of it. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { createGitRepository } from "../support/git_repository.ts";
import { ERAS, message } from "../surface/mcp.ts";
import { createDatabaseServer, createFile, type Database } from "./_database.ts";
import { type ServerProcess, startServer, until } from "./_server.ts";

/** Longer than a client should wait for anything. Milliseconds. */
const MOST_MS = 5000;

/** While it lasts, a few rounds of requests are answered. */
const ROUNDS = 5;
const AT_ONCE = 100;

const MIB = 1024 * 1024;

interface Outage<Store extends Database> {
  readonly name: string;
  readonly create: (() => Promise<Store>) | null;
  readonly begin: (store: Store, server: ServerProcess) => Promise<() => void | Promise<void>>;
}

const { state } = await Deno.permissions.query({ name: "run" });
const isAllowed = state === "granted";

async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  assert(success, new TextDecoder().decode(stderr));
}

outage({
  name: "a denokv that stands still",
  create: createDatabaseServer,
  begin(store) {
    store.pause();
    return Promise.resolve(() => store.resume());
  },
});

outage({
  name: "a denokv that was killed",
  create: createDatabaseServer,
  async begin(store) {
    await store.kill();
    return () => store.restart();
  },
});

outage({
  name: "a file that somebody else locks",
  create: createFile,
  begin({ kv }) {
    const other = new DatabaseSync(kv);
    // The server may be writing just now.
    other.exec("PRAGMA busy_timeout = 5000");
    other.exec("BEGIN IMMEDIATE");
    return Promise.resolve(() => {
      other.exec("ROLLBACK");
      other.close();
    });
  },
});

outage({
  name: "a disk that is full",
  create: createFile,
  async begin(_, { pid }) {
    await run("prlimit", `--pid=${pid}`, "--fsize=0:");
    return () => run("prlimit", `--pid=${pid}`, "--fsize=unlimited:");
  },
});

function outage<Store extends Database>({ name, create, begin }: Outage<Store>): void {
  const lacking = create === null ? ": DENOKV_BIN names no program" : isAllowed ? "" : ": nothing may be run";
  Deno.test({
    name: `${name} ends no server and holds no answer up${lacking}`,
    ignore: lacking !== "",
    async fn() {
      assert(create !== null);
      await using known = await createGitRepository({ "SKILL.md": skill("known") });
      await using unseen = await createGitRepository({ "SKILL.md": skill("unseen") });
      await using store = await create();
      await using server = await startServer({
        kv: store.kv,
        directories: [known.directory, unseen.directory],
      });
      const [first, second] = [placesOf(server, 0), placesOf(server, 1)];
      await until(async () => (await ask(first.rest)).status === "ready");
      await until(async () => (await ask(`${first.raw}?path=SKILL.md`)).code === 200);

      const end = await begin(store, server);
      const before = await server.resident();
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(first.rest)));
        for (const answer of answers) assert.equal(answer.status, "ready");
        assertRefused(await ask(second.rest));
        for (const era of ERAS) assertRefused(await ask(message(era, second.mcp, { method: "tools/list" })));
        assert.equal((await ask(`${server.origin}/healthz`)).code, 200);
      }
      assert(await server.resident() - before < 64 * MIB, "memory is bounded");
      const told = server.logged().filter((line) => line.includes('"store.unavailable"'));
      assert(told.length >= 1 && told.length <= 2, told.join("\n"));

      await end();
      const started = Date.now();
      await until(async () => (await ask(second.rest)).status === "ready");
      assert(Date.now() - started < MOST_MS, `it took ${Date.now() - started} ms to be back`);
      assert(!server.logged().some((line) => line.includes("background_failed")));
    },
  });
}

function skill(name: string): string {
  return `---\nname: ${name}\ndescription: Does it.\n---\nSteps\n`;
}

function placesOf({ origin, addresses }: ServerProcess, index: number) {
  const address = addresses[index] ?? assert.fail("it is not served");
  return {
    mcp: `${origin}${address}`,
    rest: `${origin}/api/v1/mounts${address}`,
    raw: `${origin}/api/v1/raw${address}`,
  };
}

interface Asked {
  readonly code: number;
  readonly status: string | null;
  /** Of the failure, as either protocol has it. */
  readonly failure: string | null;
  readonly retryAfter: string | null;
}

/** Asks, and sees to it that the answer comes in time. */
async function ask(request: Request | string): Promise<Asked> {
  const started = Date.now();
  const response = await fetch(request);
  const body = await response.text().then((text) => text.startsWith("{") ? JSON.parse(text) : {});
  assert(Date.now() - started < MOST_MS, `an answer took ${Date.now() - started} ms`);
  const { error } = body;
  return {
    code: response.status,
    status: body.status ?? null,
    failure: error?.data?.code ?? error?.code ?? null,
    retryAfter: response.headers.get("retry-after"),
  };
}

function assertRefused({ code, failure, retryAfter }: Asked): void {
  assert.deepEqual({ code, failure, retryAfter }, {
    code: 503,
    failure: "store.unavailable",
    retryAfter: "5",
  });
}
