import assert from "node:assert/strict";
import {
  browse,
  heading,
  loadSkill,
  overview,
  readFile,
  search,
  type Snapshot,
} from "../../src/reading/mod.ts";
import { type Files, type MountOptions, snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import type { BrowseResult } from "../../contracts/reading.ts";
import { everythingOf } from "../support/catalogs/everything_of.ts";

const RESERVED = "Copyright 2024 Somebody. All rights reserved.\n";

/** Every word that only a kept file holds starts with `zx`. */
const LIBRARY: Files = {
  "kept/LICENSE.txt": RESERVED,
  "kept/SKILL.md": [
    "---",
    "name: kept",
    "description: Shown in headers.",
    "zxfield: zxvalue",
    "skillcdn:",
    "  include: [page.md]",
    "---",
    "# zxheading",
    "",
    "zxbody [page](page.md) [reached](../other/reached.md)",
    "",
  ].join("\n"),
  "kept/README.md": "# zxreadme\n\nzxintroduction\n",
  "kept/SKILLCDN.md": "---\nname: zxname\ndescription: zxabout\n---\nzxrules\n",
  "kept/page.md": "# zxtitle\n\nzxtext\n",
  "kept/big.md": `# zxbig\n\n${"zxlong ".repeat(100_000)}`,
  "kept/logo.png": new Uint8Array([0x89, 0xff]),
  "kept/nested/SKILL.md": "---\nname: nested\ndescription: Inside.\n---\nzxwithin\n",
  "kept/broken/SKILL.md": "---\nzxbroken: [\n---\n",
  "other/reached.md": "zxreached\n",
  "open/SKILL.md": "---\nname: open\ndescription: Open.\n---\nSee [page](../kept/page.md).\n",
  "docs/page.md": "Served [page](/kept/page.md).\n",
};

const licensed = (options: MountOptions = {}) => snapshotOf(LIBRARY, { serving: "licensed", ...options });

/** What every answer of discovery says, folder by folder. */
async function discovered(snapshot: Snapshot): Promise<string> {
  const folders: BrowseResult[] = [];
  const open: string[] = [snapshot.path];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const folder = found(await browse(snapshot, { path, limit: 200 }));
    folders.push(folder);
    open.push(...folder.entries.flatMap((entry) => entry.kind === "folder" ? [entry.path] : []));
  }
  return JSON.stringify([folders, await heading(snapshot), await overview(snapshot)]);
}

Deno.test("browse() marks a described skill, and shows nothing of what lies below it", async () => {
  const snapshot = await licensed();
  const { entries } = found(await browse(snapshot, {}));
  assert.deepEqual(
    entries.map((entry) => entry.kind === "skill" ? [entry.path, entry.serving, entry.files] : [entry.path]),
    [["docs"], ["kept/SKILL.md", "described", 0], ["open/SKILL.md", "full", 0]],
  );
  assert.doesNotMatch(await discovered(snapshot), /zx/);
  for (const address of ["/gh/acme/library/kept", "/gh/acme/library/kept/nested"]) {
    assert.doesNotMatch(await discovered(await licensed({ address })), /zx/);
  }
});

Deno.test("search() finds a described skill by its header and by no word of its content (kind: described only)", async () => {
  const snapshot = await licensed();
  const words = new Set(Object.values(LIBRARY).flatMap((content) => `${content}`.match(/zx\w+/g) ?? []));
  assert.ok(words.size > 12);
  for (const query of words) {
    const { total, items } = found(await search(snapshot, { query }));
    assert.deepEqual([query, total, items], [query, 0, []]);
  }
  const [item, ...more] = found(await search(snapshot, { query: "headers" })).items;
  assert.deepEqual(more, []);
  assert.deepEqual([item?.path, item?.describedOnly?.class, item?.files], [
    "kept/SKILL.md",
    "restrictive",
    [],
  ]);
  const full = found(await search(await snapshotOf(LIBRARY), { query: "zxbody" }));
  assert.deepEqual(full.items.map(({ path, describedOnly }) => [path, describedOnly]), [[
    "kept/SKILL.md",
    null,
  ]]);
});

Deno.test("loadSkill() gives of a described skill its header and where it can be seen", async () => {
  const webBase = "https://gh.example/acme/library/blob";
  const snapshot = await licensed({ webBase });
  const result = found(await loadSkill(snapshot, { path: "kept/SKILL.md" }));
  const { commit } = snapshot.citation;
  assert.deepEqual(result.describedOnly, { sourceUrl: `${webBase}/${commit}/kept/SKILL.md` });
  assert.deepEqual([result.complete, result.nextCursor, result.listing, result.context], [false, null, null, {
    start: 0,
    end: 0,
    total: 0,
    text: "",
    sections: [],
  }]);
  assert.doesNotMatch(JSON.stringify(result), /zx/);

  const raw = found(await loadSkill(await licensed(), { path: "kept/nested/SKILL.md" }));
  assert.match(raw.describedOnly?.sourceUrl ?? "", /^https:\/\/raw\.example\/.*\/kept\/nested\/SKILL\.md$/);
  const none = found(await loadSkill(await licensed({ rawBase: null }), { path: "kept/SKILL.md" }));
  assert.deepEqual(none.describedOnly, { sourceUrl: null });
  const cursor = failureOf(
    await loadSkill(await licensed(), { path: "kept/SKILL.md", cursor: "A".repeat(22) }),
  );
  assert.equal(cursor.code, "request.invalid");
});

Deno.test("readFile() names the licence and the source of what is kept there, inside the mount alone", async () => {
  const webBase = "https://gh.example/acme/library/blob";
  const snapshot = await licensed({ webBase });
  const kept = Object.keys(LIBRARY).filter((path) => path.startsWith("kept/"));
  for (const path of kept) {
    const failure = failureOf(await readFile(snapshot, { path }));
    assert.equal(failure.code, "file.described_only", path);
    assert.match(failure.reason ?? "", /^License: .+ \(kept\/LICENSE\.txt\)$/);
    assert.equal(failure.sourceUrl, `${webBase}/${snapshot.citation.commit}/${path}`);
  }
  for (const path of ["other/reached.md", "kept/none.md"]) {
    assert.equal(failureOf(await readFile(snapshot, { path })).code, "file.not_found", path);
  }
  const outside = await licensed({ address: "/gh/acme/library/open" });
  for (const path of kept) {
    assert.equal(failureOf(await readFile(outside, { path })).code, "file.not_found", path);
  }
  const nowhere = failureOf(await readFile(await licensed({ rawBase: null }), { path: "kept/page.md" }));
  assert.deepEqual([nowhere.code, nowhere.sourceUrl], ["file.described_only", undefined]);
});

Deno.test("an open skill that links to a kept file names it in no list, and goes without it", async () => {
  const snapshot = await licensed();
  const { skill, listing, complete } = found(await loadSkill(snapshot, { path: "open/SKILL.md" }));
  assert.deepEqual([skill.references, listing, complete], [
    [],
    { files: [], moreFiles: 0, references: [] },
    true,
  ]);
  assert.ok(!(await everythingOf(snapshot.view)).diagnostics.some(({ code }) => code === "link_missing"));
});
