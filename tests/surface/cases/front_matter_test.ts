/** Front matter that broke other people's tools, as an agent meets it. */
import assert from "node:assert/strict";
import { fixtureText } from "../../support/hostile_repositories.ts";
import { assertHolds, assertLacks, entriesOf, header, headers, hostileServer } from "../cases.ts";

const { connect, repository } = hostileServer([
  "allowed-tools",
  "block-scalars",
  "bom-and-crlf",
  "colon",
  "duplicate-key",
  "fence-at-end-of-file",
  "fence-like-text",
  "hash",
  "name-missing",
  "nested-keys",
  "no-front-matter",
  "optional-field",
  "typed-values",
]);

/** One skill is lost, and its report says where and why. */
const LOST: readonly {
  readonly row: string;
  readonly kind: string;
  readonly path: string;
  readonly report: RegExp;
  readonly neighbours: readonly string[];
  /** A word of the lost skill alone. */
  readonly word: string;
}[] = [
  {
    row: "colon: an unquoted colon",
    kind: "colon",
    path: "skills/makes-video/SKILL.md",
    report:
      /:3 \(yaml_syntax\): The value of "description" holds an unquoted ": ".* put the whole value in quotes/,
    neighbours: ["skills/makes-audio/SKILL.md"],
    word: "sound",
  },
  {
    row: "optional field: a value that starts with a bracket and goes on",
    kind: "optional-field",
    path: "skills/charts/SKILL.md",
    report: /:4 \(yaml_syntax\): The value of "argument-hint" starts with "\["/,
    neighbours: ["skills/tables/SKILL.md"],
    word: "axes",
  },
  {
    row: "fence at end of file: a fence that is glued to a value",
    kind: "fence-at-end-of-file",
    path: "skills/glued-fence/SKILL.md",
    report: /:1 \(no_front_matter\): The front matter is never closed/,
    neighbours: ["skills/empty-body/SKILL.md"],
    word: "foo",
  },
  {
    row: "no front matter: a heading in the first line",
    kind: "no-front-matter",
    path: "skills/heading-first/SKILL.md",
    report: /:1 \(no_front_matter\): The file has no front matter: its first line is not "---"/,
    neighbours: ["skills/valid/SKILL.md"],
    word: "declaration",
  },
  {
    row: "no front matter: a declaration inside a code block",
    kind: "no-front-matter",
    path: "skills/code-block/SKILL.md",
    report: /:1 \(no_front_matter\): The file has no front matter: it starts with a code block/,
    neighbours: ["skills/valid/SKILL.md"],
    word: "inside",
  },
  {
    row: "name missing: only a description",
    kind: "name-missing",
    path: "skills/nameless/SKILL.md",
    report: /:1 \(field_missing\): "name" is missing/,
    neighbours: ["skills/named/SKILL.md"],
    word: "describes",
  },
  {
    row: "duplicate key: two descriptions",
    kind: "duplicate-key",
    path: "skills/twice/SKILL.md",
    report: /:5 \(duplicate_key\): "description" is declared twice, on lines 3 and 5/,
    neighbours: ["skills/once/SKILL.md"],
    word: "second",
  },
];

for (const { row, kind, path, report, neighbours, word } of LOST) {
  Deno.test(`cases, ${row} loses one skill, names its line and serves the neighbours`, async () => {
    const agent = await connect(kind);
    const browsed = await agent.browse("skills");
    assert.deepEqual(entriesOf(browsed), neighbours.map((neighbour) => `skill ${neighbour}`));
    const [line, ...others] = browsed.split("\n").filter((line) => line.startsWith(`- error ${path}`));
    assert.match(line ?? browsed, report);
    assert.deepEqual(others, []);
    assertHolds(await agent.browse(), line ?? "", "below: 1 skill");

    assert.deepEqual(entriesOf(await agent.search(word)), []);
    const refused = await agent.refused("load_skill", { path });
    assertHolds(refused, "(skill.not_found)", "Its text can be read as a file");
    assert(line?.endsWith(/^Reason: (.*)$/m.exec(refused)?.[1] ?? "-"), refused);
    assert.equal(await agent.read(path), await fixtureText(kind, path));
    for (const neighbour of neighbours) assert.equal(header(await agent.load(neighbour), "Complete"), "true");
  });
}

Deno.test("cases, no front matter: a connection is told how many skills are valid and how many are not", async () => {
  const instructions = await (await connect("no-front-matter")).instructions();
  assertHolds(
    instructions,
    "Holds: 1 skill\n",
    "Invalid, not listed: 2 SKILL.md files; browse_repo says why",
  );
});

Deno.test('cases, hash: a value ends before " #" everywhere, and its reader is warned', async () => {
  const agent = await connect("hash");
  const path = "skills/announce/SKILL.md";
  const description = "Write text for the";
  const loaded = await agent.load(path);
  assert.equal(header(loaded, "Description"), description);
  assert.match(header(loaded, "Warning") ?? "", /"description" ends before " #".* \(commented_value\)$/);
  for (const text of [await agent.browse("skills"), await agent.search("announce")]) {
    assert.match(text, new RegExp(`^  description: ${description}$`, "m"));
  }
  assert.deepEqual(entriesOf(await agent.search("deploys channel")), []);
  assert.equal(await agent.read(path), await fixtureText("hash", path));
});

