import assert from "node:assert/strict";
import fc from "fast-check";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { CatalogView } from "../../../contracts/catalog_view.ts";
import type { Catalog } from "../../../contracts/domain.ts";
import { wholeCatalogView } from "../../../src/reading/mod.ts";
import { readFiles } from "../../support/snapshot_of.ts";
import { openedCatalog } from "./_stored.ts";
import { trees } from "./_trees.ts";

Deno.test("a stored catalog answers every question as looking through all of it does, whatever its blocks are", async () => {
  const codec = fc.constantFrom("zstd" as const, "gzip" as const);
  const sizes = fc.constantFrom(1, 600, 65_536);
  const serving = fc.constantFrom("full" as const, "licensed" as const);
  await fc.assert(
    fc.asyncProperty(trees, sizes, codec, serving, async (files, maxBlockBytes, codec, serving) => {
      const { catalog } = readFiles(files, { serving });
      const { view } = await openedCatalog(catalog, { maxBlockBytes, codec });
      const expected = wholeCatalogView(catalog);
      const questions = questionsAbout(catalog);
      for (const [question, ask] of questions) {
        assert.deepEqual(await ask(view), await ask(expected), question);
      }
      // What is kept of rows by now answers the same.
      for (const [question, ask] of questions) {
        assert.deepEqual(await ask(view), await ask(expected), `${question}, again`);
      }
    }),
    { numRuns: 60 },
  );
});

type Question = readonly [question: string, ask: (view: CatalogView) => Promise<unknown>];

function questionsAbout(catalog: Catalog): Question[] {
  const files = catalog.files.map(({ path }) => path as string);
  const directories = new Set<string>(["", ...catalog.emptyDirectories, "absent"]);
  for (const file of [...files, ...catalog.diagnostics.map(({ path }) => path)]) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      directories.add(file.slice(0, end));
    }
  }
  const paths = new Set([...files, ...directories, ...catalog.diagnostics.map(({ path }) => path)]);
  const pages = [[0, 3], [1, 2], [0, 0], [2, Infinity], [1000, 2]] as const;
  return [
    [
      "head",
      ({ commit, partial, licence, counts, rootSkill }) =>
        Promise.resolve({ commit, partial, licence, counts, rootSkill }),
    ],
    ["all problems", ({ problems }) => Array.fromAsync(problems.each())],
    ["all manifests", ({ manifests }) => Array.fromAsync(manifests.each("any", "" as RepoPath))],
    [
      "all kept at the source",
      ({ describedOnly }) => Array.fromAsync(describedOnly.each("any", "" as RepoPath)),
    ],
    ...["a", "b", "nested", "Not A Name", "absent", ""].map((name): Question => [
      `named ${name}`,
      (view) => view.named(name),
    ]),
    ...Array.from(paths, (path): Question => [`at ${path}`, async (view) => ({
      skill: await view.skills.at(path),
      file: await view.files.at(path),
      folder: await view.folders.at(path),
      manifest: await view.manifests.at(path),
      describedOnly: await view.describedOnly.at(path),
      problems: await view.problems.at("any", path, 2),
      errors: await view.problems.at("error", path, 1),
    })]),
    ...Array.from(directories, (text): Question => [`below ${text}`, async (view) => {
      const below = text as RepoPath;
      const found: unknown[] = [];
      for (const [start, count] of pages) {
        for (const kind of ["any", "listed", "published", "installable"] as const) {
          found.push(await view.skills.page({ kind, below, start, count }));
        }
        for (const kind of ["any", "document", "invalid_skill"] as const) {
          found.push(await view.files.page({ kind, below, start, count }));
        }
        for (const kind of ["any", "folder", "skill"] as const) {
          found.push(await view.browsed(kind, below, start, count));
        }
        found.push(await view.resources(below, start, count));
      }
      for (const kind of ["any", "manifest", "error", "left_out"] as const) {
        found.push(await view.problems.within(kind, below, 3));
      }
      found.push(await Array.fromAsync(view.files.each("document", below)));
      found.push(await Array.fromAsync(view.skills.each("any", below)));
      return found;
    }]),
  ];
}
