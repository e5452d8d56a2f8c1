/** Whose licence speaks for a skill, as an agent is told. */
import assert from "node:assert/strict";
import { header, hostileServer } from "../cases.ts";

const { connect } = hostileServer(["licence-of-a-manifest", "licence-of-nothing", "licence-per-skill"]);

/** The place that speaks, from the nearest to the last. */
const SPEAKING: readonly (readonly [kind: string, path: string, licence: string, why: string])[] = [
  [
    "licence-per-skill",
    "skills/own-file/SKILL.md",
    "All rights reserved (skills/own-file/LICENSE.txt)",
    "the plainest licence file of its directory, also where its field says otherwise",
  ],
  [
    "licence-per-skill",
    "skills/own-field/SKILL.md",
    "MIT OR Apache-2.0 (skills/own-field/SKILL.md)",
    "its own field",
  ],
  [
    "licence-per-skill",
    "area/inner/skills/governed/SKILL.md",
    "CC-BY-4.0 (area/SKILLCDN.md)",
    "the nearest manifest above it that says something",
  ],
  [
    "licence-per-skill",
    "skills/silent/SKILL.md",
    "Apache-2.0 (LICENSE)",
    "the repository's file, also where the root manifest says otherwise",
  ],
  [
    "licence-per-skill",
    "skills/pointing/SKILL.md",
    "Apache-2.0 (LICENSE)",
    "the repository's file, where its own field only points elsewhere",
  ],
  [
    "licence-of-a-manifest",
    "skills/governed/SKILL.md",
    "MPL-2.0 (SKILLCDN.md)",
    "the root manifest, without a file",
  ],
  ["licence-of-nothing", "skills/free/SKILL.md", "none", "nothing, which is told as such"],
];

for (const [kind, path, licence, why] of SPEAKING) {
  Deno.test(`cases, licence per skill: what speaks for ${path} of ${kind} is ${why}`, async () => {
    const agent = await connect(kind);
    assert.equal(header(await agent.load(path), "License"), licence);
    // The licence is the skill's, wherever the connection is mounted.
    const mounted = await connect(kind, `/${path.slice(0, path.lastIndexOf("/"))}`);
    assert.equal(header(await mounted.load(path), "License"), licence);
  });
}
