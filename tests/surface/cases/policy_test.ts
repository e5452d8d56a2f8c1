/** What a repository holds back and what a mount leaves out: closed to every tool, and untold. */
import assert from "node:assert/strict";
import { fixtureText } from "../../support/hostile_repositories.ts";
import { nextCall } from "../../support/next_call.ts";
import {
  assertAbsent,
  assertHolds,
  assertLacks,
  entriesOf,
  header,
  headers,
  hostileServer,
} from "../cases.ts";

const { connect, refusal } = hostileServer(["exclusions", "manifest-fails-closed", "sub-path-mounts"]);

/** Why each area is closed, at the line that says so. */
const CLOSED: Readonly<Record<string, RegExp>> = {
  "declared/bad-exclusion":
    /:5 \(exclusion_invalid\): Exclusion 2 is not an exact path: patterns are not supported/,
  "declared/bad-yaml": /:2 \(yaml_syntax\): The value of "description" holds an unquoted ": "/,
  "unread/linked": / \(manifest_unreadable\): .* it is not one file of its own$/,
  "declared/no-description": /:1 \(field_missing\): "description" is missing/,
  "unread/not-utf8": / \(not_utf8\): The file is not UTF-8 text/,
  "unread/oversized": / \(file_too_long\): The file has \d+ characters/,
  "unread/pointer": / \(lfs_pointer\): The file is a Git LFS pointer/,
};

for (const [area, reason] of Object.entries(CLOSED)) {
  Deno.test(`cases, manifest fails closed (${area}): nothing below it is there for any tool, and the reason is`, async () => {
    const agent = await connect("manifest-fails-closed");
    const problems = (await agent.browse(area.slice(0, area.indexOf("/")))).split("\n")
      .filter((line) => line.startsWith(`- error ${area}/SKILLCDN.md`));
    assert(problems.some((line) => reason.test(line)), problems.join("\n"));
    assert(problems.some((line) => line.includes("(manifest_unreadable)")), problems.join("\n"));
    const told = await refusal("manifest-fails-closed", `/${area}`);
    const absent = await refusal("manifest-fails-closed", "/nothing");
    assert.deepEqual(told, absent);
    for (
      const path of [
        area,
        `${area}/SKILLCDN.md`,
        `${area}/README.md`,
        `${area}/docs`,
        `${area}/docs/secret.md`,
        `${area}/skills/secret`,
        `${area}/skills/secret/SKILL.md`,
        `${area}/nested`,
        `${area}/nested/SKILLCDN.md`,
        `${area}/nested/page.md`,
      ]
    ) await assertAbsent(agent, path);
  });
}

