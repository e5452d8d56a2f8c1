/** A repository that shows what the skills extension has to get right, as files. */

const skill = (name: string, text = "Do it.\n", more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n${text}`;

export const SKILLS: Readonly<Record<string, string | Uint8Array>> = {
  "README.md": "# Library\n\nSkills.\n",
  "SKILLCDN.md": "---\ndescription: Everything.\nexclude:\n  - secret\n---\nWrite in plain words.\n",
  "docs/voice.md": "# Voice\n\nPlain.\n",
  "secret/SKILL.md": skill("secret"),
  "area/SKILLCDN.md": "---\ndescription: An area.\n---\nEvery claim needs a source.",
  "area/outer/SKILL.md": skill(
    "outer",
    "Read [the notes](.notes/hidden.md).\r\n",
    [
      'title: "quoted: \\"text\\" # not a comment"',
      "allowed-tools: [Read, Write]",
      "metadata:",
      "  version: 1.0",
      "  flag: no",
      "multi: |",
      "  one",
      "   two",
      "nested: {a: [b, {c: ~}]}",
      "skillcdn:",
      "  include:",
      "    - references/limits.md",
      "    - /docs/voice.md",
      "",
    ].join("\n"),
  ),
  "area/outer/.notes/hidden.md": "Hidden, but linked.\n",
  "area/outer/references/limits.md": "\ufeff# Limits\r\n\r\nThirty — 語 🜁.\r\n",
  "area/outer/Q&A 100%.txt": "\ufeffquestions\r\n",
  "area/outer/empty.txt": "",
  "area/outer/logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]),
  "area/outer/inner/SKILL.md": skill("inner", "No line feed at the end"),
  "area/outer/inner/deep/data.json": "{}\n",
  "area/outer/misnamed/SKILL.md": skill("another-name"),
  "area/zeta/SKILL.md": `\ufeff${skill("zeta").replaceAll("\n", "\r\n")}`,
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => `many-${index + 10}`).map((name) => [
      `many/${name}/SKILL.md`,
      skill(name),
    ]),
  ),
};

/** How many of them the extension lists. */
export const LISTED = 43;
