/** What check prints: readable for a person, and harmless for a terminal and for a workflow runner. */
import assert from "node:assert/strict";
import { checkable, type Files } from "../support/checkable.ts";

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
  for (const format of ["text", "json"] as const) {
    const { out } = await made.check({ format });
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
  for (const format of ["text", "github", "json"] as const) {
    const { out } = await made.check({ format });
    assert.doesNotMatch(out.replaceAll("\n", ""), /\p{Cc}|\u202e/u, format);
  }
});

Deno.test("check uses colour only when it is asked to", async () => {
  await using made = await checkable(FILES);
  assert(!(await made.check()).out.includes(ESCAPE));
  const coloured = (await made.check({ colour: true })).out;
  assert(coloured.includes(`${ESCAPE}[33mwarning${ESCAPE}[39m`));
  for (const format of ["json", "github"] as const) {
    assert(!(await made.check({ colour: true, format })).out.includes(ESCAPE), format);
  }
});

Deno.test("check prints JSON whose members are these", async () => {
  await using made = await checkable(FILES);
  const report = await made.report();
  assert.deepEqual(Object.keys(report), [
    "version",
    "findings",
    "commit",
    "rules",
    "manifests",
    "licence",
    "counts",
    "partial",
    "skills",
    "documents",
    "notServed",
    "deadLinks",
    "problems",
    "instructions",
  ]);
  const { commit: _, rules: __, instructions: ___, ...stable } = report;
  assert.deepEqual(stable, {
    version: 1,
    findings: { errors: 0, warnings: 2, notes: 0 },
    manifests: [],
    licence: null,
    counts: { skills: 1, documents: 0, files: 2, invalidSkills: 0 },
    partial: [],
    skills: [{
      path: "skills/alpha/SKILL.md",
      name: "beta",
      description: "Does it.",
      licence: null,
      serving: "full",
      contextBytes: stable.skills[0]?.contextBytes,
      files: [{ path: "skills/alpha/style.md", bytes: 8, stored: true }],
      extension: { listed: false, reason: "name_directory_mismatch" },
      unlisted: null,
      duplicateOf: null,
    }],
    documents: [],
    notServed: [],
    deadLinks: [{
      path: "skills/alpha/SKILL.md",
      line: 5,
      column: 9,
      written: "stile.md",
      target: "skills/alpha/stile.md",
      suggestion: "skills/alpha/style.md",
    }],
    problems: [
      {
        path: "skills/alpha/SKILL.md",
        line: null,
        column: null,
        severity: "warning",
        code: "name_directory_mismatch",
        message: 'The name differs from that of its directory, which is "alpha"',
      },
      {
        path: "skills/alpha/SKILL.md",
        line: 5,
        column: 9,
        severity: "warning",
        code: "link_missing",
        message: 'A link leads to "skills/alpha/stile.md", where there is no file',
      },
    ],
  });
});