Deno.test("cases, manifest fails closed: every area is reported and counted, and nothing of it is found", async () => {
  const agent = await connect("manifest-fails-closed");
  const browsed = await agent.browse();
  assert.deepEqual(entriesOf(browsed), ["folder open"]);
  assert.equal(header(browsed, "Below"), "1 skill");
  const found = await agent.search("quince");
  assert.deepEqual(entriesOf(found), []);
  for (const text of [browsed, found]) {
    // Two problems of most areas are more than a page tells; those that it does not are counted.
    const shown = text.match(/^- error \S+\/SKILLCDN\.md\S* \(/gm)?.length ?? 0;
    assertHolds(text, `\n- ${13 - shown} more\n`);
  }
  const instructions = await agent.instructions();
  assert.match(instructions, /^Holds: 1 skill$/m);
  assertHolds(instructions, "(manifest_unreadable): Everything here is closed");
  for (const text of [browsed, found, instructions]) {
    assertLacks(text, "quince:", "Rules of quince", "Says quince");
  }
});

Deno.test("cases, manifest fails closed: a skill that reaches into closed areas learns nothing of them", async () => {
  const agent = await connect("manifest-fails-closed");
  const path = "open/skills/reaching/SKILL.md";
  const loaded = await agent.load(path);
  assert.equal(header(loaded, "Sections"), "instructions");
  assertLacks(loaded, "References:", "of quince");
  assert.deepEqual(headers(loaded, "Warning"), [
    "Include 1 is dropped: it lies outside the skill and is no document of a manifest at or above it (include_dropped)",
    'A link leads to "declared/bad-yaml/docs/secret.md", where there is no file (link_missing)',
    'A link leads to "unread/linked/README.md", where there is no file (link_missing)',
    'A link leads to "declared/bad-exclusion/nested/page.md", where there is no file (link_missing)',
  ]);
});

Deno.test("cases, exclusions: what is excluded is there for no tool, however it is reached", async () => {
  const agent = await connect("exclusions");
  for (
    const path of [
      "README.md",
      "docs/draft.md",
      "private",
      "private/key.md",
      "private/SKILLCDN.md",
      "private/skills/vault",
      "private/skills/vault/SKILL.md",
      "skills/open/notes",
      "skills/open/notes/inner.md",
      "skills/withdrawn/SKILL.md",
      "skills/withdrawn/data.md",
    ]
  ) await assertAbsent(agent, path);
  for (const path of ["/private", "/private/skills/vault", "/skills/open/notes"]) {
    assert.deepEqual(await refusal("exclusions", path), await refusal("exclusions", "/nothing"), path);
  }
  assert.deepEqual(entriesOf(await agent.search("quince")), []);
  assert.deepEqual(
    entriesOf(await agent.search("draft key inner vault withdrawn")).filter((entry) =>
      !/^(?:file docs\/open\.md|skill skills\/open\/SKILL\.md)$/.test(entry)
    ),
    [],
  );
});

Deno.test("cases, exclusions: they match whole names, and counts and listings hold only what is left", async () => {
  const agent = await connect("exclusions");
  assert.match(await agent.instructions(), /^Holds: 2 skills, 1 document$/m);
  const browsed = await agent.browse();
  assert.deepEqual(entriesOf(browsed), [
    "file SKILLCDN.md",
    "folder docs",
    "folder private-notes",
    "folder skills",
  ]);
  assert.equal(header(browsed, "Overview"), null);
  assert.deepEqual(entriesOf(await agent.browse("docs")), ["file docs/open.md"]);
  assert.deepEqual(entriesOf(await agent.browse("skills/open")), ["skill skills/open/SKILL.md"]);
  assert.equal(header(await agent.load("private-notes/skills/near/SKILL.md"), "Skill"), "near");
});

Deno.test("cases, exclusions: a skill that includes what is excluded is never complete, and is told no more", async () => {
  const agent = await connect("exclusions");
  const path = "skills/open/SKILL.md";
  const loaded = await agent.load(path);
  assert.equal(header(loaded, "Complete"), "false");
  assert.equal(nextCall(loaded, "load_skill"), null);
  assert.deepEqual(headers(loaded, "Missing"), [
    'error skills/open/SKILL.md (include_missing): Included file "docs/draft.md" does not exist',
    'error skills/open/SKILL.md (include_missing): Included file "skills/open/notes/inner.md" does not exist',
  ]);
  assertLacks(loaded, "References:", "Files:");
  const source = await fixtureText("exclusions", path);
  assert.equal(
    await agent.context(path),
    "--- applicable rules: SKILLCDN.md ---\nRules of the root.\n\n" +
      `--- instructions ---\n${source.slice(source.indexOf("# Open"))}`,
  );
});

const OUTSIDE = [
  "",
  "SKILLCDN.md",
  "docs",
  "docs/shared.md",
  "outside",
  "outside/docs/page-1.md",
  "outside/linked.md",
  "outside/skills/quince",
  "outside/skills/quince/SKILL.md",
  "inside-out",
  "inside-out/skills/near/SKILL.md",
];

Deno.test("cases, sub-path mounts: what lies outside is there for no tool", async () => {
  const agent = await connect("sub-path-mounts", "/inside");
  assert.match(await agent.instructions(), /^Holds: 2 skills, 3 documents$/m);
  for (const path of OUTSIDE) await assertAbsent(agent, path);
  assert.deepEqual(entriesOf(await agent.search("quince")), []);
  assert.deepEqual(entriesOf(await agent.search("near shared everyone")), []);
  // The name of a skill outside is no hint to its path either.
  const named = await agent.refused("load_skill", { path: "quince" });
  assert.equal(named, (await agent.refused("load_skill", { path: "nobody" })).replace("nobody", "quince"));
});

Deno.test("cases, sub-path mounts: rules and shared pages from outside arrive with a skill, and links to outside do not", async () => {
  const agent = await connect("sub-path-mounts", "/inside");
  const path = "inside/skills/plum/SKILL.md";
  const loaded = await agent.load(path);
  assertHolds(loaded, "References: 1\n- inside/skills/plum/references/kinds.md\n");
  const source = await fixtureText("sub-path-mounts", path);
  assert.equal(
    await agent.context(path),
    [
      "--- applicable rules: SKILLCDN.md ---\nRules of the root.\n",
      "--- applicable rules: inside/SKILLCDN.md ---\nRules of the area.\n",
      `--- instructions ---\n${source.slice(source.indexOf("# Plum"))}`,
      "--- included file: docs/shared.md ---\n# Shared page\n\nFor everyone, about quince.\n",
    ].join("\n"),
  );
});

Deno.test("cases, sub-path mounts: a skill above the mount is not there, and its files are", async () => {
  const agent = await connect("sub-path-mounts", "/inside/skills/plum/references");
  await assertAbsent(agent, "inside/skills/plum/SKILL.md");
  await assertAbsent(agent, "inside/docs/page-1.md");
  assert.match(await agent.instructions(), /^Holds: 0 skills$/m);
  const entries = ["file inside/skills/plum/references/kinds.md"];
  assert.deepEqual(entriesOf(await agent.browse()), entries);
  const found = await agent.search("plums kinds cooks");
  assert.deepEqual(entriesOf(found), entries);
  assertLacks(found, "Cooks plums");
});

const LONG = "inside/skills/long/SKILL.md";

const REQUESTS: readonly (readonly [tool: string, request: Record<string, unknown>])[] = [
  ["browse_repo", { path: "outside/docs", limit: 1 }],
  ["browse_repo", { path: "inside/docs", limit: 1 }],
  ["search_repo", { query: "quince", limit: 1 }],
  ["search_repo", { query: "plums", limit: 1 }],
  ["search_repo", { query: "plums", path: "inside/docs", limit: 1 }],
  ["load_skill", { path: LONG }],
];

Deno.test("cases, sub-path mounts: no cursor of another mount, folder or query goes on", async () => {
  const root = await connect("sub-path-mounts");
  const inside = await connect("sub-path-mounts", "/inside");
  for (const [tool, request] of REQUESTS) {
    const first = await root.call(tool, request);
    const cursor = nextCall(first.text, tool)?.cursor;
    assert.equal(typeof cursor, "string", first.text);
    assert(!(await root.call(tool, { ...request, cursor })).isError);
    for (const [other, here] of REQUESTS) {
      if (other !== tool) continue;
      if (here !== request) {
        const mixed = await root.refused(tool, { ...here, cursor });
        assertHolds(mixed, "Reason: the cursor does not continue this request");
      }
      const refused = await inside.refused(tool, { ...here, cursor });
      assert.match(
        refused,
        /^Reason: the cursor does not continue this request|^Error: .*\(folder\.not_found\)/m,
      );
      assertLacks(refused, "Outside page", "of quince");
    }
  }
  const next = nextCall(await inside.load(LONG), "load_skill");
  assert(!(await inside.call("load_skill", { path: LONG, cursor: next?.cursor })).isError);
});
