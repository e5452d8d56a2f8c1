/** The commands as processes, with the permissions that `deno.json` gives them. */
import assert from "node:assert/strict";
import { createGitRepository } from "../support/git_repository.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const CLEAN = { "SKILL.md": "---\nname: alpha\ndescription: Does it.\n---\nSteps\n" };
const FLAWED = { "skills/alpha/SKILL.md": "---\nname: beta\ndescription: Does it.\n---\n" };

async function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", ...args],
    env: { ...environment, DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, out: text(stdout), err: text(stderr) };
}

const check = (directory: string, ...more: string[]) =>
  run(["-P=check", "main.ts", "check", directory, ...more], { HOST: "0.0.0.0", PORT: "none", INIT_CWD: "/" });

Deno.test("check ends with 0, 1 or 2, as a process of few permissions, whatever the environment holds", async () => {
  await using clean = await createGitRepository(CLEAN);
  await using flawed = await createGitRepository(FLAWED);
  const passed = await check(clean.directory);
  assert.equal(passed.code, 0, passed.err);
  assert(passed.out.startsWith("Skills 1 listed by "));
  assert(!passed.out.includes("\x1b"));
  const failed = await check(flawed.directory, "--strict", "--format", "github");
  assert.equal(failed.code, 1, failed.err);
  const file = `${flawed.directory.slice(1)}/skills/alpha/SKILL.md`;
  assert(failed.out.startsWith(`::warning file=${file},title=name_directory_mismatch::`), failed.out);
  const missing = await check(`${clean.directory}/missing`);
  assert.equal(missing.code, 2);
  assert.equal(missing.out, "");
  assert(
    missing.err.endsWith(
      `Cannot read "${clean.directory}/missing": there is no such directory; ` +
        "name the one that holds the folders with a SKILL.md",
    ),
  );
  assert.equal((await run(["-P=check", "main.ts", "check"], {})).code, 2);
  const help = await run(["-P=check", "main.ts", "check", "--help"], {});
  assert.deepEqual([help.code, help.err.includes("Usage"), help.out.includes("Usage")], [0, false, true]);
});

Deno.test("admin changes the lists in the store that a server uses", async () => {
  const root = await Deno.makeTempDir({ prefix: "skillmount-admin-" });
  try {
    await createGitRepository(CLEAN, { directory: `${root}/repositories/acme/library` });
    const environment = {
      KV_PATH: `${root}/kv.sqlite`,
      LOCAL_ROOT: `${root}/repositories`,
      HOST: "127.0.0.1",
    };
    const admin = (...args: string[]) =>
      run(
        [
          "-P=start",
          `--allow-read=${root}`,
          `--allow-write=${root}`,
          "--allow-run=git",
          "main.ts",
          "admin",
          ...args,
        ],
        environment,
      );
    const blocked = await admin("trust", "block", "/local/acme/library");
    assert.equal(blocked.code, 0, blocked.err);
    assert.match(blocked.out, /^\/local\/acme\/library {2}blocked {2}\d{4}-/);
    assert.equal((await admin("trust", "list")).out, blocked.out);
    assert.equal((await admin("trust", "block", "/local/acme/missing")).code, 1);
    assert.equal((await admin("trust")).code, 2);
    assert.match((await admin("list")).out, /^0 snapshots, about \d+ B stored$/);
    assert.match((await admin("collect")).out, /^Went through 0 repositories: /);
    const backup = await admin("backup", `${root}/backup.sqlite`);
    assert.match(backup.out, /^Copied the store to .*backup\.sqlite, [\d.]+ KiB$/, backup.err);
    using restored = await Deno.openKv(`${root}/backup.sqlite`);
    assert.equal((await Array.fromAsync(restored.list({ prefix: ["o"] }))).length, 1);
    assert.match((await admin("compact")).err, /run deno run -A main\.ts admin compact$/);
    // A server that runs keeps what it wrote last in the log of the file.
    using serving = await Deno.openKv(environment.KV_PATH);
    await serving.set(["large"], new Uint8Array(60_000));
    await serving.delete(["large"]);
    const compacted = await run(["-A", "main.ts", "admin", "compact"], environment);
    const [, before, after] = /^Compacted the store from ([\d.]+) KiB to ([\d.]+) KiB$/.exec(compacted.out) ??
      [];
    assert(Number(before) > Number(after), compacted.out + compacted.err);
    assert.equal((await admin("trust", "list")).out, blocked.out);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("every command says how it is used when asked to, and ends with 0, without a store", async () => {
  const environment = { KV_PATH: "/nowhere/kv.sqlite", PORT: "none" };
  for (const args of [["--help"], ["--dev", "--help"], ["admin", "--help"], ["check", "-h"]]) {
    const { code, out, err } = await run(["-P=start", "main.ts", ...args], environment);
    assert.equal(code, 0, err);
    assert(out.startsWith("Usage: deno task"), args.join(" "));
  }
});

Deno.test("a store elsewhere is refused with the command line that opens it, for every set of permissions", async () => {
  const root = await Deno.makeTempDir({ prefix: "skillmount-elsewhere-" });
  const environment = { KV_PATH: `${root}/kv.sqlite` };
  try {
    for (const [set, ...args] of [["start", "admin", "list"], ["dev", "--dev", root]]) {
      const { code, err } = await run([`-P=${set}`, "main.ts", ...args], environment);
      assert.equal(code, 78, err);
      const [, line = ""] = /run\n {2}deno run (.*)$/.exec(err) ?? [];
      const flags = `${set === "dev" ? "" : `--allow-read=${root} `}--allow-write=${root}`;
      assert.equal(line, `-P=${set} ${flags} ${Deno.cwd()}/main.ts ${args.join(" ")}`);
      if (set === "dev") continue;
      assert.equal((await run(line.split(" "), environment)).code, 0);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("admin backup says what to do where the store is no file of this machine's", async () => {
  const { code, err } = await run(["-P=start", "main.ts", "admin", "backup", "/tmp/copy"], {});
  assert.equal(code, 1);
  assert(err.endsWith("only the runtime knows its file; set KV_PATH, for the server too"), err);
});
