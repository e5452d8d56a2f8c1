/** `publish`, `login` and `logout` as processes, against a whole server with an account. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { accountServer } from "./account_server.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** The machine's: other processes ask. */
const CLOCK = {
  now: () => Date.now(),
  sleep: (ms?: number, signal?: AbortSignal) =>
    delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
  advance: () => {},
};

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A terminal of somebody who has a store of their own and the directory of a skill. */
async function terminal() {
  const home = await Deno.makeTempDir({ prefix: "skillmount-publish-" });
  const flags = [`--allow-read=${home}`, `--allow-write=${home}`];
  return {
    home,
    async write(path: string, text: string) {
      await Deno.mkdir(`${home}/skill/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${home}/skill/${path}`, text);
    },
    async run(
      args: readonly string[],
      { key, stdin = "" }: { readonly key?: string; readonly stdin?: string } = {},
    ): Promise<Ended> {
      const [command = ""] = args;
      const permissions = command === "publish" ? ["-P=publish", flags[1] ?? ""] : ["-P=remote", ...flags];
      const child = new Deno.Command("deno", {
        args: ["run", ...permissions, "main.ts", ...args],
        cwd: ROOT,
        env: {
          KV_PATH: `${home}/data/kv.sqlite`,
          DENO_NO_UPDATE_CHECK: "1",
          ...(key !== undefined && { SKILLMOUNT_KEY: key }),
        },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const input = child.stdin.getWriter();
      await input.write(new TextEncoder().encode(stdin)).catch(() => {});
      await input.close().catch(() => {});
      const { code, stdout, stderr } = await child.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
      return {
        code,
        out: text(stdout),
        err: text(stderr).replace(/^.*Permissions in the config file.*\n?/m, ""),
      };
    },
    [Symbol.asyncDispose]: () => Deno.remove(home, { recursive: true }),
  };
}

const skill = (body: string) => `---\nname: ads\ndescription: Writes ads.\n---\n\n${body}\n`;

Deno.test("a skill is published from a terminal: what differs first, then the version, by a kept key or a shown one", async () => {
  using kv = await Deno.openKv(":memory:");
  await using world = await accountServer(kv, CLOCK);
  const acme = await world.account("acme");
  const server = world.server.listen();
  const writing = await world.key(acme, { writes: true });
  await using there = await terminal();
  await there.write("SKILL.md", skill("Be short."));
  await there.write("tones.md", "Kind.\n");
  const directory = `${there.home}/skill`;

  const without = await there.run(["publish", directory, "--server", server]);
  assert.equal(without.code, 64);
  assert.match(without.err, /there is no key for .*login http:\S+ --key, or set SKILLMOUNT_KEY/);

  const wrong = await there.run(["login", server, "--key"], { stdin: "sk_live_wrong\n" });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /^Refused \(auth\.invalid_token\): /);
  const login = await there.run(["login", server, "--key"], { stdin: `${writing}\n` });
  assert.deepEqual([login.code, login.out], [0, `Kept a key of acme for ${new URL(server).host}`], login.err);
  assert(!(login.out + login.err).includes(writing));
  assert.equal(((await Deno.stat(`${there.home}/data/signed-in/key.json`)).mode ?? 0) & 0o777, 0o600);

  const added = ["+ SKILL.md (54 bytes)", "+ tones.md (6 bytes)"];
  const dry = await there.run(["publish", directory, "--dry-run"]);
  assert.deepEqual(dry.out.split("\n"), [
    ...added,
    "acme/ads 1.0.0 (private): would be published; nothing was written",
  ], dry.err);
  const first = await there.run(["publish", directory]);
  assert.deepEqual(
    first.out.split("\n"),
    [...added, "acme/ads 1.0.0 (private): published, a new skill"],
    first.err,
  );
  const again = await there.run(["publish", directory]);
  assert.equal(again.out, "acme/ads 1.0.0 (private): is the current version already; nothing was written");

  await there.write("SKILL.md", skill("Be shorter."));
  await Deno.remove(`${directory}/tones.md`);
  await there.run(["logout"]);
  const shown = await there.run(["publish", directory, "--server", server, "--notes", "Shorter"], {
    key: writing,
  });
  assert.deepEqual(shown.out.split("\n"), [
    "~ SKILL.md (54 bytes before, 56 bytes now)",
    "- tones.md",
    "acme/ads 1.0.1 (private): published",
  ], shown.err);
  assert.equal((await there.run(["publish", directory])).code, 64, "the key was forgotten");
});

Deno.test("publish refuses what the check finds wrong, what is no single skill, and what the server refuses, with what to do", async () => {
  using kv = await Deno.openKv(":memory:");
  await using world = await accountServer(kv, CLOCK);
  const acme = await world.account("acme");
  const server = world.server.listen();
  const reading = await world.key(acme);
  await using there = await terminal();
  const publish = (key: string) => there.run(["publish", `${there.home}/skill`, "--server", server], { key });
  await there.write("a/SKILL.md", skill("Be short."));
  assert.match((await publish(reading)).err, /no skill itself; name one of its directories, as a$/);
  await there.write("SKILL.md", "---\nname: [ads\ndescription: x\n---\n");
  const broken = await publish(reading);
  assert.equal(broken.code, 1);
  assert.match(broken.err, /its SKILL\.md is no skill/);
  await Deno.remove(`${there.home}/skill/a`, { recursive: true });
  await there.write("SKILL.md", skill("Be short."));
  const refused = await publish(reading);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    /^Refused \(auth\.insufficient_scope\): .*; make a key that may write, and keep it with login$/m,
  );
  assert.match(
    (await there.run(["publish", `${there.home}/none`, "--server", server], { key: reading })).err,
    /there is no such directory/,
  );
});
