/** The process as an operator meets it: what it prints, how it refuses and how it ends. */
import assert from "node:assert/strict";
import { callTool } from "../mcp.ts";

const ROOT = new URL("../../../", import.meta.url);

function run(args: readonly string[], env: Readonly<Record<string, string>>): Deno.Command {
  return new Deno.Command("deno", {
    args: ["run", ...args],
    cwd: ROOT,
    env: { PORT: "0", KV_PATH: ":memory:", ...env },
    stdout: "piped",
    stderr: "piped",
  });
}

const DEV = ["-P=dev", "main.ts", "--dev"];

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`deno task dev prints addresses with lines to paste, serves them and ends on ${signal}`, async () => {
    const child = run(DEV, {}).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let printed = "";
    while (!/^ {2}stdio .*\n/m.test(printed)) {
      const { value, done } = await reader.read();
      assert(!done, printed);
      printed += value;
    }
    const url = /^(http:\/\/127\.0\.0\.1:\d+\/local\/examples\/library)$/m.exec(printed)?.[1] ?? "";
    assert(printed.includes(`claude mcp add --transport http library ${url}\n`));
    assert(printed.includes(`code --add-mcp '{"name":"library","type":"http","url":"${url}"}'\n`));

    const directory = new URL("fixtures/examples/library", ROOT).pathname;
    const words = `npx -y deno@${Deno.version.deno} task --quiet --cwd ${ROOT.pathname.slice(0, -1)} stdio`;
    assert(printed.includes(`  stdio        ${words} ${directory}\n`), printed);

    const ready = await fetch(new URL("/readyz", url));
    assert.deepEqual(await ready.json(), { status: "ready" });
    // Under the process's own permissions, which those of the tests would hide.
    const { text } = await callTool(fetch, "modern", url, "search_repo", { query: "short ads" });
    assert.match(text, /marketing\/skills\/ad-copy\/SKILL\.md/);
    // A tool waits for the index, a page does not.
    const page = await fetch(url);
    assert.equal(page.status, 200);
    await page.body?.cancel();

    child.kill(signal);
    const { code } = await child.status;
    assert.equal(code, 0);
    while (!(await reader.read()).done);
    const stderr = await new Response(child.stderr).text();
    assert(!/error|uncaught/i.test(stderr), stderr);
  });
}

