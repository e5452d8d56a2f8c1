/** `stdio` as a process, spoken to by the clients of the official SDK. */
import assert from "node:assert/strict";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const CLIENT = { name: "test", version: "1" };

function server(store: string) {
  return {
    command: "deno",
    args: ["run", "-P=stdio", `--allow-write=${store}`, "main.ts", "stdio", "fixtures/examples/library"],
    cwd: ROOT,
    env: { ...Deno.env.toObject(), KV_PATH: `${store}/kv.sqlite` },
    stderr: "ignore" as const,
  };
}

async function withStore(use: (store: string) => Promise<void>): Promise<void> {
  const store = await Deno.makeTempDir({ prefix: "skillmount-stdio-" });
  try {
    await use(store);
  } finally {
    await Deno.remove(store, { recursive: true });
  }
}

async function assertServed(client: Pick<ModernClient, "listTools" | "callTool">): Promise<void> {
  const { tools } = await client.listTools();
  assert(tools.some(({ name }) => name === "load_skill"));
  const found = await client.callTool({ name: "search_repo", arguments: { query: "short ads" } });
  assert.match(JSON.stringify(found.content), /marketing\/skills\/ad-copy\/SKILL\.md/);
}

Deno.test(
  "stdio serves a directory to the SDK's first client, which finds its store again at the second start",
  async () => {
    await withStore(async (store) => {
      for (let start = 0; start < 2; start++) {
        const client = new Client(CLIENT);
        await client.connect(new StdioClientTransport(server(store)));
        await assertServed(client);
        await client.close();
      }
      const files = await Array.fromAsync(Deno.readDir(`${store}/stdio`), ({ name }) => name);
      assert.equal(files.filter((name) => name.endsWith(".sqlite")).length, 1);
    });
  },
);

Deno.test("stdio serves a directory to the SDK's second client in either era", async () => {
  await withStore(async (store) => {
    for (const mode of ["legacy", "auto"] as const) {
      const client = new ModernClient(CLIENT, { versionNegotiation: { mode } });
      await client.connect(new ModernTransport(server(store)));
      await assertServed(client);
      await client.close();
    }
  });
});

Deno.test("stdio serves an address of a git host, where the process may ask it", async () => {
  await using repository = await createGitRepository({
    "SKILL.md": "---\nname: alpha\ndescription: Does it.\n---\nSteps\n",
  });
  await using git = createGitHttpServer({ repositories: new Map([["acme/library", repository.gitDir]]) });
  await withStore(async (store) => {
    const client = new ModernClient(CLIENT, { versionNegotiation: { mode: "auto" } });
    const flags = [`--allow-read=${store}`, `--allow-write=${store}`];
    const { env, ...rest } = server(store);
    await client.connect(
      new ModernTransport({
        ...rest,
        args: ["run", "-P=start", ...flags, "main.ts", "stdio", "code/acme/library"],
        env: { ...env, GIT_HOSTS: `code=${git.url}` },
      }),
    );
    const found = await client.callTool({ name: "load_skill", arguments: { path: "SKILL.md" } });
    assert.match(JSON.stringify(found.content), /\/code\/acme\/library.*Steps/);
    await client.close();
    const unknown = await new Deno.Command("deno", {
      args: ["run", "-P=start", ...flags, "main.ts", "stdio", "no/such/place"],
      cwd: ROOT,
      env: { ...env, GIT_HOSTS: `code=${git.url}` },
      stdin: "null",
    }).output();
    assert.equal(unknown.code, 78);
    assert.match(new TextDecoder().decode(unknown.stderr), /^Cannot serve "no\/such\/place": .* gh, code$/m);
  });
});

Deno.test("stdio writes nothing but messages to stdout, and is gone soon after its input ends", async () => {
  await withStore(async (store) => {
    const { command, args, cwd, env } = server(store);
    const child = new Deno.Command(command, {
      args,
      cwd,
      env,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    })
      .spawn();
    const input = child.stdin.getWriter();
    const out = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const stderr = new Response(child.stderr).text();
    await input.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'));
    const { value: first } = await out.read();
    assert.deepEqual(JSON.parse(first ?? ""), { jsonrpc: "2.0", id: 1, result: {} });
    await input.close();
    const { code } = await child.status;
    assert.equal(code, 0, await stderr);
    assert.deepEqual(await out.read(), { value: undefined, done: true });
    assert.match(await stderr, /"event":"request"/);
  });
});

Deno.test("stdio says on stderr what it cannot serve, and ends", async () => {
  for (const [given, code] of [[[], 64], [["no/such/place"], 78], [["a", "b"], 64]] as const) {
    const ended = await new Deno.Command("deno", {
      args: ["run", "-P=stdio", "main.ts", "stdio", ...given],
      cwd: ROOT,
      stdin: "null",
    }).output();
    assert.equal(ended.code, code);
    assert.match(new TextDecoder().decode(ended.stderr), /^Cannot serve/m);
    assert.equal(ended.stdout.length, 0);
  }
});
