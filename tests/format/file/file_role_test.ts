import { equal } from "node:assert/strict";
import { roleOf } from "../../../src/format/mod.ts";
import { path } from "../_paths.ts";

Deno.test("roleOf() goes by the name alone (case: lower case)", () => {
  const table = {
    "SKILL.md": "skill",
    "a/b/SKILL.md": "skill",
    "a/skill.md": "markdown",
    "a/Skill.md": "markdown",
    "a/SKILL.MD": "markdown",
    "SKILLCDN.md": "manifest",
    "a/skillcdn.md": "markdown",
    "README.md": "markdown",
    "README.MD": "markdown",
    "a.markdown": "markdown",
    "a.mdx": "markdown",
    "data.json": "json",
    "data.jsonl": "other",
    "SKILL.md/x.png": "other",
    "LICENSE": "licence",
    "a/licence.md": "licence",
    "COPYING.LESSER": "licence",
    "LICENSE/x.md": "markdown",
    "license.ts": "other",
    "license.json": "json",
    "md": "other",
    "a.md.txt": "other",
  };
  for (const [text, role] of Object.entries(table)) equal(roleOf(path(text)), role, text);
});
