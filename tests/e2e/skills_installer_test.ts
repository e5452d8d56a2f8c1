/**
 * The released installer, `npx skills`, at a running server. `deno task e2e` runs it: it needs npx and the npm
 * registry. `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones to install from besides.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { indexOf, installAll, installAllOlder, type Installed, plain } from "../surface/_installer.ts";
import { publishedFiles } from "../surface/_published_files.ts";
import { type TestServer, testServer } from "../surface/_app.ts";

const EXAMPLES = fileURLToPath(new URL("../../fixtures/examples/library", import.meta.url));

/** The installer needs a newer Node than a machine may have, so that one comes along. */
const NPX = ["--yes", "--package=node@22.20.0", "--package=skills@1.7.4", "--", "skills"];

const skipped = await reasonToSkip();

async function reasonToSkip(): Promise<string | null> {
  const { state } = await Deno.permissions.query({ name: "run", command: "npx" });
  if (state !== "granted") return "run it with deno task e2e";
  try {
    await new Deno.Command("npx", { args: ["--version"], stdout: "null", stderr: "null" }).output();
    return null;
  } catch {
    return "npx is not installed";
  }
}

function installerTest(name: string, fn: () => Promise<void>): void {
  Deno.test({
    name: skipped === null ? name : `${name} (skipped: ${skipped})`,
    ignore: skipped !== null,
    fn,
  });
}

/** A project of its own, with a home of its own. */
interface Project extends AsyncDisposable {
  /** Runs `skills` and gives what it prints, without colours. */
  skills(...args: readonly string[]): Promise<string>;
  /** What Claude Code finds, by skill and path. */
  installed(): Promise<Map<string, Installed>>;
}

async function project(): Promise<Project> {
  const root = await Deno.makeTempDir({ prefix: "skillmount-installer-" });
  const directory = `${root}/.claude/skills`;
  return {
    async skills(...args) {
      const { stdout, stderr, success } = await new Deno.Command("npx", {
        args: [...NPX, ...args],
        cwd: root,
        stdin: "null",
        env: {
          HOME: root,
          npm_config_cache: Deno.env.get("npm_config_cache") ?? `${Deno.env.get("HOME")}/.npm`,
          DISABLE_TELEMETRY: "1",
          NO_COLOR: "1",
        },
      }).output();
      const printed = new TextDecoder().decode(stdout);
      assert(success, printed + new TextDecoder().decode(stderr));
      return printed;
    },
    async installed() {
      const skills = new Map<string, Installed>();
      for await (const { name } of Deno.readDir(directory)) {
        skills.set(name, await filesBelow(`${directory}/${name}`));
      }
      return skills;
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function filesBelow(directory: string, prefix = ""): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const below = `${directory}/${name}`;
    if (!isDirectory) files.set(prefix + name, await Deno.readFile(below));
    else for (const file of await filesBelow(below, `${prefix}${name}/`)) files.set(...file);
  }
  return files;
}

function assertSame(actual: ReadonlyMap<string, Installed>, expected: ReadonlyMap<string, Installed>): void {
  assert.deepEqual([...actual.keys()].toSorted(), [...expected.keys()].toSorted());
  for (const [name, files] of expected) {
    assert.deepEqual(
      new Map([...plain(actual.get(name))].toSorted()),
      new Map([...plain(files)].toSorted()),
      name,
    );
  }
}

const EVERYTHING = ["--skill", "*", "--agent", "claude-code", "--copy", "--yes"];

/** Installs everything of an address and compares it with the artifacts and with what the SDK reads. */
async function installAndCompare(server: TestServer, address: string): Promise<string> {
  await using there = await project();
  await there.skills("add", address, ...EVERYTHING);
  const installed = await there.installed();
  assertSame(installed, await installAll(server.fetch, address));
  const published = await publishedFiles(address);
  for (const [name, files] of published) {
    assertSame(new Map([[name, installed.get(name) ?? new Map()]]), new Map([[name, files]]));
  }
  const files = [...installed.values()].reduce((sum, { size }) => sum + size, 0);
  return `${installed.size} skills, ${files} files; ${published.size} skills over MCP`;
}

installerTest("npx skills lists and installs every skill of the example library, byte for byte", async () => {
  await using server = await testServer({ directories: new Map([["examples/library", EXAMPLES]]) });
  const address = `${server.listen()}/local/examples/library`;
  await using there = await project();
  // Nothing is indexed yet: the first answer waits for it.
  const listed = await there.skills("add", address, "--list");
  const { skills } = await indexOf(server.fetch, address);
  assert(skills.length > 8);
  for (const { name } of skills) assert(listed.includes(name), name);
  await installAndCompare(server, address);
  await installAndCompare(server, `${address}/engineering`);
});

installerTest("npx skills installs one skill by its name", async () => {
  await using server = await testServer({ directories: new Map([["examples/library", EXAMPLES]]) });
  await using there = await project();
  const address = `${server.listen()}/local/examples/library`;
  await there.skills("add", address, "--skill", "code-review", "--agent", "claude-code", "--copy", "--yes");
  assert.deepEqual([...(await there.installed()).keys()], ["code-review"]);
});

installerTest("npx skills installs by the index of before where there is no other", async () => {
  await using server = await testServer({ directories: new Map([["examples/library", EXAMPLES]]) });
  const isNewer = ({ url }: Request) => url.includes("/.well-known/agent-skills/");
  const older = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => isNewer(request) ? new Response(null, { status: 404 }) : server.fetch(request),
  );
  try {
    const address = `http://127.0.0.1:${older.addr.port}/local/examples/library`;
    await using there = await project();
    await there.skills("add", address, ...EVERYTHING);
    assertSame(await there.installed(), await installAllOlder(server.fetch, address));
  } finally {
    await older.shutdown();
  }
});

const clones = skipped === null ? Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES") : undefined;
for (const name of clones === undefined ? [] : await gitDirectories(clones)) {
  installerTest(`npx skills installs every skill of the clone ${name}`, async () => {
    await using server = await testServer({
      directories: new Map([[`clones/${name}`, `${clones}/${name}`]]),
    });
    const address = `${server.listen()}/local/clones/${name}`;
    console.log(`${name}: ${await installAndCompare(server, address)}`);
  });
}

async function gitDirectories(directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(directory)) {
    const isClone = await Deno.stat(`${directory}/${name}/.git`).then(() => true, () => false);
    if (isClone) names.push(name);
  }
  return names.toSorted();
}
