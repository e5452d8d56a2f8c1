import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { getSkill, listSkills, readResource } from "../../src/reading/mod.ts";
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

Deno.test("getSkill() tells nothing apart that is no skill of the mount whose entry hosts take", async () => {
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

Deno.test("getSkill() answers for skills that are not listed, with the bytes that a read of their files gives", async () => {
  const text = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo it.\n`;
  const snapshot = await snapshotOf({
    "skills/alpha/SKILL.md": text("alpha"),
    "copies/alpha/SKILL.md": text("alpha"),
    ".claude/skills/dev/SKILL.md": text("dev"),
    "node_modules/x/skills/put/SKILL.md": text("put"),
  });
  const listed = found(await listSkills(snapshot, {})).entries.map(({ uri }) => uri);
  assert.deepEqual(listed, ["skill://gh/acme/library/skills/alpha/SKILL.md"]);
  for (const path of ["copies/alpha", ".claude/skills/dev", "node_modules/x/skills/put"]) {
    const uri = `skill://gh/acme/library/${path}/SKILL.md`;
    const entry = found(await getSkill(snapshot, { uri }));
    assert.equal(entry.uri, uri);
    const content = found(await readResource(snapshot, { uri }));
    const bytes = "text" in content ? new TextEncoder().encode(content.text) : content.bytes;
    const [own] = entry.resources;
    assert.deepEqual([own?.uri, own?.size], [uri, bytes.length]);
    assert.equal(own?.digest, `sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  }
});
