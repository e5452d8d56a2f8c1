/**
 * The proxy configuration of docs/deploy.md, as it stands there, in an nginx of this machine. `deno task e2e`
 * runs it. Its times are made shorter and its certificate is left out; nothing else of it is changed.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { type TestServer, testServer } from "../support/test_server.ts";

const skipped = await reasonToSkip();

async function reasonToSkip(): Promise<string | null> {
  try {
    await new Deno.Command("nginx", { args: ["-v"], stdout: "null", stderr: "null" }).output();
    return null;
  } catch {
    return "nginx is not installed";
  }
}

function nginxTest(name: string, fn: (proxy: Proxy) => Promise<void>): void {
  Deno.test({
    name: skipped === null ? name : `${name} (skipped: ${skipped})`,
    ignore: skipped !== null,
    fn: async () => {
      await using server = await testServer({ files: FILES });
      await using proxy = await nginx(server);
      await fn(proxy);
    },
  });
}

const ADDRESS = "/local/acme/library";
const BIG = 12;

/** More than the system holds for a client that does not read, and of bytes that nothing makes fewer. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "acme/library/one/SKILL.md": "---\nname: one\ndescription: Is large.\n---\nRead.\n",
  "acme/library/docs/a b%20c.md": "# Odd name\n",
  ...Object.fromEntries(
    Array.from({ length: BIG }, (_, index) => [`acme/library/one/${index}.bin`, noise(1_900_000, index + 1)]),
  ),
};

function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return new Uint8Array(length).map(() => (state = Math.imul(state, 1_664_525) + 1_013_904_223 | 0) >>> 24);
}

interface Proxy extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** Of the server behind it. */
  readonly behind: string;
}

/** Runs the configuration of the documentation in front of a server. */
async function nginx(server: TestServer): Promise<Proxy> {
  const behind = server.listen();
  const port = freePort();
  const directory = await Deno.makeTempDir({ prefix: "skillmount-nginx-" });
  await Deno.mkdir(`${directory}/logs`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${directory}/${kind};`);
  const configuration = [
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/logs/error.log;`,
    ...(Deno.uid() === 0 ? ["user root;"] : []),
    "events { worker_connections 4096; }",
    `http { access_log off; ${temporary.join(" ")}`,
    shortened(await documented(), behind, port),
    "}",
  ];
  await Deno.writeTextFile(`${directory}/nginx.conf`, configuration.join("\n"));
  const args = ["-p", directory, "-c", `${directory}/nginx.conf`, "-e", `${directory}/logs/error.log`];
  const child = new Deno.Command("nginx", { args, stdout: "null", stderr: "inherit" }).spawn();
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(`${origin}/healthz`);
  return {
    origin,
    port,
    behind,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}

async function documented(): Promise<string> {
  const page = await Deno.readTextFile(new URL("../../docs/deploy.md", import.meta.url));
  const [, configuration] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  assert(configuration !== undefined);
  return configuration;
}

/** As it stands, but for where it listens and whom it asks; ten and thirty seconds are two. */
function shortened(configuration: string, behind: string, port: number): string {
  const replaced = configuration
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_certificate.*$/gm, "")
    .replace("http://127.0.0.1:8000", behind)
    .replace(/\b(?:10|30)s;/g, "2s;");
  assert.doesNotMatch(replaced, /listen 443|:8000;|ssl/);
  assert.equal(replaced.match(/ 2s;/g)?.length, 4);
  return replaced;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return void await (await fetch(url)).body?.cancel();
    } catch {
      await delay(50);
    }
  }
  assert.fail("nginx does not answer");
}

async function connect({ port }: Proxy, text: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  return connection;
}

/** Whether the other end closes the connection within so many milliseconds; what it sent meanwhile. */
async function closedWithin(connection: Deno.TcpConn, ms: number): Promise<string | null> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(65_536);
  let received = "";
  const reading = (async () => {
    try {
      for (let count = await connection.read(chunk); count !== null; count = await connection.read(chunk)) {
        if (received.length < 1000) received += decoder.decode(chunk.subarray(0, count));
      }
    } catch {
      // Reset: closed as well.
    }
    return received;
  })();
  const closed = await Promise.race([reading, delay(ms, null, { ref: false })]);
  connection.close();
  await reading;
  return closed;
}

/** On a connection of its own: one that was kept may be closed at any time. */
async function statusOf(url: string): Promise<number> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const response = await fetch(url, { client });
  await response.body?.cancel();
  return response.status;
}

