/** What a clone's commands say of the permissions that they lack: the whole command line, with the set of their task. */
import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { runProgram } from "../../src/process/mod.ts";
import { withFlags } from "../../src/process/program.ts";

Deno.test("withFlags() starts every command with the permission set of its task, and Deno's flags before the file", () => {
  const tasks = ["dev", "start", "stdio", "check", "publish", "login", "logout", "admin"] as const;
  for (const task of tasks) {
    const [, set, command = ""] = /(-P=\w+) main\.ts ?(.*)$/.exec(manifest.tasks[task]) ?? [];
    const args = command === "" ? [] : [command];
    const line = withFlags({ main: "main.ts", args }, ["--allow-write=/x"]);
    assert.equal(line, `deno run ${set} --allow-write=/x main.ts ${command}`.trim());
  }
  const run = { main: "/a clone/main.ts", args: ["stdio", "https://skills.example/gh/a/b"] };
  assert.equal(
    withFlags(run, []),
    "deno run -P=remote '/a clone/main.ts' stdio https://skills.example/gh/a/b",
  );
  assert.equal(
    withFlags({ main: "main.ts", args: ["admin", "--dev", "list"] }, []),
    "deno run -P=dev main.ts admin --dev list",
  );
});

Deno.test("runProgram() names an unknown word and the nearest command, and moves Deno's flags before the file", async () => {
  const table = [
    [["chek", "."], 'Cannot use "chek" after "deno task": did you mean "check"? deno task dev --help'],
    [["foo"], 'Cannot use "foo" after "deno task": it takes dev, start, stdio, check, publish, login, '],
    [["--port", "80"], 'Cannot use "--port": deno task start takes settings from the environment; '],
    [["start", "now"], 'Cannot use "now": deno task start takes settings from the environment; '],
    [["--dev", "--wach"], 'Cannot use "--wach" after "deno task dev": did you mean "--watch"?'],
    [
      ["login", "--kye", "https://skills.example"],
      'Cannot use "--kye" after "deno task login": did you mean "--key"?',
    ],
    [["logout", "--al"], 'Cannot use "--al" after "deno task logout": it takes no option; '],
    [
      ["--dev", "--allow-read=/x", "a", "--allow-write=/x"],
      'Cannot use "--allow-read=/x" there: deno takes it before the file. Run\n' +
      "  deno run -P=dev --allow-read=/x --allow-write=/x main.ts --dev a",
    ],
  ] as const;
  for (const [args, start] of table) {
    const program = { typed: "deno task", started: [], run: { main: "main.ts", args } };
    const { code, out, err } = await runProgram(args, program);
    assert.deepEqual([code, out], [64, ""]);
    assert(err.startsWith(start), err);
  }
});

Deno.test("stdio refuses what it cannot serve before anything starts, with the command line that was meant", async () => {
  const run = "deno run -P=start main.ts stdio";
  const table = [
    [
      "gh/acme",
      `it is no directory and no address: an owner and a repository are needed\n  ${run} 'gh/acme/<repo>'`,
    ],
    [
      "gh",
      `it is no directory and no address: an owner and a repository are needed\n  ${run} 'gh/<owner>/<repo>'`,
    ],
    [
      "acme/library",
      `it is no directory, and an address begins with a git host: gh\n  ${run} gh/acme/library`,
    ],
    ["gh/acme/library.git", `it is no directory and no address: Leave out ".git"\n  ${run} gh/acme/library`],
    [
      "github.com/acme/library/tree/v2/ads",
      `it is no directory, and an address begins with a git host: gh\n  ${run} gh/acme/library@v2/ads`,
    ],
    [
      "gh/acme/library/",
      `it is no directory and no address: Leave out the last "/"\n  ${run} gh/acme/library`,
    ],
    ["foo", `it is no directory, and an address begins with a git host: gh\n  ${run} 'gh/<owner>/<repo>'`],
    [
      "gh/Acme/library@v2",
      `it is no directory, and for an address this command may not use the network:\n  ${run} gh/acme/library@v2`,
    ],
    ["./nowhere", "there is no such directory"],
    ["/nowhere/at/all", "there is no such directory"],
  ] as const;
  for (const [given, why] of table) {
    const args = ["stdio", given];
    const ended = await runProgram(args, { typed: "deno task", started: [], run: { main: "main.ts", args } });
    assert.deepEqual(ended, { code: 78, out: "", err: `Cannot serve "${given}": ${why}` });
  }
  const program = { typed: "skillmount", started: [], run: null };
  const { err } = await runProgram(["stdio", "acme/library"], program);
  assert(err.endsWith(" a git host: gh\n  skillmount stdio gh/acme/library"), err);
});

Deno.test("stdio takes a git host's page for what it is, and says which permissions the bridge needs", async () => {
  const table = [
    [
      "https://github.com/acme/library/tree/v2",
      "Cannot connect to github.com: it is a git host. To serve the repository\n" +
      "  deno run -P=start main.ts stdio gh/acme/library@v2",
    ],
    [
      "https://skills.example/gh/acme/library",
      "Cannot connect to skills.example: this command may not use the network. Run\n" +
      "  deno run -P=remote main.ts stdio https://skills.example/gh/acme/library",
    ],
  ] as const;
  for (const [url, err] of table) {
    const args = ["stdio", url];
    const ended = await runProgram(args, { typed: "deno task", started: [], run: { main: "main.ts", args } });
    assert.deepEqual(ended, { code: 64, out: "", err });
  }
});
