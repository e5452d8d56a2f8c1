import assert from "node:assert/strict";

/** The log writes to stdout alone, so that it is read from a process of its own. */
async function written(fields: string, isForPeople: boolean): Promise<string> {
  const module = new URL("../../src/process/_server_log.ts", import.meta.url).href;
  const program = `
    import { createServerLog } from ${JSON.stringify(module)};
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    createServerLog({ clock, level: "info", isForPeople: ${isForPeople} })("info", "tested", ${fields});
  `;
  const url = `data:application/typescript,${encodeURIComponent(program)}`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const args = ["run", "-q", "--no-check", "--allow-read", "--config", config, url];
  const { stdout } = await new Deno.Command("deno", { args, stderr: "inherit" }).output();
  return new TextDecoder().decode(stdout);
}

for (const isForPeople of [true, false]) {
  Deno.test(`a log line for ${isForPeople ? "people" : "programs"} is short whatever it is told`, async () => {
    const line = await written(`{ long: "x".repeat(60_000), number: 7 }`, isForPeople);
    assert(line.length < 2200, `${line.length} characters`);
    assert.match(line, /x{2000}\D+7/);
  });
}
