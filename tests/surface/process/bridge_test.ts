/** `stdio` with a URL, as a process: clients that cannot sign in reach what only one person may see. */
import assert from "node:assert/strict";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  type PersonsBrowser,
  type PrivateDevServer,
  privateDevServer,
  signedInBrowser,
} from "../../support/sign_in/private_dev_server.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const CLIENT = { name: "test", version: "1" };
const DEAD = `ot_${"A".repeat(64)}`;

function bridge(address: string | URL, store: string) {
  return {
    command: "deno",
    args: [
      "run",
      "-P=remote",
      `--allow-read=${store}`,
      `--allow-write=${store}`,
      "main.ts",
      "stdio",
      String(address),
    ],
    cwd: ROOT,
    env: { ...Deno.env.toObject(), KV_PATH: `${store}/kv.sqlite` },
    stderr: "pipe" as const,
  };
}

/** Does what the person does whom the process shows a page; how often that was. */
function person(browser: PersonsBrowser, transport: StdioClientTransport | ModernTransport) {
  const asked: string[] = [];
  const visits: Promise<void>[] = [];
  let told = "";
  transport.stderr?.on("data", (part: Uint8Array) => {
    told += new TextDecoder().decode(part);
    for (const [, page = ""] of told.matchAll(/^Sign in to \S+: (\S+)\n/gm)) {
      if (asked.includes(page)) continue;
      asked.push(page);
      visits.push((async () => {
        const stranger = await fetch(
          `${new URL(page).searchParams.get("redirect_uri")}?state=guessed&code=a`,
        );
        assert.equal(stranger.status, 404);
        await stranger.body?.cancel();
        const back = await fetch(await browser.allow(page));
        assert.match(await back.text(), /You are signed in/);
      })());
    }
  });
  return { asked, done: () => Promise.all(visits) };
}

async function browse(client: Pick<ModernClient, "callTool">): Promise<string> {
  return JSON.stringify(await client.callTool({ name: "browse_repo", arguments: {} }));
}

async function withSignIn(
  use: (world: { server: PrivateDevServer; browser: PersonsBrowser; store: string }) => Promise<void>,
): Promise<void> {
  await using server = await privateDevServer();
  const browser = await signedInBrowser(server);
  const store = await Deno.makeTempDir({ prefix: "skillmount-bridge-" });
  try {
    await use({ server, browser, store });
  } finally {
    await Deno.remove(store, { recursive: true });
  }
}

async function keptFile(store: string): Promise<string> {
  const names = await Array.fromAsync(Deno.readDir(`${store}/signed-in`), ({ name }) => name);
  return `${store}/signed-in/${names.find((name) => name.endsWith(".json"))}`;
}

Deno.test("stdio with a URL signs in by the browser once, for the clients of both eras and for later processes", async () => {
  await withSignIn(async ({ server, browser, store }) => {
    const first = new StdioClientTransport(bridge(server.address, store));
    const asked = person(browser, first);
    const client = new Client(CLIENT);
    await client.connect(first);
    assert.match(await browse(client), /walrus/);
    await asked.done();
    assert.equal(asked.asked.length, 1);
    await client.close();

    const file = await keptFile(store);
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
    for (const mode of ["legacy", "auto"] as const) {
      const transport = new ModernTransport(bridge(server.address, store));
      const again = person(browser, transport);
      const modern = new ModernClient(CLIENT, { versionNegotiation: { mode } });
      await modern.connect(transport);
      assert.match(await browse(modern), /walrus/);
      assert.deepEqual(again.asked, []);
      await modern.close();
    }
  });
});

Deno.test("stdio with a URL renews a dead token without the person, one of several processes for all", async () => {
  await withSignIn(async ({ server, browser, store }) => {
    const clients = await Promise.all([0, 1].map(async () => {
      const transport = new StdioClientTransport(bridge(server.address, store));
      const asked = person(browser, transport);
      const client = new Client(CLIENT);
      await client.connect(transport);
      return { client, ...asked };
    }));
    assert.equal(clients.flatMap(({ asked }) => asked).length, 1, "one browser for two processes");
    const file = await keptFile(store);
    await Promise.all(clients.map(({ client }) => client.close()));

    const kept = JSON.parse(await Deno.readTextFile(file));
    await Deno.writeTextFile(file, JSON.stringify({ ...kept, access: DEAD }));
    const later = await Promise.all([0, 1, 2].map(async () => {
      const transport = new StdioClientTransport(bridge(server.address, store));
      const asked = person(browser, transport);
      const client = new Client(CLIENT);
      await client.connect(transport);
      assert.match(await browse(client), /walrus/);
      return { client, ...asked };
    }));
    assert.deepEqual(later.flatMap(({ asked }) => asked), []);
    assert.notEqual(JSON.parse(await Deno.readTextFile(file)).access, DEAD);
    await Promise.all(later.map(({ client }) => client.close()));
  });
});

Deno.test("stdio with a URL says what is wrong with it before it asks anybody", async () => {
  const store = await Deno.makeTempDir({ prefix: "skillmount-bridge-" });
  try {
    for (const url of ["http://skills.example/gh/acme/library", "https://me:secret@skills.example/"]) {
      const { command, args, cwd, env } = bridge(url, store);
      const { code, stderr } = await new Deno.Command(command, { args, cwd, env, stdin: "null" }).output();
      assert.equal(code, 64);
      assert(!new TextDecoder().decode(stderr).includes("secret"));
      assert.match(new TextDecoder().decode(stderr), /^Cannot connect to the URL: it must /m);
    }
  } finally {
    await Deno.remove(store, { recursive: true });
  }
});
