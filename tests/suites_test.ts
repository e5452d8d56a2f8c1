import assert from "node:assert/strict";
import { SUITES, testFiles } from "./suites.ts";

/** Suites that are tasks of their own. */
const APART = ["chaos/"];

Deno.test("suites: every test file is in one of them, and they name no place without one", async () => {
  const times = new Map<string, number>();
  for (const place of Object.values(SUITES).flat()) {
    const files = await testFiles(place);
    assert(files.length > 0, `tests/${place} holds no tests`);
    for (const file of files) times.set(file, (times.get(file) ?? 0) + 1);
  }
  for (const file of await testFiles(".")) {
    const path = file.slice("./".length);
    if (APART.some((folder) => path.startsWith(folder))) continue;
    assert.equal(times.get(path), 1, `tests/${path} belongs to one suite of tests/suites.ts`);
  }
});

Deno.test("suites: each has a file that loads it, which the task finds", async () => {
  const folder = new URL("suites/", import.meta.url);
  const loaded: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const [, suite = ""] = /load\("(\w+)"\)/.exec(await Deno.readTextFile(new URL(name, folder))) ?? [];
    assert.equal(`${suite}.ts`, name);
    loaded.push(suite);
  }
  assert.deepEqual(loaded.sort(), Object.keys(SUITES).sort());
});
