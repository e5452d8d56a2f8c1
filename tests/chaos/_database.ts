import { dirname, join } from "node:path";

/** A database that several processes share. Disposing ends and removes it. */
export interface Database extends AsyncDisposable {
  /** What `Deno.openKv()` takes. */
  readonly kv: string;
  /** Makes the database a new one. */
  empty(): Promise<void>;
}

/** A database of its own process, which may fail while others use it. */
export interface DatabaseServer extends Database {
  /** It stands still, with everything that is connected to it. */
  pause(): void;
  resume(): void;
  /** It ends the hard way. */
  kill(): Promise<void>;
  /** After `kill`, on what it had stored. */
  restart(): Promise<void>;
}

/** A kind of database that the suite is run on. */
export interface DatabaseKind {
  readonly name: string;
  create(): Promise<Database>;
}

/** At least 12 characters, says the server. It listens on loopback and only while a test runs. */
const ACCESS_TOKEN = "only-for-tests";

const ATTEMPTS = 100;

export async function createFile(): Promise<Database> {
  const kv = join(await Deno.makeTempDir({ prefix: "skillmount-chaos-" }), "kv.sqlite");
  return {
    kv,
    async empty() {
      await Deno.remove(dirname(kv), { recursive: true });
      await Deno.mkdir(dirname(kv));
    },
    [Symbol.asyncDispose]: () => Deno.remove(dirname(kv), { recursive: true }),
  };
}

/** The server that several machines share, as a process of this one. */
async function createServer(binary: string): Promise<DatabaseServer> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-denokv-" });
  const { port } = freePort();
  const start = () =>
    new Deno.Command(binary, {
      args: [
        `--sqlite-path=${directory}/kv.sqlite`,
        "serve",
        `--access-token=${ACCESS_TOKEN}`,
        `--addr=127.0.0.1:${port}`,
      ],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  // The runtime reads it wherever a process opens the database.
  Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);
  const kv = `http://127.0.0.1:${port}`;
  let server = start();
  await answered(kv);

  async function kill(): Promise<void> {
    try {
      server.kill("SIGKILL");
    } catch {
      // It has ended before.
    }
    await server.status;
  }

  return {
    kv,
    pause: () => server.kill("SIGSTOP"),
    resume: () => server.kill("SIGCONT"),
    kill,
    async restart() {
      server = start();
      await answered(kv);
    },
    async empty() {
      using database = await Deno.openKv(kv);
      for await (const { key } of database.list({ prefix: [] })) await database.delete(key);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

async function answered(url: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const isUp = await fetch(url).then((response) => response.body?.cancel(), () => null);
    if (isUp !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Cannot start denokv: it does not answer");
}

function freePort(): { readonly port: number } {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return { port: listener.addr.port };
}

const binary = Deno.env.get("DENOKV_BIN");
const mayRun = binary !== undefined &&
  (await Deno.permissions.query({ name: "run", command: binary })).state === "granted";

/** The server where its program is there. */
export const createDatabaseServer = binary !== undefined && mayRun ? () => createServer(binary) : null;

/** One file always, and a `denokv` server where `DENOKV_BIN` names its program and the tests may run it. */
export const DATABASES: readonly DatabaseKind[] = [
  { name: "one file", create: createFile },
  ...(createDatabaseServer === null ? [] : [{ name: "denokv", create: createDatabaseServer }]),
];
