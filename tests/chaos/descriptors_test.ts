/** A process that holds as many files and connections as it may: strangers can bring that about. */
import assert from "node:assert/strict";
import { startServer } from "./_server.ts";

const { state } = await Deno.permissions.query({ name: "run", command: "sh" });

const MOST_FILES = 128;

Deno.test({
  name: "more connections than a process may hold are refused, and it goes on with those that it has",
  ignore: state !== "granted",
  async fn() {
    await using server = await startServer({ mostFiles: MOST_FILES });
    const [known, ...strangers] = await connections(server.port, 2 * MOST_FILES);
    assert(known !== undefined);
    try {
      assert((await ask(known)).startsWith("HTTP/1.1 200"));
      // Each that could be connected has its answer, or is told at once that there is none.
      const answers = await Promise.all(strangers.map((one) => ask(one).catch(() => "")));
      assert(answers.filter((answer) => answer.startsWith("HTTP/1.1 200")).length > MOST_FILES / 4);
      assert((await ask(known)).startsWith("HTTP/1.1 200"));
    } finally {
      for (const one of [known, ...strangers]) one.close();
    }
    await server.untilHealthy();
    assert.equal(server.logged().filter((line) => line.includes("connections.refused")).length, 1);
    assert.equal(server.stderr(), "");
  },
});

async function connections(port: number, count: number): Promise<Deno.TcpConn[]> {
  const open: Deno.TcpConn[] = [];
  for (let tries = 0; tries < count; tries++) {
    const one = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    if (one !== null) open.push(one);
  }
  return open;
}

async function ask(connection: Deno.TcpConn): Promise<string> {
  await connection.write(new TextEncoder().encode("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"));
  const answer = new Uint8Array(1000);
  const end = AbortSignal.timeout(5000);
  const read = await Promise.race([
    connection.read(answer),
    new Promise<null>((resolve) => end.addEventListener("abort", () => resolve(null))),
  ]);
  return new TextDecoder().decode(answer.subarray(0, read ?? 0));
}