Deno.test("a signal during the start stops the process cleanly, before it serves anything", async () => {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-signal-" });
  const path = (name: string) => `${directory}/${name}`;
  try {
    // Starting asks git for the operator's settings first, and this one answers when it is told to.
    await Deno.mkdir(path("bin"));
    await Deno.writeTextFile(
      path("bin/git"),
      `#!/bin/sh\n: > ${path("asked")}\nuntil [ -e ${path("go")} ]; do /bin/sleep 0.05; done\nexit 1\n`,
      { mode: 0o755 },
    );
    await Deno.mkdir(path("skills"));
    const watcher = Deno.watchFs(directory);
    const child = run(["-P=dev", `--allow-write=${path("kv")}`, ...DEV.slice(1), path("skills")], {
      PATH: `${path("bin")}:${Deno.env.get("PATH")}`,
      KV_PATH: path("kv/store.sqlite"),
    }).spawn();
    for await (const { paths } of watcher) if (paths.includes(path("asked"))) break;
    child.kill("SIGTERM");
    await Deno.writeTextFile(path("go"), "");
    const { code, stdout, stderr } = await child.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.equal(new TextDecoder().decode(stdout), "");
    // What SQLite keeps beside a store is gone once it was closed.
    const left = await Array.fromAsync(Deno.readDir(path("kv")), ({ name }) => name);
    assert.deepEqual(left, ["store.sqlite"]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("deno task dev --watch tells at the terminal what an edit changes", async () => {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-watch-" });
  const write = async (name: string, text: string) => {
    await Deno.mkdir(`${directory}/${name}`, { recursive: true });
    await Deno.writeTextFile(`${directory}/${name}/SKILL.md`, text);
  };
  await write("alpha", "---\nname: alpha\ndescription: Does it well.\n---\nSteps\n");
  const child = run([...DEV, "--watch", directory], {}).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let printed = "";
  const until = async (pattern: RegExp) => {
    while (!pattern.test(printed)) {
      const { value, done } = await reader.read();
      assert(!done, printed);
      printed += value;
    }
  };
  try {
    await until(/^[\d:]{8} Watching .*: 1 skill\n/m);
    await write("beta", "---\nname: beta\ndescription: Does more.\n---\nSteps\n");
    await until(/^[\d:]{8} beta\/SKILL\.md: skill "beta" added, context of \d+ bytes\n/m);
    await write("alpha", "---\nname: alpha\ndescription: Does it.\n---\nSteps\n");
    await until(/^[\d:]{8} alpha\/SKILL\.md: description shortened from 13 to 8 characters\n/m);
    child.kill("SIGTERM");
    assert.equal((await child.status).code, 0);
  } finally {
    clearTimeout(tooLong);
    while (!(await reader.read()).done);
    await child.stderr.cancel();
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a variable that breaks its rule ends the process with 78 and is named without its value", async () => {
  const { code, stderr } = await run(DEV, { PORT: "a-secret" }).output();
  assert.equal(code, 78);
  assert.equal(
    new TextDecoder().decode(stderr).split("\n").filter((line) => line.startsWith("Cannot")).join("\n"),
    "Cannot use PORT: it must be a whole number from 0 to 65535",
  );
});

Deno.test("a list of allowed repositories with a typo ends the process with 78 and the entry", async () => {
  const { code, stderr } = await run(DEV, { ALLOWED_REPOSITORIES: "local/examples/*,lcal/examples/library" })
    .output();
  assert.equal(code, 78);
  assert.match(
    new TextDecoder().decode(stderr),
    /^Cannot use ALLOWED_REPOSITORIES: "lcal\/examples\/library" names no repository: The git hosts here are local$/m,
  );
});

Deno.test("what is no directory ends the process with a sentence, before an address is printed", async () => {
  for (const [given, exit] of [["no/such/place", 78], ["README.md", 78], ["--port", 64]] as const) {
    const { code, stdout, stderr } = await run([...DEV, given], {}).output();
    assert.equal(code, exit, given);
    assert.match(
      new TextDecoder().decode(stderr),
      new RegExp(`^Cannot (serve|use) "[^"]*${given}"(: | after )`, "m"),
    );
    assert.equal(stdout.length, 0);
  }
});

Deno.test("two directories with one address end the process with 78 and are both named", async () => {
  const { code, stderr } = await run([...DEV, "/a/skills/one", "/b/skills/one"], {}).output();
  assert.equal(code, 78);
  assert.match(new TextDecoder().decode(stderr), /"\/a\/skills\/one" and "\/b\/skills\/one"/);
});

Deno.test("a directory that the process may not read ends it with the flags that it needs", async () => {
  const { code, stderr } = await run(["-P=start", "main.ts"], {
    HOST: "127.0.0.1",
    KV_PATH: "",
    LOCAL_ROOT: "/srv/skills",
  }).output();
  assert.equal(code, 78);
  assert.match(
    new TextDecoder().decode(stderr),
    /LOCAL_ROOT: .*\n {2}deno run -P=start --allow-read=\/srv\/skills --allow-run=git \S+main\.ts$/m,
  );
});

Deno.test("a command that does not exist ends the process with 64 and opens no server", async () => {
  const table = [
    ["chek", 'Cannot use "chek" after "deno task": did you mean "check"?'],
    ["--port", 'Cannot use "--port": deno task start takes settings from the environment'],
    ["dev", "Usage: deno task dev"],
  ] as const;
  for (const [given, told] of table) {
    const { code, stdout, stderr } = await run(["-P=start", "main.ts", given], { HOST: "127.0.0.1" })
      .output();
    assert.equal(code, 64, given);
    assert(new TextDecoder().decode(stderr).includes(told));
    assert.equal(stdout.byteLength, 0);
  }
});

Deno.test("a store that the process may not write ends it with 78 and the flags that it needs", async () => {
  for (const args of [["main.ts"], ["main.ts", "admin", "list"]]) {
    const { code, stderr } = await run(["-P=start", ...args], {
      HOST: "127.0.0.1",
      KV_PATH: "/var/lib/skillmount/kv.sqlite",
    }).output();
    assert.equal(code, 78);
    assert.match(
      new TextDecoder().decode(stderr),
      /KV_PATH: .*\n {2}deno run -P=start --allow-read=\/var\/lib\/skillmount --allow-write=\/var\/lib\/skillmount \S+main\.ts/,
    );
  }
});

Deno.test("a port that is taken ends the process with a sentence", async () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { code, stderr } = await run(DEV, { PORT: String(taken.addr.port) }).output();
  taken.close();
  assert.equal(code, 69);
  assert.match(new TextDecoder().decode(stderr), /Cannot listen on 127\.0\.0\.1:\d+: /);
});

Deno.test("deno task start serves nothing of this machine and may run nothing", async () => {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-start-" });
  const child = run(
    ["-P=start", `--allow-read=${directory}`, `--allow-write=${directory}`, "main.ts"],
    { HOST: "127.0.0.1", KV_PATH: `${directory}/kv.sqlite` },
  ).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  const origin = /at (http:\S+)/.exec(value)?.[1];
  const found = await fetch(`${origin}/local/examples/library`);
  assert.equal(found.status, 400);
  assert.equal((await found.json()).error.code, "address.host_unknown");
  child.kill("SIGTERM");
  assert.equal((await child.status).code, 0);
  await reader.cancel();
  await child.stderr.cancel();
  await Deno.remove(directory, { recursive: true });
});
