/** What the npm package says of itself, and the bytes of a tarball. `tests/e2e/npm_package.ts` builds the whole. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import manifest from "../../deno.json" with { type: "json" };
import { packageManifest, runtimeConfig, tarballOf } from "../../scripts/pack.ts";

const FILES = new Map([
  ["bin/skillmount.cjs", new TextEncoder().encode("#!/usr/bin/env node\n")],
  ["package.json", new TextEncoder().encode("{}\n")],
]);

Deno.test("the npm package brings one exact Deno and nothing else, and runs no script when it is installed", () => {
  assert.deepEqual(packageManifest(), {
    name: "skillmount",
    version: "0.1.0",
    description: "Serves git repositories and directories of agent skills as MCP servers",
    license: "MIT",
    type: "commonjs",
    bin: { skillmount: "bin/skillmount.cjs" },
    files: ["bin", "dist", "THIRD_PARTY_LICENSES.txt"],
    engines: { node: ">=20" },
    dependencies: { deno: "2.9.6" },
    preferUnplugged: true,
    publishConfig: { provenance: true },
  });
});

Deno.test("the npm package runs with the permission sets of the repository, and may write no file by itself", () => {
  const { permissions } = runtimeConfig();
  assert.deepEqual(Object.keys(permissions), ["dev", "start", "stdio", "check", "remote", "publish"]);
  for (const [name, set] of Object.entries(permissions)) {
    const { write: _, read, ...rest } = { write: [], ...Reflect.get(manifest.permissions, name) };
    // Directories are named by what starts the program; all or nothing is a matter of the command.
    assert.deepEqual(set, typeof read === "boolean" ? { read, ...rest } : rest);
  }
});

Deno.test("a tarball is the same bytes for the same files, and npm finds its program executable", async () => {
  const [one, other] = [await tarballOf(FILES), await tarballOf(FILES)];
  assert.deepEqual(one, other);
  const entries = await unpackTar(gunzipSync(one));
  assert.deepEqual(entries.map(({ header }) => [header.name, header.mode]), [
    ["package/bin/skillmount.cjs", 0o755],
    ["package/package.json", 0o644],
  ]);
});
