/** Trees that broke other people's tools: where skills lie, and what leads out of a repository. */
import assert from "node:assert/strict";
import { CHAIN_EDGES, fixtureText } from "../../support/hostile_repositories.ts";
import { testServer } from "../../support/test_server.ts";
import {
  assertAbsent,
  assertHolds,
  assertLacks,
  entriesOf,
  header,
  headers,
  hostileServer,
} from "../cases.ts";

const { connect, open, refusal, repository } = hostileServer([
  "depth",
  "duplicates",
  "hidden-skills",
  "link-chain",
  "linked-only-files",
  "links-out-of-the-skill",
  "odd-trees",
  "root-skill-and-nested-skills",
  "symlinks",
  "traversal",
]);

Deno.test("cases, root skill and nested skills: both are served, each with its own files", async () => {
  const agent = await connect("root-skill-and-nested-skills");
  assert.match(await agent.instructions(), /^Holds: 2 skills$/m);
  assert.deepEqual(entriesOf(await agent.browse()), ["skill SKILL.md", "file guide.md", "folder skills"]);
  assert.deepEqual(entriesOf(await agent.browse("skills")), ["skill skills/a/SKILL.md"]);
  const root = await agent.load("SKILL.md");
  assertHolds(root, "Files: 1\n- guide.md\n");
  assert.deepEqual(headers(root, "Warning"), []);
  assertHolds(await agent.load("skills/a/SKILL.md"), "Files: 1\n- skills/a/notes.md\n");
  assert.deepEqual(entriesOf(await agent.search("guide")), ["skill SKILL.md"]);
  assert.deepEqual(entriesOf(await agent.search("notes")), ["skill skills/a/SKILL.md"]);
});

Deno.test("cases, root skill and nested skills: a mount below the root skill serves what lies in it alone", async () => {
  const agent = await connect("root-skill-and-nested-skills", "/skills");
  assert.match(await agent.instructions(), /^Holds: 1 skill$/m);
  for (const path of ["SKILL.md", "guide.md", ""]) await assertAbsent(agent, path);
  assert.deepEqual(entriesOf(await agent.search("speaks guide whole repository")), []);
});

Deno.test("cases, depth: skills at every depth are found, loaded and counted", async () => {
  const agent = await connect("depth");
  const paths = {
    "flat": "skills/flat/SKILL.md",
    "b": "skills/cat/b/SKILL.md",
    "c": "skills/cat/sub/c/SKILL.md",
    "e": "plugins/p/skills/e/SKILL.md",
  };
  assert.match(await agent.instructions(), /^Holds: 4 skills$/m);
  assert.equal(header(await agent.browse("skills"), "Below"), "3 skills");
  const found = entriesOf(await agent.search("lies"));
  assert.deepEqual(found.toSorted(), Object.values(paths).toSorted().map((path) => `skill ${path}`));
  for (const [name, path] of Object.entries(paths)) {
    assert.equal(header(await agent.load(path), "Skill"), name);
    const directory = path.slice(0, path.lastIndexOf("/"));
    assert.deepEqual(entriesOf(await agent.browse(directory)), [`skill ${path}`]);
  }
});

Deno.test("cases, symlinked skills folder: each skill is there once, and no link's target is text", async () => {
  const agent = await connect("symlinks");
  const paths = [".agents/skills/one/SKILL.md", ".agents/skills/two/SKILL.md"];
  assert.match(await agent.instructions(), /^Holds: 2 skills$/m);
  assert.deepEqual(entriesOf(await agent.browse()), ["folder .agents"]);
  const browsed = await agent.browse(".agents/skills");
  assert.deepEqual(entriesOf(browsed), paths.map((path) => `skill ${path}`));
  assertHolds(browsed, "- warning .agents/skills/three/SKILL.md (symlink_not_followed): ");
  assert.deepEqual(
    entriesOf(await agent.search("linked stands")).toSorted(),
    paths.map((path) => `skill ${path}`),
  );

  const loaded = await agent.load(paths[0] ?? "");
  assert.match(
    header(loaded, "Warning") ?? "",
    /A link leads to ".agents\/skills\/one\/secret\.md", where there is no file/,
  );
  for (
    const path of [
      ".claude/skills",
      ".claude/skills/one/SKILL.md",
      ".agents/skills/dangling",
      ".agents/skills/loop/one/SKILL.md",
      ".agents/skills/one/secret.md",
      ".agents/skills/three/SKILL.md",
      "docs",
      "docs/skills/one/SKILL.md",
      "vendor/skills",
    ]
  ) await assertAbsent(agent, path);
});

