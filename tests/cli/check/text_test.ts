/** What check prints for a person: one screen, the verdict last, and everything on request. */
import assert from "node:assert/strict";
import { checkable, type Files } from "../../support/checkable.ts";

const ESCAPE = "\x1b";
const skill = (name: string, body = "Steps\n") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;

const LIBRARY: Files = {
  "LICENSE": "MIT License\n",
  "docs/guide.md": "# Guide\n\nSee [more](gone.md).\n",
  "src/main.c": "int main;\n",
  "src/deep/more.c": "int more;\n",
  ".cache/skills/old/SKILL.md": skill("old"),
  "skills/alpha/SKILL.md": skill("alpha", "See [x](stile.md) and [y](styl.md).\n"),
  "skills/alpha/style.md": "# Style\n",
  "skills/beta/SKILL.md": skill("other"),
  "skills/copy/SKILL.md": skill("alpha2"),
  "skills/broken/SKILL.md": "---\nname: broken\ndescription: Makes a video: fast\n---\n",
};

Deno.test("check prints what is there, what an agent does not get, the findings, and the verdict last", async () => {
  await using made = await checkable(LIBRARY);
  const { out } = await made.check();
  assert.equal(
    out,
    [
      "Skills 3 listed by browsing and search, 1 by the skills extension",
      "Files 7 served, 1 document among them",
      "Licence MIT, permissive (LICENSE)",
      "",
      "What an agent does not get",
      "- 1 SKILL.md: no skill, as the findings say",
      "  - skills/broken/SKILL.md",
      "- 2 skills not in the skills extension (name_directory_mismatch): the name is not that of the directory",
      "  - skills/beta/SKILL.md, skills/copy/SKILL.md",
      "- 1 skill not in browsing, search and the skills extension (hidden): under a hidden directory, beside visible skills",
      "  - .cache/skills/old/SKILL.md",
      "- 3 files not served: part of no skill and no document directory, and no link leads there",
      "  - LICENSE, src/ (2 files)",
      "",
      "Findings",
      "- skills/broken/SKILL.md",
      '  - error 3:27 (yaml_syntax): The value of "description" holds an unquoted ": ", which YAML reads as another key; put the whole value in quotes',
      "- skills/alpha/SKILL.md",
      '  - warning 5:9 (link_missing): A link leads to "skills/alpha/stile.md", where there is no file; did you mean "skills/alpha/style.md"?',
      '  - warning 5:27 (link_missing): A link leads to "skills/alpha/styl.md", where there is no file; did you mean "skills/alpha/style.md"?',
      "- skills/beta/SKILL.md",
      '  - warning (name_directory_mismatch): The name differs from that of its directory, which is "beta"',
      "- skills/copy/SKILL.md",
      '  - warning (name_directory_mismatch): The name differs from that of its directory, which is "copy"',
      "- .cache/skills/old/SKILL.md",
      "  - note (hidden): Not listed: it lies under a hidden directory, and the repository has visible skills",
      "- docs/guide.md",
      '  - note 3:12 (link_missing): A link leads to "docs/gone.md", where there is no file',
      "",
      "1 error, 4 warnings, 2 notes: failed",
    ].join("\n"),
  );
});

Deno.test("check says in its last line whether it passed, and what --strict would do", async () => {
  const warned = { "skills/alpha/SKILL.md": skill("beta") };
  const table: readonly (readonly [Files, strict: boolean, string])[] = [
    [{ "SKILL.md": skill("alpha") }, false, "0 errors, 0 warnings, 0 notes: passed"],
    [{ "SKILL.md": skill("alpha") }, true, "0 errors, 0 warnings, 0 notes: passed"],
    [warned, false, "0 errors, 1 warning, 0 notes: passed; --strict would fail"],
    [warned, true, "0 errors, 1 warning, 0 notes: failed, because --strict counts warnings"],
    [{ "README.md": "# None\n" }, false, "1 error, 0 warnings, 0 notes: failed"],
  ];
  for (const [files, strict, verdict] of table) {
    await using made = await checkable(files);
    assert.equal((await made.check({ strict })).out.split("\n").at(-1), verdict);
  }
});

