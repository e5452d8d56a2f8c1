import assert from "node:assert/strict";
import { getSkill, listSkills } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import { SKILLS } from "./_published.ts";

Deno.test("getSkill() gives the entry of every listed skill, by any spelling of its URI", async () => {
  const snapshot = await snapshotOf(SKILLS);
  for (const entry of found(await listSkills(snapshot, {})).entries) {
    assert.deepEqual(found(await getSkill(snapshot, { uri: entry.uri })), entry);
    const spelled = entry.uri.replace("skills", "%73kills");
    assert.deepEqual(found(await getSkill(snapshot, { uri: spelled })), entry);
  }
});

Deno.test("getSkill() tells nothing apart that is no listed skill of the mount", async () => {
  const snapshot = await snapshotOf(SKILLS, { address: "/gh/acme/library/skills/outer" });
  const absent = failureOf(
    await getSkill(snapshot, { uri: "skill://gh/acme/library/skills/outer/no/SKILL.md" }),
  );
  assert.equal(absent.code, "skill.not_found");
  for (
    const uri of [
      "skill://gh/acme/library/skills/outer/misnamed/SKILL.md",
      "skill://gh/acme/library/skills/outer",
      "skill://gh/acme/library/skills/outer/logo.png",
      "skill://gh/acme/library/skills/zeta/SKILL.md",
      "skill://gh/acme/library/secret/SKILL.md",
      "skill://gh/acme/other/skills/outer/SKILL.md",
      "skills/outer/SKILL.md",
      "outer",
      "",
    ]
  ) assert.deepEqual(failureOf(await getSkill(snapshot, { uri })), absent, uri);
});
