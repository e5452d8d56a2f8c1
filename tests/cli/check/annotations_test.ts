/** What check prints for a workflow runner, and that nothing of a repository is obeyed by it or by a terminal. */
import assert from "node:assert/strict";
import { checkable, type Files } from "../../support/checkable.ts";

const ESCAPE = "\x1b";

const FILES: Files = {
  "skills/alpha/SKILL.md": "---\nname: beta\ndescription: Does it.\n---\nSee [x](stile.md).\n",
  "skills/alpha/style.md": "# Style\n",
};

/** Names and texts that a runner or a terminal would obey. */
const HOSTILE: Files = {
  "::error file=x::y/SKILL.md":
    "---\nname: x\ndescription: '::stop-commands::token ##[add-mask]secret'\n---\n",
  "::add-mask::z.md": "unserved\n",
  "docs/::warning::w.md":
    "# ::error::title\n\n[a](%0A::error::b.md) [b](##[error]c.md) [c](a,line=9::d.md)\n",
  "docs/e%0Af.md": "# ##[error]title\n",
  "skills/it,s: 100%/SKILL.md": `---\nname: other\ndescription: "Bell\\a and ${
    "x".repeat(3000)
  }"\n---\n[l](no%2Fwhere.md)\n`,
  "SKILLCDN.md": "---\nname: '##[group]'\ndescription: '::debug::d'\n---\nRules\n",
};

/** Every way of printing but the one that is made of commands. */
const HARMLESS = [
  { format: "text" },
  { format: "text", all: true },
  { format: "json" },
  { format: "sarif" },
] as const;

/** What the runner takes for a command (actions/runner, `ActionCommand`): its name, properties and data. */
function commandOf(line: string): { name: string; properties: string; data: string } | null {
  if (line.includes("##[")) return { name: "##[", properties: "", data: line };
  const [, name = "", properties = "", data = ""] = /^\s*::([^ :]+)(?: ((?:(?!::).)*))?::(.*)$/.exec(line) ??
    [];
  return name === "" ? null : { name, properties, data };
}

Deno.test("check prints annotations that name the place, from where the command was given", async () => {
  await using made = await checkable(FILES);
  const { out } = await made.check({ format: "github", prefix: "library/" });
  assert.deepEqual(out.split("\n"), [
    "::warning file=library/skills/alpha/SKILL.md,title=name_directory_mismatch::" +
    'The name differs from that of its directory, which is "alpha"',
    "::warning file=library/skills/alpha/SKILL.md,line=5,col=9,title=link_missing::" +
    'A link leads to "skills/alpha/stile.md", where there is no file; did you mean "skills/alpha/style.md"?',
    "errors: 0, warnings: 2, notes: 0",
  ]);
});

Deno.test("check prints nothing of a repository that a workflow runner obeys", async () => {
  await using made = await checkable(HOSTILE);
  for (const options of HARMLESS) {
    const { out } = await made.check(options);
    for (const line of out.split("\n")) assert.equal(commandOf(line), null, line);
  }
  const { out } = await made.check({ format: "github" });
  const report = await made.report();
  const commands = out.split("\n").map(commandOf).filter((command) => command !== null);
  assert.equal(commands.length, report.problems.length);
  for (const { name, properties } of commands) {
    assert(["error", "warning", "notice"].includes(name), name);
    for (const property of properties.split(",")) assert.match(property, /^(file|line|col|title)=[^:]*$/);
  }
});

Deno.test("check escapes paths so that an annotation stands at its file", async () => {
  await using made = await checkable(HOSTILE);
  const { out } = await made.check({ format: "github" });
  assert(out.includes("file=skills/it%2Cs%3A 100%25/SKILL.md,"), out);
});

Deno.test("check prints no control character, whatever a repository holds", async () => {
  await using made = await checkable({
    ...HOSTILE,
    "skills/esc/SKILL.md": `---\nname: esc\ndescription: "\\e[31mred\\u202e"\n---\n[x](a${ESCAPE}[2J.md)\n`,
    "docs/esc.md": `# ${ESCAPE}]0;title\x07 heading\n`,
  });
  for (const options of [...HARMLESS, { format: "github" } as const]) {
    const { out } = await made.check(options);
    assert.doesNotMatch(out.replaceAll("\n", ""), /\p{Cc}|\u202e/u, JSON.stringify(options));
  }
});
