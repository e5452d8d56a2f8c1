/** What a licence keeps at its source cannot be had on any route of the REST API, whatever is asked for. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { restClient } from "../rest.ts";

/** Every word that only a kept file holds starts with `zx`, but for the paths of files. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "kept/LICENSE.txt": "Copyright 2024 Somebody. All rights reserved.\n",
  "kept/SKILL.md": [
    "---",
    "name: kept",
    "description: Shown in headers.",
    "zxfield: zxvalue",
    "skillcdn:",
    "  include: [page.md]",
    "  translations:",
    "    de: { title: zxtitel, description: zxbeschreibung }",
    "---",
    "# zxheading",
    "",
    "zxbody [page](page.md)",
    "",
  ].join("\n"),
  "kept/README.md": "# zxreadme\n\nzxintroduction\n",
  "kept/SKILLCDN.md": "---\nname: zxname\ndescription: zxabout\nimage: zximage.png\n---\nzxrules\n",
  "kept/page.md": "# zxtitle\n\nzxtext\n",
  "kept/logo.png": new Uint8Array([0x89, 0x7a, 0x78, 0x62, 0x79, 0x74, 0x65, 0x73]),
  "kept/nested/SKILL.md": "---\nname: nested\ndescription: Inside.\n---\nzxwithin\n",
  "kept/broken/SKILL.md": "---\nzxbroken: [\n---\n",
  "open/SKILL.md": "---\nname: open\ndescription: Open.\n---\nSee [page](../kept/page.md).\n",
  "docs/page.md": "Served [page](/kept/page.md).\n",
};

const AT = "local/acme/library";
const DESCRIBED_ONLY = Object.keys(FILES).filter((path) => path.startsWith("kept/"));
const FOLDERS = ["", "kept", "kept/nested", "kept/broken", "open", "docs"];

Deno.test("no route gives a byte of what is described only, at the repository or at a directory of it", async () => {
  const files = Object.entries(FILES).map(([path, content]) => [`acme/library/${path}`, content]);
  await using server = await testServer({
    files: Object.fromEntries(files),
    environment: { LOCAL_VERIFIED: "0" },
  });
  const { get, ready } = await restClient(server);
  const words = new Set(Object.values(FILES).flatMap((content) => `${content}`.match(/zx\w+/g) ?? []));
  assert(words.size > 12);

  for (const mount of ["", "/kept", "/kept/nested"]) {
    const at = AT + mount;
    await ready(`/api/v1/mounts/${at}`);
    const queries = [
      `mounts/${at}`,
      `badge/${at}`,
      ...FOLDERS.map((path) => `browse/${at}?path=${path}&limit=200`),
      ...["headers", "inside", "kept", "page", "logo"].map((query) => `search/${at}?query=${query}`),
      ...Object.keys(FILES).flatMap((path) =>
        ["skills", "files", "raw"].map((name) => `${name}/${at}?path=${path}`)
      ),
    ];
    for (const query of queries) {
      for (const headers of [{}, { range: "bytes=0-9" }, { "if-none-match": '"x"', "if-range": '"x"' }]) {
        const answer = await get(`/api/v1/${query}`, headers);
        const told = JSON.stringify([answer.text, ...answer.headers]);
        assert(![...words, "zxbytes"].some((word) => told.includes(word)), `${query} ${told}`);
      }
    }
    for (const word of words) {
      const { body } = await get(`/api/v1/search/${at}?query=${word}`);
      assert.deepEqual([body.total, body.items], [0, []], word);
    }
  }
});

Deno.test("a file that is described only is refused with its licence, and no path beside it is told apart from nothing", async () => {
  const files = Object.entries(FILES).map(([path, content]) => [`acme/library/${path}`, content]);
  await using server = await testServer({
    files: Object.fromEntries(files),
    environment: { LOCAL_VERIFIED: "0" },
  });
  const { get, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  for (const path of DESCRIBED_ONLY) {
    for (const name of ["files", "raw"]) {
      const { status, body } = await get(`/api/v1/${name}/${AT}?path=${path}`, { range: "bytes=0-9" });
      if (status === 404) continue;
      assert.equal(status, 451, path);
      assert.equal(body.error.code, "file.described_only");
      assert.deepEqual(body.error.details, {
        path,
        licence: { label: "All rights reserved", path: "kept/LICENSE.txt" },
      });
    }
  }
  const { body } = await get(`/api/v1/files/${AT}/docs?path=kept/page.md`);
  assert.equal(body.error.code, "file.not_found");
});
