import assert from "node:assert/strict";
import { localAddresses } from "../../../src/hosts/local/mod.ts";

Deno.test("localAddresses() names a directory after itself and the one above it", () => {
  const table = {
    "/home/ada/acme/library": "acme/library",
    "/home/ada/Acme Inc./My Library": "acme-inc./my-library",
    "/srv/git/library.git": "git/library",
    "/srv/git/LIBRARY.GIT": "git/library",
    "/srv/git.git/x": "git/x",
    "/home/ada/.claude/skills": ".claude/skills",
    "/home/ada/Bücher/naïve_v1.2": "b-cher/na-ve_v1.2",
    "/home/ada/東京/😀": "--/-",
  };
  for (const [directory, address] of Object.entries(table)) {
    assert.deepEqual(localAddresses([directory]), { ok: true, value: new Map([[address, directory]]) });
  }
});

Deno.test("localAddresses() refuses a directory without a usable name", () => {
  for (const directory of ["/", "/library", "/acme/.git", "/.git/library", `/acme/${"x".repeat(101)}`]) {
    const error = `Cannot serve "${directory}": it and the directory above it need names`;
    assert.deepEqual(localAddresses([directory]), { ok: false, error });
  }
});

Deno.test("localAddresses() names both directories of a clash", () => {
  assert.deepEqual(localAddresses(["/a/acme/My Library", "/b/Acme/my-library.git"]), {
    ok: false,
    error: 'Cannot serve "/a/acme/My Library" and "/b/Acme/my-library.git": ' +
      "both have the address /local/acme/my-library",
  });
});

Deno.test("localAddresses() takes a directory that is given twice once", () => {
  const directories = ["/acme/library", "/acme/library", "/acme/other"];
  const addresses = localAddresses(directories);
  assert.deepEqual(addresses.ok && [...addresses.value.keys()], ["acme/library", "acme/other"]);
});