/** What a caller may send instead of a path, and what it is told. */
const WAYS_OUT: Readonly<Record<string, RegExp>> = {
  "../x": /the path holds a "\.\." segment/,
  "..": /the path holds a "\.\." segment/,
  "skills/../../etc/passwd": /the path holds a "\.\." segment/,
  "skills/./safe": /the path holds a "\." segment/,
  "/etc/passwd": /the path starts with "\/"/,
  "//etc/passwd": /the path starts with "\/"/,
  "skills//safe": /the path holds "\/\/"/,
  "skills/safe/": /the path ends with "\/"/,
  "..\\x": /the path holds a backslash/,
  "docs\\open.md": /the path holds a backslash/,
  "\0": /the path holds a control or invisible character/,
  "docs/open.md\0.png": /the path holds a control or invisible character/,
  "docs/\u202eopen.md": /the path holds a control or invisible character/,
  // No tool decodes: these are names that no file has.
  "%2e%2e/x": /_found\)/,
  "%252e%252e/x": /_found\)/,
  "docs%2Fopen.md": /_found\)/,
  "file:///etc/passwd": /the path holds "\/\/"/,
  "~/x": /_found\)/,
  // Links that were committed.
  "docs/passwd.md": /_found\)/,
  "skills/safe/passwd": /_found\)/,
  "outside": /_found\)/,
  "outside/traversal": /_found\)/,
};

Deno.test("cases, traversal: no path of any tool leads out of the repository", async () => {
  const agent = await connect("traversal");
  for (const [path, told] of Object.entries(WAYS_OUT)) {
    for (const tool of ["browse_repo", "search_repo", "load_skill", "read_repo_file"]) {
      const refused = await agent.refused(tool, { path, ...(tool === "search_repo" && { query: "open" }) });
      assert.match(refused, told, `${tool} ${JSON.stringify(path)}`);
      assertLacks(refused, "root:", "/tmp/");
    }
  }
});

Deno.test("cases, traversal: no address leads out of the repository", async () => {
  const repository = "/local/hostile/traversal";
  for (
    const [address, code] of Object.entries({
      [`${repository}/..%2fx`]: "address.encoding",
      [`${repository}/..%5cx`]: "address.encoding",
      [`${repository}/%2e%2e%2fx`]: "address.encoding",
      [`${repository}/docs%00`]: "address.path_invalid",
      [`${repository}//etc`]: "address.path_invalid",
      [`${repository}@main:..`]: "address.path_invalid",
      [`${repository}@..:docs`]: "address.ref_invalid",
      [`/local/hostile%2f..%2fhostile/traversal`]: "address.encoding",
      [`/local/hostile/..%5c..%5cetc`]: "address.encoding",
      // A URL is resolved before it is sent, so that these arrive as other addresses.
      [`${repository}/%2e%2e/x`]: "mount.repo_not_found",
      [`${repository}/../../../etc/passwd`]: "address.host_unknown",
    })
  ) {
    const response = await open(address);
    assert.equal((await response.json()).error.code, code, address);
  }
  const { status, headers } = await open(`${repository}/docs/`);
  assert.deepEqual([status, headers.get("location")?.endsWith(`${repository}/docs`)], [302, true]);
  await connect("traversal");
  for (const path of ["%252e%252e", "docs/passwd.md", "skills/safe/passwd", "outside"]) {
    assert.equal((await refusal("traversal", `/${path}`)).code, "mount.path_not_found", path);
  }
});