async function untilStatus(url: string, wanted: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await statusOf(url) === wanted) return;
    await delay(50);
  }
  assert.fail(`${url} never answers ${wanted}`);
}

nginxTest("addresses and paths arrive as they were sent", async ({ origin, behind }) => {
  const paths = [
    `/api/v1/raw${ADDRESS}?path=docs%2Fa%20b%2520c.md`,
    `/api/v1/mounts${ADDRESS}/docs`,
    `/api/v1/mounts${ADDRESS}/%64ocs`,
    `/api/v1/mounts${ADDRESS}/a%2Fb`,
    `/api/v1/mounts${ADDRESS}/../x`,
    `/api/v1/mounts//local/acme/library`,
  ];
  await untilReady(behind);
  for (const path of paths) {
    const [direct, through] = await Promise.all([raw(behind, path), raw(origin, path)]);
    assert.deepEqual(through, direct, path);
  }
});

async function untilReady(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { status } = await (await fetch(`${origin}/api/v1/mounts${ADDRESS}`)).json();
    if (status === "ready") return;
    await delay(100);
  }
  assert.fail("the library is not ready");
}

/** Without a client that cleans the path: status and body. */
async function raw(origin: string, path: string): Promise<readonly string[]> {
  const { port } = new URL(origin);
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const text = await closedWithin(connection, 5000) ?? "";
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  // Who sends a body of no known length cuts it as it likes.
  return [head.split(" ")[1] ?? "", body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n$|\r\n/g, "")];
}

nginxTest(
  "headers and bodies that come a byte at a time, and idle connections, are closed",
  async (proxy) => {
    const asked = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    const post = `POST ${ADDRESS} HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
      "content-length: 100\r\n\r\n{";
    const connections = await Promise.all([
      ...Array.from({ length: 200 }, () => connect(proxy, asked)),
      ...Array.from({ length: 200 }, () => connect(proxy, "")),
      ...Array.from({ length: 20 }, () => connect(proxy, `${asked}\r\n`)),
      ...Array.from({ length: 20 }, () => connect(proxy, post)),
    ]);
    assert.equal(await statusOf(`${proxy.origin}/healthz`), 200);
    const closed = await Promise.all(connections.map((connection) => closedWithin(connection, 8000)));
    assert.deepEqual(closed.filter((text) => text === null), []);
  },
);

nginxTest("what is larger than a request may be is refused", async (proxy) => {
  const { origin } = proxy;
  assert.equal(await statusOf(`${origin}/local/${"x".repeat(20_000)}`), 414);
  const header = await fetch(`${origin}/healthz`, { headers: { "x-large": "x".repeat(20_000) } });
  await header.body?.cancel();
  assert.equal(header.status, 400);
  const body = await fetch(`${origin}${ADDRESS}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "x".repeat(21 * 1024 * 1024 + 1),
  });
  await body.body?.cancel();
  assert.equal(body.status, 413);
});

nginxTest("readers that do not read are broken off, and one address has so many at a time", async (proxy) => {
  await untilReady(proxy.behind);
  const archive = `/api/v1/archive${ADDRESS}?path=one/SKILL.md`;
  const readers = await Promise.all(
    Array.from({ length: 60 }, () => connect(proxy, `GET ${archive} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)),
  );
  await untilStatus(`${proxy.origin}/healthz`, 429);
  // The server behind it answers others.
  assert.equal(await statusOf(`${proxy.behind}/healthz`), 200);
  while (await inFlight(proxy) > 0) await delay(50);
  await untilStatus(`${proxy.origin}/healthz`, 200);
  const closed = await Promise.all(readers.map((connection) => closedWithin(connection, 5000)));
  assert.deepEqual(closed.filter((text) => text === null), []);
  const refused = closed.filter((text) => text?.startsWith("HTTP/1.1 429")).length;
  assert(1 <= refused && refused <= 10, `${refused} refused`);
});

/** What the answers of the server behind the proxy hold. Bytes. */
async function inFlight({ behind }: Proxy): Promise<number> {
  const metrics = await (await fetch(`${behind}/metrics`)).text();
  const [, bytes] = /^skillmount_answers_in_flight_bytes (\d+)$/m.exec(metrics) ?? [];
  assert(bytes !== undefined);
  return Number(bytes);
}

nginxTest("one address that asks too often is told to wait", async ({ origin }) => {
  const statuses = await Promise.all(Array.from({ length: 400 }, () => statusOf(`${origin}/healthz`)));
  assert(statuses.includes(200));
  assert(statuses.includes(429));
  await untilStatus(`${origin}/healthz`, 200);
});
