import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { SkillEntry } from "../../contracts/mcp/skills_extension.ts";
import type { Source } from "../../contracts/source.ts";
import { readResource } from "../../src/reading/mod.ts";
import type { Files } from "../support/snapshot_of.ts";
import { found } from "./_outcome.ts";

const skill = (name: string, text = "Do it.\n") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${text}`;

/** Skills in and beside each other, listed and not, with files that discovery shows and does not. */
export const SKILLS: Files = {
  "README.md": "# Library\n\nSkills.\n",
  "SKILLCDN.md": "---\ndescription: Everything.\nexclude:\n  - secret\n---\nWrite in plain words.\n",
  "docs/voice.md": "# Voice\n\nPlain.\n",
  "docs/plans/next.md": "# Next\n\nMore.\n",
  "secret/SKILL.md": skill("secret"),
  "skills/outer/SKILL.md": [
    "---",
    "name: outer",
    "description: Does what is around.",
    "allowed-tools:",
    "  - Read",
    "  - Write",
    "metadata:",
    "  version: 1.0",
    "x-unknown: no",
    "skillcdn:",
    "  include:",
    "    - /docs/voice.md",
    "---",
    "Read [the notes](.notes/hidden.md).",
    "",
  ].join("\n"),
  "skills/outer/.notes/hidden.md": "Hidden, but linked.\n",
  "skills/outer/.notes/unlinked.md": "Hidden.\n",
  "skills/outer/Q&A 100%.txt": "\ufeffquestions\r\n",
  "skills/outer/logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]),
  "skills/outer/inner/SKILL.md": skill("inner"),
  "skills/outer/inner/deep/data.json": "{}\n",
  "skills/outer/misnamed/SKILL.md": skill("another-name"),
  "skills/zeta/SKILL.md": skill("zeta"),
};

/** Reads everything that an entry names and checks its size and digest; the bytes by URI. */
export async function readWhole(source: Source, entry: SkillEntry): Promise<Map<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  for (const { uri, digest, size } of entry.resources) {
    const content = found(await readResource(source, { uri }));
    assert.equal(content.uri, uri);
    const bytes = "text" in content ? new TextEncoder().encode(content.text) : content.bytes;
    assert.equal(bytes.length, size, uri);
    assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, digest, uri);
    read.set(uri, bytes);
  }
  return read;
}
