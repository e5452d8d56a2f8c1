import fc from "fast-check";
import assert from "node:assert/strict";
import { type Content, manifest, type ReadFiles, readFiles, skill } from "./_repository.ts";

/** A manifest's exclusions, or null for one that cannot be read. */
type Exclusions = readonly string[] | null;

interface Repository {
  readonly files: Readonly<Record<string, Content>>;
  readonly manifests: Readonly<Record<string, Exclusions>>;
}

const directory = fc.array(fc.constantFrom("a", "b", "docs", ".h", "skills"), { maxLength: 3 })
  .map((segments) => segments.join("/"));

const below = fc.constantFrom(
  ".",
  "a",
  "a/b",
  "docs",
  "docs/x.md",
  "SKILL.md",
  "b/SKILL.md",
  "b/SKILLCDN.md",
  ".h",
);

const link = fc.constantFrom(
  "x.md",
  "../x.md",
  "/docs/x.md",
  "a/SKILL.md",
  "/b/README.md",
  "../../out.md",
  "%2e%2e/x.md",
);

const text = fc.array(link, { maxLength: 3 }).map((links) => links.map((to) => `[l](${to})`).join("\n\n"));

const include = fc.constantFrom("x.md", "/docs/x.md", "../x.md", ".h/x.md");

const skillText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom("a", "b"), text).map(([name, body]) => skill(name, body)),
  },
  include.map((path) => skill("i", "Go.\n", `skillcdn:\n  include: ["${path}"]\n`)),
  fc.constant("no front matter"),
);

const file: fc.Arbitrary<readonly [name: string, content: Content]> = fc.oneof(
  fc.tuple(fc.constant("SKILL.md"), skillText),
  fc.tuple(fc.constantFrom("x.md", "README.md", "readme.md", "x.json", "x.py", ".x.md", "LICENSE"), text),
  fc.tuple(fc.constantFrom("bin.png"), fc.uint8Array({ maxLength: 4 })),
  fc.tuple(
    fc.constantFrom("SKILL.md", "l.md", "sub"),
    fc.constantFrom({ mode: "symlink" }, { mode: "submodule" }),
  ),
);

const exclusions: fc.Arbitrary<Exclusions> = fc.oneof(
  { weight: 6, arbitrary: fc.uniqueArray(below, { maxLength: 3 }) },
  fc.constant(null),
);

const repository: fc.Arbitrary<Repository> = fc.record({
  files: fc.array(fc.tuple(directory, file), { maxLength: 25 }),
  manifests: fc.array(fc.tuple(directory, exclusions, fc.boolean()), { maxLength: 4 }),
}).map(({ files, manifests }) => ({
  files: {
    ...Object.fromEntries(files.map(([directory, [name, content]]) => [join(directory, name), content])),
    ...Object.fromEntries(manifests.map(([directory, excluded, all]) => {
      const fields = `documents: [${all ? "." : "docs"}]\nexclude: [${excluded?.join(", ") ?? "../bad"}]\n`;
      return [join(directory, "SKILLCDN.md"), manifest(fields, "Rule.\n")];
    })),
  },
  manifests: Object.fromEntries(manifests.map(([directory, excluded]) => [directory, excluded])),
}));

Deno.test("readRepository() holds its promises for every tree", () => {
  fc.assert(
    fc.property(repository, ({ files, manifests }) => {
      const read = readFiles(files);
      assertNothingClosed(read, manifests);
      assertInRange(read);
      assertOrdered(read);
      assertCounts(read);
      assertDocuments(read);
      const { catalog, documents, searchable } = readFiles(
        Object.fromEntries(Object.entries(files).reverse()),
      );
      assert.deepEqual({ catalog, documents, searchable }, {
        catalog: read.catalog,
        documents: read.documents,
        searchable: read.searchable,
      });
    }),
    { numRuns: 400 },
  );
});

