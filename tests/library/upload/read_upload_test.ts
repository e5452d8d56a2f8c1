import assert from "node:assert/strict";
import { readUpload } from "../../../src/library/mod.ts";
import { bytesOf, gzip, tarOfFiles, zipOf } from "./_forms.ts";

const NOTHING = { files: [], archive: null, fields: {} };
const BLOCKED = new Set(["exe"]);

function sent(...paths: string[]) {
  return paths.map((path, at) => ({ path, bytes: bytesOf(String(at)) }));
}

async function treeOf(form: Partial<typeof NOTHING> | Parameters<typeof readUpload>[0]) {
  const found = await readUpload({ ...NOTHING, ...form }, BLOCKED);
  assert(found.ok, JSON.stringify(found));
  return Object.fromEntries(
    found.value.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
  );
}

async function codeOf(form: Partial<Parameters<typeof readUpload>[0]>) {
  const found = await readUpload({ ...NOTHING, ...form }, BLOCKED);
  assert(!found.ok, "it was taken");
  return found.error.code;
}

Deno.test("readUpload() gives one tree for the same files, however they come", async () => {
  const files = { "s/SKILL.md": "0", "s/a/x.py": "1" };
  const tree = { "SKILL.md": "0", "a/x.py": "1" };
  const tar = await tarOfFiles(files);
  for (const archive of [zipOf(files), tar, await gzip(tar)]) {
    assert.deepEqual(await treeOf({ ...NOTHING, archive }), tree);
  }
  assert.deepEqual(await treeOf({ ...NOTHING, files: sent("s/SKILL.md", "s/a/x.py") }), tree);
});

Deno.test("readUpload() takes paths from a field where file names have no directories", async () => {
  const paths = JSON.stringify(["SKILL.md", "a/x.py", "b/x.py"]);
  const tree = await treeOf({ ...NOTHING, files: sent("SKILL.md", "x.py", "x.py"), fields: { paths } });
  assert.deepEqual(tree, { "SKILL.md": "0", "a/x.py": "1", "b/x.py": "2" });
  for (const paths of ['["SKILL.md"]', '["a","b","c"]', "{}", "SKILL.md", "[1,2]", ""]) {
    assert.equal(await codeOf({ files: sent("SKILL.md", "x.py"), fields: { paths } }), "request.invalid");
  }
});

Deno.test("readUpload() asks for files or one archive, not both and not neither", async () => {
  assert.equal(await codeOf({}), "request.invalid");
  const archive = zipOf({ "SKILL.md": "" });
  assert.equal(await codeOf({ archive, files: sent("SKILL.md") }), "request.invalid");
  assert.equal(await codeOf({ archive, fields: { paths: "[]" } }), "request.invalid");
});

Deno.test("readUpload() judges what an archive holds as it judges files", async () => {
  assert.equal(await codeOf({ archive: zipOf({ "../x": "" }) }), "skill.invalid");
  assert.equal(await codeOf({ archive: zipOf({ "SKILL.md": "", "tool.exe": "" }) }), "publish.blocked_file");
  assert.equal(await codeOf({ archive: zipOf({ "A.md": "", "a.md": "" }) }), "skill.invalid");
});
