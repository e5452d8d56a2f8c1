import { deepEqual, equal } from "node:assert/strict";
import { licenceFileRank } from "../../../src/format/licence/licence_files.ts";

Deno.test("licenceFileRank() orders the names of licence files, the plainest first", () => {
  const names = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "UNLICENSE",
    "license.md",
    "LICENCE.txt",
    "LICENSE-MIT",
    "LICENSE.Apache",
    "MIT-LICENSE.txt",
    "LICENSE-APACHE-2.0.txt",
  ];
  const byRank = [...names].reverse().sort((one, other) =>
    (licenceFileRank(one) ?? 0) - (licenceFileRank(other) ?? 0)
  );
  deepEqual(byRank.slice(0, 4), names.slice(0, 4));
  deepEqual(byRank.at(-1), names.at(-1));
  for (const name of names) equal(typeof licenceFileRank(name), "number", name);
});

Deno.test("licenceFileRank() takes no other file for a licence", () => {
  const others = [
    "license.ts",
    "license-check.js",
    "LICENSES",
    "licensed.md",
    "README.md",
    "LICENSE.md.bak",
    "sublicense",
    "LICENSE-THIRD-PARTY",
    "LICENSE-3rdparty.txt",
    "LICENSE_dependencies.txt",
    "COPYING.png",
    "",
  ];
  for (const name of others) equal(licenceFileRank(name), null, name);
});
