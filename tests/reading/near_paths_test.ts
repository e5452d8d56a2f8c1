import assert from "node:assert/strict";
import { browse, loadSkill, readFile } from "../../src/reading/mod.ts";
import { renderFailure } from "../../src/render/mod.ts";
import type { ToolName } from "../../contracts/mcp.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { failureOf } from "./_outcome.ts";

const COMPOSED = "skills/mac/references/\u00dcbersicht.md";
const STORED = COMPOSED.normalize("NFD");

const FILES = {
  "skills/mac/SKILL.md": "---\nname: mac\ndescription: Does mac.\n---\nDo it.\n",
  [STORED]: "# X\n",
  "skills/mac/Guide.md": "# Guide\n",
  "skills/other/SKILL.md": "---\nname: other\ndescription: Does other.\n---\nDo it.\n",
  "docs/page.md": "# Page\n",
};

/** The last line of what a model reads. */
async function nextLine(tool: ToolName, path: string, address = "/gh/acme/library"): Promise<string> {
  const snapshot = await snapshotOf(FILES, { address });
  const result = tool === "load_skill"
    ? await loadSkill(snapshot, { path })
    : tool === "browse_repo"
    ? await browse(snapshot, { path })
    : await readFile(snapshot, { path });
  const text = renderFailure(failureOf(result), { tool, source: snapshot.citation });
  return text.slice(text.lastIndexOf("\n") + 1);
}

const LOAD = 'Next: load_skill {"path":"skills/mac/SKILL.md"}';
const READ = 'Next: read_repo_file {"path":"skills/mac/Guide.md"}';

Deno.test("a path that is nearly right is answered with the corrected call", async (t) => {
  const table: readonly (readonly [tool: ToolName, path: string, next: string])[] = [
    ["load_skill", "skills/mac", LOAD],
    ["load_skill", "skills/mac/", LOAD],
    ["load_skill", "/skills/mac/SKILL.md", LOAD],
    ["load_skill", "./skills/mac", LOAD],
    ["load_skill", "Skills/MAC", LOAD],
    ["load_skill", "skills/mac/skill.md", LOAD],
    ["load_skill", "/gh/acme/library/skills/mac/SKILL.md", LOAD],
    ["load_skill", "gh/acme/library/skills/mac", LOAD],
    ["load_skill", "skill://gh/acme/library/skills/mac/SKILL.md", LOAD],
    ["load_skill", "mac", LOAD],
    ["load_skill", "skills/mac/Guide.md", READ],
    ["load_skill", "skills", 'Next: browse_repo {"path":"skills"}'],
    ["read_repo_file", "skills/mac/guide.md", READ],
    ["read_repo_file", "/skills/mac/Guide.md", READ],
    ["read_repo_file", "skill://gh/acme/library/skills/mac/Guide.md", READ],
    ["read_repo_file", "docs", 'Next: browse_repo {"path":"docs"}'],
    ["browse_repo", "Docs/", 'Next: browse_repo {"path":"docs"}'],
    ["browse_repo", "docs/page.md", 'Next: read_repo_file {"path":"docs/page.md"}'],
    ["read_repo_file", "nothing/like/it.md", "Next: Find the exact path: browse_repo {}"],
  ];
  for (const [tool, path, next] of table) {
    await t.step(`${tool} ${path}`, async () => assert.equal(await nextLine(tool, path), next));
  }
});

Deno.test("where two names look alike the corrected call is escaped, so that it survives copying", async () => {
  const next = await nextLine("read_repo_file", COMPOSED);
  assert.equal(next, 'Next: read_repo_file {"path":"skills/mac/references/U\\u0308bersicht.md"}');
  const [, input = ""] = /(\{.*\})$/.exec(next) ?? [];
  const snapshot = await snapshotOf(FILES);
  assert.ok((await readFile(snapshot, JSON.parse(input))).ok);
});

Deno.test("nothing outside the mount is named", async () => {
  const address = "/gh/acme/library/skills/mac";
  assert.equal(await nextLine("load_skill", "skill://gh/acme/library/skills/mac/SKILL.md", address), LOAD);
  assert.equal(await nextLine("load_skill", "/gh/acme/library/skills/mac/SKILL.md", address), LOAD);
  for (const path of ["skills/OTHER/SKILL.md", "docs/Page.md", "other"]) {
    assert.equal(await nextLine("load_skill", path, address), "Next: Find the exact path: browse_repo {}");
  }
  assert.equal(
    await nextLine("load_skill", "/skills/other/SKILL.md", address),
    "Next: Correct the arguments and make the call again",
  );
});