Deno.test("check keeps a large library with hundreds of findings on one screen, and lists all on request", async () => {
  const files: Record<string, string> = { "SKILLCDN.md": "---\ndescription: Many.\nexclude: [none]\n---\n" };
  for (let n = 0; n < 400; n++) {
    const body = n % 4 === 0 ? `A ${"\u200b".repeat(3)} b\n\n[x](gone${n}.md)\n` : `Steps ${n}\n`;
    files[`skills/s${n}/SKILL.md`] = n % 10 === 1 ? "# None\n" : skill(n % 7 === 0 ? "wrong" : `s${n}`, body);
    files[`src/f${n}.c`] = "x";
    files[`.hidden/h${n}/SKILL.md`] = skill(`h${n}`, `Hidden ${n}\n`);
  }
  await using made = await checkable(files);
  const screen = (await made.check()).out.split("\n");
  assert(screen.length <= 50, `${screen.length} lines`);
  const report = await made.report();
  const told = screen.filter((line) => /^ {2}- (error|warning|note) /.test(line));
  assert(told.length > 0 && told.every((line) => line.startsWith("  - error ")), told.join("\n"));
  const more = /^- ([\d,]+) more findings: --all lists them$/m.exec(screen.join("\n"))?.[1]?.replace(",", "");
  assert.equal(Number(more) + told.length, report.problems.length);

  const all = (await made.check({ all: true })).out;
  for (const { path } of [...report.skills, ...report.problems]) assert(all.includes(path), path);
  // But for what a client is told, which is bounded by itself.
  assert(!/\d more/.test(all.slice(0, all.indexOf("What a client is told"))));
  assert(all.includes("\n| "), "what a client is told");
});

Deno.test("check tells every finding of one file where they fit on the screen", async () => {
  const body = Array.from({ length: 12 }, (_, n) => `[x](gone${n}.md)\n`).join("\n");
  await using made = await checkable({ "skills/alpha/SKILL.md": skill("alpha", body) });
  const { out } = await made.check();
  assert.equal(out.match(/^ {2}- warning /gm)?.length, 12);
  assert(!out.includes("--all"));
});

Deno.test("check counts findings of one file that say the same in one line, with their places", async () => {
  const lines = Array.from({ length: 5 }, (_, n) => `A\u200bB ${n}`).join("\n");
  await using made = await checkable({ "skills/alpha/SKILL.md": skill("alpha", `${lines}\n`) });
  const { out } = await made.check();
  assert.match(out, /^ {2}- warning 5:2, 6:2, 7:2 and 2 more \(hidden_character\): /m);
  assert.match((await made.check({ all: true })).out, /^ {2}- warning 5:2, 6:2, 7:2, 8:2, 9:2 \(/m);
});

Deno.test("check shows a path as it is, spaces at its ends and characters that nobody sees included", async () => {
  await using made = await checkable({
    "skills/ alpha/SKILL.md": skill("alpha"),
    "skills/beta /SKILL.md": skill("beta"),
    "skills/gam  ma/SKILL.md": skill("gamma"),
    "skills/a\u200bb/SKILL.md": skill("ab"),
    "skills/two\nlines.md": "x",
    "skills/plain name/SKILL.md": skill("plain"),
  });
  const { out } = await made.check();
  for (
    const shown of [
      '"skills/ alpha/SKILL.md"',
      '"skills/beta /SKILL.md"',
      '"skills/gam  ma/SKILL.md"',
      '"skills/a\\u200bb/',
      '"skills/two\\u000alines.md"',
      "- skills/plain name/SKILL.md",
    ]
  ) {
    assert(out.includes(shown), `${shown}\n${out}`);
  }
});

Deno.test("check uses colour only when it is asked to", async () => {
  await using made = await checkable(LIBRARY);
  assert(!(await made.check()).out.includes(ESCAPE));
  const coloured = (await made.check({ colour: true })).out;
  assert(coloured.includes(`${ESCAPE}[33mwarning${ESCAPE}[39m`));
  for (const format of ["json", "github", "sarif"] as const) {
    assert(!(await made.check({ colour: true, format })).out.includes(ESCAPE), format);
  }
});
