/** The npm package as a stranger gets it: packed, installed in an empty directory, and each command run. */
import assert from "node:assert/strict";
import { packageFiles, tarballOf } from "../../scripts/pack.ts";
import { createGitRepository } from "../support/git_repository.ts";

const FILES = [
  "LICENSE",
  "README.md",
  "THIRD_PARTY_LICENSES.txt",
  "bin/skillmount.cjs",
  "bin/start.cjs",
  "dist/chunk.js",
  "dist/chunk.js.map",
  "dist/deno.json",
  "dist/main.js",
  "dist/main.js.map",
  "package.json",
];

const MOST_BYTES = 2_000_000;

Deno.test("the npm package holds what it should, and its commands do what they do in a clone", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "skillmount-npm-" });
  await using skills = await createGitRepository({
    "SKILL.md": "---\nname: alpha\ndescription: Does it.\n---\nSteps\n",
  });
  const files = await packageFiles();
  const tarball = await tarballOf(files);
  const cwd = `${home}/empty`;
  const environment = { PATH: Deno.env.get("PATH") ?? "", HOME: home, npm_config_update_notifier: "false" };
  const command = (program: string, ...args: readonly string[]) =>
    new Deno.Command(program, { args: [...args], cwd, env: environment, clearEnv: true, stdin: "null" });
  const run = async (program: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await command(program, ...args).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: text(stdout), err: text(stderr) };
  };
  const skillmount = "node_modules/.bin/skillmount";
  try {
    await t.step("holds these files and no others", () => {
      const names = new Set(Array.from(files.keys(), (name) => name.replace(/chunk-[A-Z0-9]{8}/, "chunk")));
      assert.deepEqual([...names].sort(), FILES);
      assert(tarball.length < MOST_BYTES, `${tarball.length} bytes`);
      const licences = new TextDecoder().decode(files.get("THIRD_PARTY_LICENSES.txt"));
      assert.match(licences, /^hono \d/m);
    });

    await t.step("packs to the same bytes a second time", async () => {
      assert.deepEqual(await tarballOf(await packageFiles()), tarball);
    });

    await t.step("is installed without running a script", async () => {
      await Deno.mkdir(cwd);
      await Deno.writeTextFile(`${cwd}/package.json`, "{}");
      await Deno.writeFile(`${home}/skillmount.tgz`, tarball);
      const installed = await run(
        "npm",
        "install",
        "--ignore-scripts",
        "--no-audit",
        `${home}/skillmount.tgz`,
      );
      assert.equal(installed.code, 0, installed.err);
    });

    await t.step("names the commands as they are typed", async () => {
      for (
        const args of [["--help"], ...["check", "admin", "publish", "login"].map((name) => [name, "--help"])]
      ) {
        const { code, out } = await run(skillmount, ...args);
        assert.equal(code, 0);
        assert.match(out, /^Usage: skillmount /);
        assert(!out.includes("deno task"));
      }
    });

    await t.step("checks a directory", async () => {
      const { code, out, err } = await run(skillmount, "check", skills.directory);
      assert.equal(code, 0, err);
      assert.match(out, /1 listed/);
    });

    await t.step("says what publishing and the bridge lack, before it asks anybody", async () => {
      const publish = await run(
        skillmount,
        "publish",
        skills.directory,
        "--server",
        "https://skills.example",
      );
      assert.equal(publish.code, 64);
      assert.match(publish.err, /there is no key for skills\.example; keep one by skillmount login/);
      const bridge = await run(skillmount, "stdio", "http://skills.example/gh/acme/library");
      assert.equal(bridge.code, 64);
      assert.match(bridge.err, /^Cannot connect to the URL: /);
    });

    await t.step("serves a directory and ends when it is told to", async () => {
      const child = new Deno.Command(skillmount, {
        args: [skills.directory],
        cwd,
        env: { ...environment, PORT: "0" },
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let printed = "";
      while (!/at (http:\S+)\n/.test(printed)) {
        const { value, done } = await reader.read();
        assert(!done, printed);
        printed += value;
      }
      const address = /^(http:\S+\/local\/\S+)$/m.exec(printed)?.[1] ?? "";
      const [, origin = "", path = ""] = /^(http:\/\/[^/]+)(.*)$/.exec(address) ?? [];
      const answer = await fetch(`${origin}/api/v1/mounts${path}`);
      assert(answer.ok);
      await answer.body?.cancel();
      child.kill("SIGTERM");
      assert.equal((await child.status).code, 0);
      await reader.cancel();
    });

    await t.step("speaks over stdin and stdout", async () => {
      const child = new Deno.Command(skillmount, {
        args: ["stdio", skills.directory],
        cwd,
        env: environment,
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const input = child.stdin.getWriter();
      await input.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'));
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      assert.deepEqual(JSON.parse((await reader.read()).value ?? ""), { jsonrpc: "2.0", id: 1, result: {} });
      await input.close();
      assert.equal((await child.status).code, 0);
      await reader.cancel();
    });

    await t.step("keeps what it reads among the user's data, and nothing in the package", async () => {
      const names = await Array.fromAsync(
        Deno.readDir(`${home}/.local/share/skillmount`),
        ({ name }) => name,
      );
      assert.deepEqual(names.filter((name) => !name.includes("sqlite-")).sort(), [
        "deno",
        "local.sqlite",
        "stdio",
      ]);
      const admin = await run(skillmount, "admin", "list");
      assert.equal(admin.code, 0, admin.err);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
