/** The tutorial, followed to the letter: its files, its commands in a clone's form, and the agent's calls. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { callTool } from "../surface/mcp.ts";
import { testServer } from "../support/test_server.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/first-skill.md", import.meta.url));
const ROOT = new URL("../../", import.meta.url).pathname;

/** The files that a reader is told to save, by their paths. */
const FILES = new Map(
  [...PAGE.matchAll(/Save this as `([^`]+)`:\n\n```markdown\n([^]*?)```/g)].map((
    [, path = "", text = ""],
  ) => [path, text]),
);

async function check(directory: string): Promise<string> {
  const { stdout } = await new Deno.Command("deno", {
    args: ["run", "-P=check", "main.ts", "check", directory],
    cwd: ROOT,
    stdin: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

async function save(root: string, path: string): Promise<void> {
  await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
  await Deno.writeTextFile(`${root}/${path}`, FILES.get(path) ?? assert.fail(path));
}

Deno.test("docs/first-skill.md leads from nothing to a skill that an agent finds, loads and reads on from", async () => {
  const [skill = "", examples = "", ...more] = FILES.keys();
  assert.deepEqual([skill, examples, more], [
    "my-skills/commit-messages/SKILL.md",
    "my-skills/commit-messages/examples.md",
    [],
  ]);
  const root = await Deno.makeTempDir({ prefix: "skillmount-tutorial-" });
  try {
    await save(root, skill);
    const [, told = ""] = /```\n(Findings\n[^]*?)```/.exec(PAGE) ?? [];
    const first = await check(`${root}/my-skills`);
    assert(first.includes("Skills 1 listed"), first);
    assert(first.includes(told.trimEnd()), first);
    await save(root, examples);
    assert((await check(`${root}/my-skills`)).includes("0 errors, 0 warnings"));
    for (const [, command = ""] of PAGE.matchAll(/^npx skillmount (.*)$/gm)) {
      assert(["check my-skills", "my-skills --watch"].includes(command), command);
    }

    await using server = await testServer({
      files: {},
      directories: new Map([["code/my-skills", `${root}/my-skills`]]),
    });
    const url = "http://127.0.0.1/local/code/my-skills";
    assert(PAGE.includes(url.replace("127.0.0.1", "127.0.0.1:8000")));
    const ask = (tool: string, args: Readonly<Record<string, unknown>>) =>
      callTool(server.fetch, "modern", url, tool, args);
    assert.match(
      (await ask("search_repo", { query: "commit what is staged" })).text,
      /commit-messages\/SKILL\.md/,
    );
    const loaded = await ask("load_skill", { path: "commit-messages/SKILL.md" });
    assert.match(loaded.text, /commit-messages\/examples\.md/);
    const read = await ask("read_repo_file", { path: "commit-messages/examples.md" });
    assert.match(read.text, /Stop asking for a password twice/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
