/** A small repository for surface tests, as a directory of no git repository. */

/** Over 60 KiB of context, with characters of every UTF-8 length at uneven places. */
export const LONG_BODY = Array.from(
  { length: 1500 },
  (_, line) => `${line + 1}. Zähle «${"é".repeat(line % 7)}» und 語 und 🜁 bis ${line * line}.\n`,
).join("");

export const RULES = "Follow the house rules.\n\n1. Say what you assumed.\n";
export const AREA_RULES = "Write for customers.\n";
export const PAGE = "# Voice\n\nPlain words.\n";

export const LIBRARY: Readonly<Record<string, string | Uint8Array>> = {
  "acme/library/SKILLCDN.md": `---\nname: Acme library\ndescription: Skills for tests.\n---\n${RULES}`,
  "acme/library/README.md": "# Acme library\n\nWhat this library holds.\n",
  "acme/library/docs/voice.md": PAGE,
  "acme/library/marketing/SKILLCDN.md": `---\ndescription: Customer work.\n---\n${AREA_RULES}`,
  "acme/library/marketing/skills/ad-copy/SKILL.md":
    "---\nname: ad-copy\ndescription: Writes short ads for every channel.\nlicense: MIT\nskillcdn:\n  include:\n    - /docs/voice.md\n---\n" +
    LONG_BODY,
  "acme/library/marketing/skills/ad-copy/references/limits.md": "# Limits\n\nThirty characters.\n",
  "acme/library/marketing/skills/ad-copy/logo.bin": new Uint8Array([0x89, 0x50, 0x00, 0xff, 0xfe]),
  "acme/library/marketing/skills/broken/SKILL.md": "no front matter\n",
  "acme/library/engineering/skills/review/SKILL.md":
    "---\nname: review\ndescription: Reviews a change before it is merged.\n---\n# Review\n\nRead the diff twice.\n",
};