Deno.test("cases, block scalars: every style is read as YAML says, and every word is found", async () => {
  const agent = await connect("block-scalars");
  const browsed = await agent.browse("skills");
  const styles = {
    "folded": ["amber", "birch"],
    "folded-strip": ["cedar", "dogwood"],
    "folded-keep": ["elder", "fir"],
    "literal": ["gorse", "hazel"],
    "literal-strip": ["ivy", "juniper"],
    "indented": ["kapok", "larch"],
  };
  for (const [style, [leaf, bark]] of Object.entries(styles)) {
    const path = `skills/${style}/SKILL.md`;
    const description = `Collects ${leaf} leaves and ${bark} bark in all seasons.`;
    assertHolds(browsed, `[skill] ${path}\n  name: ${style}\n  description: ${description}\n`);
    const loaded = await agent.load(path);
    assert.equal(header(loaded, "Description"), description);
    assert.equal(header(loaded, "License"), `MIT (${path})`, "the field behind the block is read");
    assert.deepEqual(headers(loaded, "Warning"), []);
    for (const word of [leaf, bark]) {
      assert.deepEqual(entriesOf(await agent.search(word ?? "")), [`skill ${path}`], word);
    }
  }
  assert.equal(entriesOf(await agent.search("seasons")).length, 6);
});

Deno.test("cases, fence at end of file: a fence without a newline closes a skill with no body", async () => {
  const agent = await connect("fence-at-end-of-file");
  const path = "skills/empty-body/SKILL.md";
  assert.equal(header(await agent.load(path), "Description"), "Has no instructions at all.");
  assert.equal(await agent.context(path), "--- instructions ---\n");
  assert.equal(await agent.read(path), await fixtureText("fence-at-end-of-file", path));
});

Deno.test("cases, fence-like text: the whole block is kept, and the body to the byte", async () => {
  const agent = await connect("fence-like-text");
  const path = "skills/dividers/SKILL.md";
  const loaded = await agent.load(path);
  assert.equal(header(loaded, "Description"), "Splits a---b, and c --- d");
  assert.equal(header(loaded, "Compatibility"), "A reader of ---- dashes");
  assert.equal(header(loaded, "Metadata"), "rule=--- ; other=kept");
  const source = await fixtureText("fence-like-text", path);
  assert.equal(
    await agent.context(path),
    `--- instructions ---\n${source.slice(source.indexOf("---\n\n#"))}`,
  );
  assert.equal(await agent.read(path), source);
});

Deno.test("cases, typed values: every text is shown as it was typed, and the name is found", async () => {
  const agent = await connect("typed-values");
  const path = "skills/123/SKILL.md";
  const loaded = await agent.load(path);
  const shown = ["Skill", "Description", "License", "Compatibility", "Allowed tools", "Metadata"].map((key) =>
    header(loaded, key)
  );
  assert.deepEqual(shown, [
    "123",
    "2024-01-15",
    `1.0 (${path})`,
    "yes",
    "0x1F",
    "version=16; rev=1.0; released=2024-01-15; beta=yes; octal=007; big=1e3",
  ]);
  assert.deepEqual(headers(loaded, "Warning"), [
    '"metadata" must map text to text, but "version" is a number; it is passed on as it is (field_invalid)',
  ]);
  for (const text of [await agent.browse("skills"), await agent.search("123")]) {
    assertHolds(text, `[skill] ${path}\n  name: 123\n  description: 2024-01-15\n`);
  }
});

Deno.test("cases, allowed-tools: a list and either kind of string are passed through as written", async () => {
  const agent = await connect("allowed-tools");
  const written = {
    "block-list": "Read, Bash(git:*)",
    "flow-list": "Read, Bash(git:*)",
    "spaced": "Read Grep Bash(git:*)",
    "comma": "Read,Grep, Bash(git:*)",
  };
  for (const [name, tools] of Object.entries(written)) {
    const loaded = await agent.load(`skills/${name}/SKILL.md`);
    assert.equal(header(loaded, "Allowed tools"), tools);
    assert.deepEqual(headers(loaded, "Warning"), []);
  }
});

Deno.test("cases, nested keys: the name and description of the top level win", async () => {
  const agent = await connect("nested-keys");
  const path = "skills/nested/SKILL.md";
  const loaded = await agent.load(path);
  assert.equal(header(loaded, "Skill"), "nested");
  assert.equal(header(loaded, "Description"), "The outer description.");
  assert.equal(header(loaded, "License"), "none");
  assertLacks(await agent.browse("skills"), "inner");
});

Deno.test("cases, BOM, CRLF, mixed endings: the values are the same, without a carriage return, and the bytes as they were", async () => {
  const agent = await connect("bom-and-crlf");
  const plain = await agent.load("skills/line-feed/SKILL.md");
  for (const name of ["line-feed", "carriage-return", "mark", "mixed"]) {
    const path = `skills/${name}/SKILL.md`;
    const loaded = await agent.load(path);
    for (const key of ["Skill", "Description", "Metadata", "Complete", "Sections"]) {
      assert.equal(header(loaded, key), header(plain, key), `${key} of ${name}`);
    }
    assert.equal(header(loaded, "License"), `MIT (${path})`);
    assert.doesNotMatch(loaded.split("\n=== ", 1)[0] ?? "", /[\r\uFEFF]/);

    const { git } = repository("bom-and-crlf");
    const source = await agent.read(path);
    const hash = await git(["hash-object", "--stdin"], source);
    assert.equal(hash, await git(["rev-parse", `main:${path}`]), `bytes of ${name}`);
    const body = source.slice(source.indexOf("# Endings"));
    assert.equal(await agent.context(path), `--- instructions ---\n${body}`);
  }
});
