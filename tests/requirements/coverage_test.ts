/** Every requirement of the data files is verified by a test that names it, or says why not. */
import assert from "node:assert/strict";
import { DATA_FILES, requirementsOf } from "./data_files.ts";

const TESTS = new URL("../", import.meta.url);

Deno.test("requirements: every id has a test that names it or a reason, never both", async () => {
  const named = await namedIds(TESTS);
  for (const dataFile of DATA_FILES) {
    for (const { id } of await requirementsOf(dataFile)) {
      const excepted = id in dataFile.exceptions;
      assert(named.has(id) || excepted, `${dataFile.file}: no test verifies "${id}"`);
      assert(!(named.has(id) && excepted), `${dataFile.file}: "${id}" is verified, its exception is stale`);
    }
  }
});

Deno.test("requirements: tests and exceptions name only ids that exist", async () => {
  const known = new Set<string>();
  for (const dataFile of DATA_FILES) {
    const ids = (await requirementsOf(dataFile)).map(({ id }) => id);
    for (const id of ids) known.add(id);
    for (const id of Object.keys(dataFile.exceptions)) {
      assert(ids.includes(id), `${dataFile.file}: the exception "${id}" is no requirement`);
    }
  }
  for (const id of await namedIds(TESTS)) assert(known.has(id), `"${id}" is no requirement`);
});

Deno.test("requirements: the data files are whole, and no id stands twice", async () => {
  const seen = new Set<string>();
  for (const dataFile of DATA_FILES) {
    const requirements = await requirementsOf(dataFile);
    assert.equal(requirements.length, dataFile.count, dataFile.file);
    for (const { id } of requirements) {
      assert(!seen.has(id), `"${id}" stands twice`);
      seen.add(id);
    }
  }
});

/** The ids that tests below `folder` give to `verifies`: those of the suite, and those that a task of their own runs. */
async function namedIds(folder: URL): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) {
      for (const id of await namedIds(new URL(`${entry.name}/`, folder))) found.add(id);
    } else if (entry.name.endsWith(".ts")) {
      const code = await Deno.readTextFile(new URL(entry.name, folder));
      for (const [, ids = ""] of code.matchAll(/\bverifies\(\s*\[([^\]]*)\]/g)) {
        for (const [, id = ""] of ids.matchAll(/"([^"]+)"/g)) found.add(id);
      }
    }
  }
  return found;
}