Deno.test("cases, traversal: a client that sends dots as they are gets no further", async () => {
  const { directory } = repository("traversal");
  await using server = await testServer({ directories: new Map([["hostile/traversal", directory]]) });
  const { hostname, port } = new URL(server.listen());
  for (const way of ["..", "%2e%2e", ".%2E", "..%5c..", "..%2f.."]) {
    const target = `/local/hostile/traversal/${Array(5).fill(way).join("/")}/etc/passwd`;
    using connection = await Deno.connect({ hostname, port: Number(port) });
    const request = `GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request));
    const response = await new Response(connection.readable).text();
    assert.match(response, /^HTTP\/1\.1 (?:400|404) [^]*"code":"(?:address|mount|route)\./, target);
    assertLacks(response, "root:");
  }
});

Deno.test("cases, traversal: no link, include or document of a skill leads out of the repository", async () => {
  const agent = await connect("traversal");
  const path = "skills/safe/SKILL.md";
  const loaded = await agent.load(path);
  const dropped = headers(loaded, "Warning").filter((warning) => warning.endsWith("(include_dropped)"));
  assert.deepEqual(dropped, [
    'Include 1 is dropped: the path holds a ".." segment (include_dropped)',
    'Include 2 is dropped: the path holds a ".." segment (include_dropped)',
    "Include 3 is dropped: the path holds a backslash (include_dropped)",
  ]);
  assert.equal(header(loaded, "Sections"), "instructions; included file skills/safe/notes.md");
  assertLacks(loaded, "References:");
  const source = await fixtureText("traversal", path);
  assert.equal(
    await agent.context(path),
    `--- instructions ---\n${source.slice(source.indexOf("# Safe"))}\n` +
      "--- included file: skills/safe/notes.md ---\n# Notes\n",
  );
  assert.deepEqual(entriesOf(await agent.browse("docs")), ["file docs/open.md"]);
});

Deno.test("cases, traversal: a tree whose own names lead out serves none of them, and says so", async () => {
  const agent = await connect("odd-trees");
  assert.match(await agent.instructions(), /^Holds: 1 skill$/m);
  const browsed = await agent.browse();
  assertHolds(
    browsed,
    "- warning (repository root) (path_unservable): Left out: 6 files below whose path cannot",
  );
  assert.deepEqual(entriesOf(browsed), ["folder skills"]);
  await assertAbsent(agent, ".git/SKILL.md");
  for (const path of ["../SKILL.md", "a\\b.md", "line\nLicense: MIT/SKILL.md", "seen\u202e/SKILL.md"]) {
    assertHolds(await agent.refused("read_repo_file", { path }), "(request.invalid)");
  }
  assert.deepEqual(entriesOf(await agent.search("served inner")), []);
});

Deno.test("cases, links out of the skill: they are resolved by the rules, and what is not found says what was tried", async () => {
  const agent = await connect("links-out-of-the-skill");
  const loaded = await agent.load("skills/guide/SKILL.md");
  assertHolds(loaded, "References: 2\n- references/x.md\n- tools/t.md\n");
  assert.deepEqual(headers(loaded, "Warning"), [
    'A link leads to "skills/guide/references/y.md", where there is no file; the nearest path is "references/y.md" ' +
    "(link_missing)",
    'A link leads to "missing.md", where there is no file (link_missing)',
  ]);
  assert.equal(await agent.read("references/x.md"), "# X\n");
  assert.equal(await agent.read("tools/t.md"), "# T\n");
  await assertAbsent(agent, "references/y.md");
  await assertAbsent(agent, "tools/other.md");
});

Deno.test("cases, linked-only files: they are read, never found, listed or counted, and show no sibling", async () => {
  const agent = await connect("linked-only-files");
  assertHolds(await agent.load("skills/guide/SKILL.md"), "References: 1\n- notes/linked.md\n");
  assert.equal(
    await agent.read("notes/linked.md"),
    await fixtureText("linked-only-files", "notes/linked.md"),
  );
  assert.deepEqual(entriesOf(await agent.search("quince page")), ["skill skills/guide/SKILL.md"]);
  assert.deepEqual(entriesOf(await agent.search("quince")), []);
  assert.deepEqual(entriesOf(await agent.browse()), ["folder skills"]);
  assert.match(await agent.instructions(), /^Holds: 1 skill$/m);
  await assertAbsent(agent, "notes/sibling.md");
  // The folder is one of the commit, so that it opens, and shows nothing.
  assert.deepEqual(entriesOf(await agent.browse("notes")), []);
});

Deno.test("cases, link chain: eight edges are followed, the ninth is not, and nothing is called partial for it", async () => {
  const agent = await connect("link-chain");
  for (let edge = 1; edge < CHAIN_EDGES; edge++) {
    assert.equal(await agent.read(`chain/${edge}.md`), `# Link ${edge}\n\n[next](${edge + 1}.md)\n`);
  }
  await assertAbsent(agent, `chain/${CHAIN_EDGES}.md`, ["load_skill", "read_repo_file"]);
  const texts = [
    await agent.instructions(),
    await agent.browse(),
    await agent.search("chain"),
    await agent.load("skills/start/SKILL.md"),
    (await agent.call("read_repo_file", { path: "chain/8.md" })).text,
  ];
  for (const text of texts) assert.doesNotMatch(text, /partial/i);
  assertHolds(
    await agent.browse(),
    "warning chain/8.md (link_limit): It is 8 links away from what is served, so that its own links are not followed: " +
      "pages that only they lead to cannot be read, and nothing else is missing",
  );
});

