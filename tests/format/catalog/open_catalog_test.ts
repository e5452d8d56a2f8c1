import assert from "node:assert/strict";
import { openCatalog } from "../../../src/format/mod.ts";
import { readFiles, skill } from "../_repository.ts";

Deno.test("openCatalog() finds skills by SKILL.md, files and folders by path, and empty directories", () => {
  const { catalog } = readFiles({
    "SKILL.md": skill("root"),
    "a/SKILL.md": skill("a"),
    "a/x.txt": "",
    ".empty/y.txt": "",
  });
  const view = openCatalog(catalog);
  assert.equal(catalog.skills[view.skillAt.get("a/SKILL.md") ?? -1]?.name, "a");
  assert.equal(view.skillAt.get("a"), undefined);
  assert.equal(catalog.files[view.fileAt.get("a/x.txt") ?? -1]?.path, "a/x.txt");
  assert.equal(catalog.folders[view.folderAt.get("") ?? -1]?.path, "");
  assert.deepEqual([...view.emptyDirectories], [".empty"]);
  assert.deepEqual([...view.describedOnlyAt], []);

  const kept = readFiles({ "LICENSE": "All rights reserved.", "docs/x.md": "" }, { serving: "licensed" });
  assert.deepEqual([...openCatalog(kept.catalog).describedOnlyAt], [["docs/x.md", 0]]);
});
