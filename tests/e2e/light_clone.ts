/** What the first start in a clone fetches, from nothing: the packages that it runs, not those of the tests. */
import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);
const MOST_BYTES = 60_000_000;

Deno.test("who starts the server of a clone fetches what it runs", async () => {
  const fetched = await Deno.makeTempDir({ prefix: "skillmount-clone-" });
  try {
    const { code, stderr } = await new Deno.Command("deno", {
      args: ["task", "dev", "--help"],
      cwd: ROOT,
      env: { DENO_DIR: fetched },
      stdin: "null",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const packages = `${fetched}/npm/registry.npmjs.org`;
    const names = await Array.fromAsync(Deno.readDir(packages), ({ name }) => name);
    assert(names.includes("hono"));
    for (const name of ["playwright-core", "axe-core", "spdx-license-list"]) {
      assert(!names.includes(name), name);
    }
    const bytes = await bytesBelow(packages);
    assert(bytes < MOST_BYTES, `${bytes} bytes`);
  } finally {
    await Deno.remove(fetched, { recursive: true });
  }
});

async function bytesBelow(directory: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    bytes += isDirectory ? await bytesBelow(path) : (await Deno.lstat(path)).size;
  }
  return bytes;
}
