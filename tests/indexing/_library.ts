import type { Files } from "../support/scripted_host.ts";

/** A small repository with one of everything: rules, an include, a supporting file, a document. */
export const LIBRARY: Files = {
  "README.md": "# The library\n\nSkills for a workshop.\n",
  "SKILLCDN.md": "---\nname: Workshop\ndescription: Skills for a workshop.\n---\nMeasure twice.\n",
  "docs/glossary.md": "# Glossary\n\nA kerf is the width of a cut.\n",
  "skills/sawing/SKILL.md":
    "---\nname: sawing\ndescription: Cuts a board to length.\nskillcdn:\n  include:\n    - angles.md\n---\nMark the line, then cut.\n",
  "skills/sawing/angles.md": "# Angles\n\nUse a mitre box.\n",
  "skills/gluing/SKILL.md": "---\nname: gluing\ndescription: Joins two boards.\n---\nClamp for an hour.\n",
};

export const QUERIES = ["sawing", "mitre", "kerf", "clamp"];