Deno.test("cases, hidden skills: beside visible ones they are not found or counted, and load by their paths", async () => {
  const agent = await connect("hidden-skills");
  const path = ".internal/skills/release/SKILL.md";
  assert.match(await agent.instructions(), /^Holds: 1 skill$/m);
  assertHolds(await agent.browse(), "[folder] .internal\n  below: 0 skills\n");
  assertHolds(
    await agent.browse(".internal/skills/release"),
    `[skill] ${path}\n`,
    "\n  note: hidden, not searched\n",
  );
  for (const word of ["release", "quince", "publishes", "steps"]) {
    assert.deepEqual(entriesOf(await agent.search(word)), []);
    assert.deepEqual(entriesOf(await agent.search(word, { path: ".internal" })), []);
  }
  const loaded = await agent.load(path);
  assertHolds(loaded, "Note: this skill is hidden, so that search does not find it\n");
  assert.equal(header(loaded, "Complete"), "true");
});

Deno.test("cases, duplicates: copies that are equal file for file are listed and found once", async () => {
  const agent = await connect("duplicates");
  const [first, edited] = ["skills/copy/SKILL.md", "other/skills/copy/SKILL.md"];
  assert.match(await agent.instructions(), /^Holds: 2 skills$/m);
  for (const query of ["copy", "quince", "several times", "more about quince"]) {
    assert.deepEqual(entriesOf(await agent.search(query)).toSorted(), [`skill ${edited}`, `skill ${first}`]);
  }
  for (const [copy, note] of [["plugins/p/skills/copy", "a copy of"], [".claude/skills/copy", "a copy of"]]) {
    const browsed = await agent.browse(copy);
    assertHolds(browsed, `[skill] ${copy}/SKILL.md\n`, `  note: not searched, ${note} ${first}\n`);
    const loaded = await agent.load(`${copy}/SKILL.md`);
    assertHolds(loaded, `Note: this is ${note} ${first}\n`, `- ${copy}/references/more.md\n`);
    assert.equal(await agent.context(`${copy}/SKILL.md`), await agent.context(first));
  }
});
