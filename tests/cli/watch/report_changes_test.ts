import assert from "node:assert/strict";
import { reportChanges } from "../../../src/cli/mod.ts";
import { type Files, reportOn } from "../../support/checkable.ts";

const skill = (name: string, description = "Does it.", body = "Steps.\n", more = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}`;

const BEFORE: Files = {
  "skills/alpha/SKILL.md": skill("alpha", "Writes the notes of a release.", "See [more](more.md).\n"),
  "skills/alpha/more.md": "More.\n",
  "skills/beta/SKILL.md": skill("beta"),
};

type Change = Readonly<Record<string, string | null>>;

/** What a change of these files is told as; `first`: what is otherwise before it. */
async function told(change: Change, first: Change = {}): Promise<string[]> {
  const before = changed(BEFORE, first);
  return reportChanges(await reportOn(before), await reportOn(changed(before, change)));
}

function changed(files: Files, change: Change): Files {
  return Object.fromEntries(
    Object.entries({ ...files, ...change }).flatMap(([path, text]) => text === null ? [] : [[path, text]]),
  );
}

Deno.test("reportChanges() tells each change of what an agent gets in a line", async (t) => {
  const alpha = "skills/alpha/SKILL.md";
  const table: readonly [string, Change, readonly string[], first?: Change][] = [
    ["nothing", {}, []],
    ["skill added", { "skills/new/SKILL.md": skill("new") }, [
      'skills/new/SKILL.md: skill "new" added, context of 29 bytes',
    ]],
    ["skill removed", { "skills/beta/SKILL.md": null }, ['skills/beta/SKILL.md: skill "beta" removed']],
    ["skill moved", { "skills/beta/SKILL.md": null, "team/beta/SKILL.md": skill("beta") }, [
      'team/beta/SKILL.md: skill "beta" moved from skills/beta/SKILL.md',
    ]],
    ["description shortened", { [alpha]: skill("alpha", "Writes notes.", "See [more](more.md).\n") }, [
      `${alpha}: description shortened from 30 to 13 characters`,
    ]],
    ["description changed", { "skills/beta/SKILL.md": skill("beta", "Did it!!") }, [
      "skills/beta/SKILL.md: description changed",
    ]],
    ["context grew", { "skills/beta/SKILL.md": skill("beta", "Does it.", "x".repeat(8992)) }, [
      "skills/beta/SKILL.md: context grew from 29 bytes to 9.0 KB",
    ]],
    ["link died", { "skills/alpha/more.md": null }, [
      `${alpha}: file skills/alpha/more.md removed`,
      `${alpha}:6: link to more.md died`,
    ]],
    ["link mended", { "skills/alpha/more.md": "# More\n" }, [
      `${alpha}: file skills/alpha/more.md added, 7 bytes`,
      `${alpha}: link to more.md is no longer dead`,
    ], { "skills/alpha/more.md": null }],
    ["skill with a dead link removed", { [alpha]: null }, [
      `${alpha}: skill "alpha" removed`,
    ], { "skills/alpha/more.md": null }],
    ["licence changed", { "skills/beta/SKILL.md": skill("beta", "Does it.", "Steps.\n", "license: MIT\n") }, [
      "skills/beta/SKILL.md: licence changed from none to MIT, permissive (skills/beta/SKILL.md)",
    ]],
    ["same size", { "skills/beta/SKILL.md": skill("beta", "Does it.", "Stops.\n") }, [
      "files changed; skills, sizes, links and findings are as before",
    ]],
  ];
  for (const [name, change, expected, first] of table) {
    await t.step(name, async () => assert.deepEqual(await told(change, first), expected));
  }
});

Deno.test("reportChanges() tells a broken skill with its line, and that it was mended", async () => {
  const broken = { ...BEFORE, "skills/beta/SKILL.md": "---\nname: [broken\ndescription: x\n---\n" };
  const [removed, finding, ...more] = reportChanges(await reportOn(BEFORE), await reportOn(broken));
  assert.equal(removed, 'skills/beta/SKILL.md: skill "beta" is none as long as this is wrong');
  assert.match(
    finding ?? "",
    /^skills\/beta\/SKILL\.md:2: error: .*"name" starts with "\[".*\(yaml_syntax\)$/,
  );
  assert.deepEqual(more, []);
  const mended = reportChanges(await reportOn(broken), await reportOn(BEFORE));
  assert.match(
    mended.join("\n"),
    /skill "beta" added.*\nskills\/beta\/SKILL\.md: mended: .*\(yaml_syntax\)$/,
  );
});

Deno.test("reportChanges() keeps to a screen and to one line each, whatever a repository says", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`many/s${at}/SKILL.md`, skill(`s${at}`)]),
  );
  const lines = await told(many);
  assert.equal(lines.length, 21);
  assert.equal(lines.at(-1), "and 20 more changes");
  const hostile = await told({
    "skills/\x1b[2Jx/SKILL.md": skill("x", "a"),
    "b/SKILL.md": skill('"a\\nb\\e[2J"'),
  });
  assert(hostile.length > 0 && hostile.every((line) => !/\p{Cc}/u.test(line)), hostile.join("|"));
});