/** No list names what a manifest excludes, or what lies under one that cannot be read or is excluded. */
function assertNothingClosed(read: ReadFiles, manifests: Repository["manifests"]): void {
  const closed = new Set<string>();
  for (const [directory, excluded] of Object.entries(manifests)) {
    if (excluded === null) closed.add(directory);
    for (const path of excluded ?? []) closed.add(path === "." ? directory : join(directory, path));
  }
  for (const directory of Object.keys(manifests)) {
    if (closed.has(join(directory, "SKILLCDN.md"))) closed.add(directory);
  }
  const isClosed = (path: string) => prefixes(path).some((prefix) => closed.has(prefix));
  const { files, folders, skills, emptyDirectories } = read.catalog;
  const named = [
    ...files.map(({ path }) => path),
    ...folders.map(({ path }) => path).filter((path) => path !== ""),
    ...emptyDirectories,
    ...skills.flatMap(({ files, references, document }) => [
      ...files,
      ...references,
      ...(document?.sections ?? []).map(({ path }) => path),
    ]),
    ...read.searchable.map(({ path }) => path),
    ...read.requested.filter((path) => !path.endsWith("SKILLCDN.md")),
  ];
  for (const path of named) assert.ok(!isClosed(path), path);
}

function assertInRange({ catalog, documents, searchable }: ReadFiles): void {
  const { skills, files, folders, manifests } = catalog;
  const skillIndexes = [
    ...files.map(({ skill }) => skill),
    ...folders.map(({ skill }) => skill),
    ...searchable.map(({ skill }) => skill),
    ...folders.flatMap(({ entries }) => entries.map((entry) => entry.kind === "skill" ? entry.skill : null)),
  ];
  for (const index of skillIndexes) assert.ok(index === null || skills[index] !== undefined);
  for (const { manifest, overview, entries, path } of folders) {
    assert.ok(manifest === null || manifests[manifest]?.directory === path);
    assert.ok(overview === null || files[overview] !== undefined);
    for (const entry of entries) {
      if (entry.kind === "file") assert.ok(files[entry.file] !== undefined);
      if (entry.kind === "folder") assert.ok(folders.some(({ path }) => path === entry.path));
    }
  }
  const paths = new Set<string>(files.map(({ path }) => path));
  for (const { path, files, references, duplicateOf } of skills) {
    for (const named of [path, ...files, ...references, ...duplicateOf === null ? [] : [duplicateOf]]) {
      assert.ok(paths.has(named), named);
    }
  }
  assert.equal(documents.length, skills.length);
}

function assertOrdered({ catalog, searchable }: ReadFiles): void {
  const lists = [catalog.skills, catalog.files, catalog.folders, catalog.manifests, searchable];
  for (const paths of [...lists.map((list) => list.map(({ path }) => path)), catalog.emptyDirectories]) {
    assert.deepEqual(paths, [...new Set(paths)].sort());
  }
}

function assertCounts({ catalog }: ReadFiles): void {
  for (const { path: folder, counts } of catalog.folders) {
    const inside = (path: string) => folder === "" || path.startsWith(`${folder}/`);
    const skills = catalog.skills.filter(({ path, unlisted }) => unlisted === null && inside(path)).length;
    const documents = catalog.files.filter(({ path, kind, skill }) =>
      kind === "document" && inside(path) && (skill === null || catalog.skills[skill]?.unlisted === null)
    ).length;
    assert.deepEqual(counts, { skills, documents }, folder);
  }
}

function assertDocuments(read: ReadFiles): void {
  for (const { path, document } of read.catalog.skills) {
    assert.ok(document !== null);
    const bytes = new TextEncoder().encode(read.document(path));
    assert.equal(bytes.length, document.bytes);
    let end = document.contextStart - 1;
    for (const section of document.sections) {
      assert.equal(section.start, end + 1);
      assert.match(new TextDecoder().decode(bytes.subarray(section.start, section.text)), /^--- .* ---\n$/);
      end = section.end;
    }
    assert.equal(end, document.bytes);
  }
}

function join(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** The path and every directory above it, the root included. */
function prefixes(path: string): readonly string[] {
  const segments = path.split("/");
  return [...segments.map((_, index) => segments.slice(0, index + 1).join("/")), ""];
}
