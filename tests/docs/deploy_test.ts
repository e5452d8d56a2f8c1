/** What an operator copies from the documentation has to work. */
import assert from "node:assert/strict";
import { SETTINGS } from "../../src/config/mod.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGE = await Deno.readTextFile(new URL("docs/deploy.md", ROOT));
const SERVICE = /```ini\n([^]*?)```/.exec(PAGE)?.[1] ?? "";

/** What the runtime reads, and names of the operating system. */
const OTHERS = ["DENO_DIR", "DENO_KV_ACCESS_TOKEN", "AF_INET", "AF_INET6", "AF_UNIX"];

/** Every value of a directive of the service file. */
function directive(name: string): string[] {
  return [...SERVICE.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

Deno.test("docs/deploy.md names no variable that the server does not read", () => {
  const known = new Set([...SETTINGS.map(({ name }) => name), ...OTHERS]);
  const named = PAGE.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
  const set = directive("Environment").map((pair) => pair.split("=", 1)[0] ?? "");
  assert(named.length > 20 && set.length > 5);
  for (const name of [...named, ...set]) assert(known.has(name), name);
});

Deno.test("the service file of docs/deploy.md starts a server with its secrets, and stops it", async () => {
  const state = await Deno.makeTempDir({ prefix: "skillmount-service-" });
  const credentials = await Deno.makeTempDir({ prefix: "skillmount-credentials-" });
  for (const [name = ""] of directive("LoadCredential").map((pair) => pair.split(":"))) {
    await Deno.writeTextFile(`${credentials}/${name}`, `${name}-${"s".repeat(32)}\n`);
  }
  // What systemd does, in directories of the test.
  const here = (text: string) =>
    text.replaceAll("%d", credentials).replaceAll("/var/lib/skillmount", state)
      .replace("PORT=8000", "PORT=0");
  const environment = directive("Environment").map(here).map((pair) => pair.split("=", 2))
    .filter(([name]) => name !== "DENO_DIR");
  const [command = ""] = directive("ExecStart").map(here);
  const [, ...args] = command.split(" ");
  const child = new Deno.Command("deno", {
    args,
    cwd: ROOT,
    env: Object.fromEntries(environment),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value: printed = "" } = await reader.read();
  assert.match(printed, /^skillmount \S+ at https:\/\/skills\.example\n$/);
  assert((await Deno.stat(`${state}/kv.sqlite`)).isFile);
  child.kill("SIGTERM");
  const [{ code }, stderr] = await Promise.all([child.status, new Response(child.stderr).text()]);
  assert.equal(code, 0, stderr);
  await reader.cancel();
  for (const directory of [state, credentials]) await Deno.remove(directory, { recursive: true });
});

Deno.test("the backup command of docs/deploy.md copies the store", async () => {
  const state = await Deno.makeTempDir({ prefix: "skillmount-state-" });
  const copies = await Deno.makeTempDir({ prefix: "skillmount-copies-" });
  const line = /\bKV_PATH=(\S+) \\\n\s*deno ([^]*?admin backup \S+)/.exec(PAGE);
  const here = (text = "") => text.replaceAll("/var/lib/skillmount", state).replaceAll("/backup", copies);
  const path = here(line?.[1]);
  const args = here(line?.[2]).split(/[\s\\]+/);
  (await Deno.openKv(path)).close();
  const { code, stderr } = await new Deno.Command("deno", { args, cwd: ROOT, env: { KV_PATH: path } })
    .output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert((await Deno.stat(`${copies}/kv.sqlite`)).isFile);
  for (const directory of [state, copies]) await Deno.remove(directory, { recursive: true });
});
