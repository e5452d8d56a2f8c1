import assert from "node:assert/strict";
import { installableSkill, installableSkills, type Snapshot } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";

const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo ${name}.\n`;

async function offered(snapshot: Snapshot): Promise<Record<string, string>> {
  const { skills } = await installableSkills(snapshot);
  for (const whole of skills) {
    assert.deepEqual(found(await installableSkill(snapshot, { name: whole.skill.name })), whole);
  }
  return Object.fromEntries(skills.map(({ skill: { name, path } }) => [name, path]));
}

Deno.test("installableSkills() offers every skill with a valid name, also when its directory has another", async () => {
  const snapshot = await snapshotOf({
    "skills/right/SKILL.md": skill("right"),
    "skills/vendor/SKILL.md": skill("react-best"),
    "skills/spaces/SKILL.md": skill("Code Review"),
    "skills/slash/SKILL.md": skill("../up"),
  });
  assert.deepEqual(await offered(snapshot), {
    "right": "skills/right/SKILL.md",
    "react-best": "skills/vendor/SKILL.md",
  });
  assert.deepEqual((await installableSkills(snapshot)).leftOut, [
    { path: "skills/slash/SKILL.md", reason: "invalid_name" },
    { path: "skills/spaces/SKILL.md", reason: "invalid_name" },
  ]);
  for (const name of ["Code Review", "../up", "no-such", ""]) {
    assert.equal(failureOf(await installableSkill(snapshot, { name })).code, "skill.not_found");
  }
});

Deno.test("installableSkills() offers one skill a name: a listed one first, then the shortest path", async () => {
  const files = {
    "billing/refunds/SKILL.md": skill("refunds", "x: billing\n"),
    "support/refunds/SKILL.md": skill("refunds", "x: support\n"),
    "r/SKILL.md": skill("refunds", "x: misnamed\n"),
  };
  const snapshot = await snapshotOf(files);
  assert.deepEqual(await offered(snapshot), { refunds: "billing/refunds/SKILL.md" });
  assert.deepEqual((await installableSkills(snapshot)).leftOut, [
    { path: "r/SKILL.md", reason: "name_taken" },
    { path: "support/refunds/SKILL.md", reason: "name_taken" },
  ]);
  const nearer = await snapshotOf(files, { address: "/gh/acme/library/support" });
  assert.deepEqual(await offered(nearer), { refunds: "support/refunds/SKILL.md" });
  assert.deepEqual((await installableSkills(nearer)).leftOut, []);
});

Deno.test("installableSkills() offers copies once and a hidden skill only where none is visible", async () => {
  const copies = { "a/one/SKILL.md": skill("one"), "copies/of/one/SKILL.md": skill("one") };
  const visible = await snapshotOf({ ...copies, ".claude/skills/two/SKILL.md": skill("two") });
  assert.deepEqual(await offered(visible), { one: "a/one/SKILL.md" });
  assert.deepEqual((await installableSkills(visible)).leftOut, []);
  const hidden = await snapshotOf({ ".claude/skills/two/SKILL.md": skill("two") });
  assert.deepEqual(await offered(hidden), { two: ".claude/skills/two/SKILL.md" });
});

Deno.test("installableSkills() neither offers nor names what is described only", async () => {
  const snapshot = await snapshotOf({
    "kept/SKILL.md": skill("kept", "license: Proprietary\n"),
    "open/SKILL.md": skill("open"),
    "kept/kept/SKILL.md": skill("Not a name", "license: Proprietary\n"),
  }, { serving: "licensed" });
  assert.deepEqual(await offered(snapshot), { open: "open/SKILL.md" });
  assert.deepEqual((await installableSkills(snapshot)).leftOut, []);
  assert.equal(failureOf(await installableSkill(snapshot, { name: "kept" })).code, "skill.not_found");
});

Deno.test("installableSkills() is bounded where skills hold one another", async () => {
  const depth = 60;
  const inside = Array.from({ length: depth }, (_, level) => `${"n/".repeat(level + 1)}SKILL.md`);
  const files = Object.fromEntries([
    ...inside.map((path, level) => [path, skill(`level-${level}`)]),
    ...Array.from({ length: 900 }, (_, index) => [`${"n/".repeat(depth)}${index}.txt`, ""]),
  ]);
  const { skills, leftOut } = await installableSkills(await snapshotOf(files));
  assert.equal(skills.length + leftOut.length, depth);
  assert(skills.reduce((sum, whole) => sum + whole.files.length, 0) <= 20_000);
  assert(leftOut.length > 0 && leftOut.every(({ reason }) => reason === "listing_limit"));
});

Deno.test("installableSkills() says which skill is too large for an archive", async () => {
  const snapshot = await snapshotOf(Object.fromEntries([
    ["a/SKILL.md", skill("a")],
    ["b/SKILL.md", skill("b")],
    ...Array.from({ length: 1000 }, (_, index) => [`a/${index}.txt`, ""]),
  ]));
  assert.deepEqual(await offered(snapshot), { b: "b/SKILL.md" });
  assert.deepEqual((await installableSkills(snapshot)).leftOut, [{
    path: "a/SKILL.md",
    reason: "too_large",
  }]);
});
