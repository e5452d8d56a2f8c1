import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { zipSync } from "fflate";
import type { TarEntry } from "modern-tar";
import { readArchive } from "../../../src/library/mod.ts";
import { bytesOf, gzip, tarOf, tarOfFiles, zipOf } from "./_forms.ts";

const FILES = { "SKILL.md": "one", "scripts/ä.py": "two", "empty.md": "" };

async function filesOf(archive: Uint8Array) {
  const found = await readArchive(archive);
  assert(found.ok, JSON.stringify(found));
  return Object.fromEntries(found.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

async function failureOf(archive: Uint8Array) {
  const found = await readArchive(archive);
  assert(!found.ok, "it was taken");
  return found.error;
}

async function flawsOf(archive: Uint8Array) {
  const { code, problems = [] } = await failureOf(archive);
  assert.equal(code, "skill.invalid");
  return problems.map(({ path, code }) => `${path}: ${code}`);
}

/** The entries' fields in the directory of a zip archive, each written over by `change`. */
function altered(zip: Uint8Array, change: (entry: Buffer, local: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf("PK\x01\x02", 0, "latin1"); at >= 0;) {
    const entry = bytes.subarray(at);
    change(entry, bytes.subarray(entry.readUInt32LE(42)));
    at = bytes.indexOf("PK\x01\x02", at + 4, "latin1");
  }
  return bytes;
}

function link(type: "symlink" | "link" | "fifo" | "character-device"): TarEntry {
  return { header: { name: "references/x", size: 0, type, linkname: "../../etc/passwd" } };
}

Deno.test("readArchive() gives the files of zip, tar and tar.gz, whatever they are called", async () => {
  const tar = await tarOfFiles(FILES);
  for (const archive of [zipOf(FILES), tar, await gzip(tar)]) assert.deepEqual(await filesOf(archive), FILES);
});

Deno.test("readArchive() gives none for a directory, and takes ./ off as tar writes it", async () => {
  const entries: TarEntry[] = [
    { header: { name: "./", size: 0, type: "directory" } },
    { header: { name: "./a/", size: 0, type: "directory" } },
    { header: { name: "./a/SKILL.md", size: 3, type: "file" }, body: "one" },
  ];
  assert.deepEqual(await filesOf(await tarOf(entries)), { "a/SKILL.md": "one" });
  assert.deepEqual(await filesOf(zipOf({ "a/": "", "a/SKILL.md": "one" })), { "a/SKILL.md": "one" });
});

Deno.test("readArchive() refuses links and devices by their paths, and follows none", async () => {
  for (const type of ["symlink", "link", "fifo", "character-device"] as const) {
    const tar = await tarOf([
      { header: { name: "SKILL.md", size: 3, type: "file" }, body: "one" },
      link(type),
    ]);
    assert.deepEqual(await flawsOf(await gzip(tar)), ["references/x: archive_link"]);
  }
  const symlink = altered(zipOf({ "references/x": "../../etc/passwd" }), (entry) => {
    entry.writeUInt32LE(0o120777 * 2 ** 16, 38);
  });
  assert.deepEqual(await flawsOf(symlink), ["references/x: archive_link"]);
});

Deno.test("readArchive() refuses what is encrypted", async () => {
  const encrypted = altered(zipOf(FILES), (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8));
  assert.deepEqual((await flawsOf(encrypted)).sort(), [
    "SKILL.md: archive_encrypted",
    "empty.md: archive_encrypted",
    "scripts/ä.py: archive_encrypted",
  ]);
});

Deno.test("readArchive() unpacks no more than a skill may be, whatever an archive says of itself", async () => {
  const large = new Uint8Array(2 * 1024 * 1024 + 1);
  const named = await failureOf(zipSync({ "a.bin": large }));
  assert.deepEqual([named.code, named.path, named.size], ["publish.too_large", "a.bin", large.length]);
  // A file that says it is small, and is not.
  const lying = altered(zipSync({ "a.bin": large }), (entry, local) => {
    entry.writeUInt32LE(100, 24);
    local.writeUInt32LE(100, 22);
  });
  assert.equal((await failureOf(lying)).code, "skill.invalid");
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.bin`, large.subarray(1)]));
  assert.equal((await failureOf(zipSync(many))).code, "publish.too_large");
  const zeros = new Uint8Array(64 * 1024 * 1024);
  assert.equal((await failureOf(await gzip(zeros))).code, "publish.too_large");
});

Deno.test("readArchive() stops at more entries than may be, and asks no number for it", async () => {
  const names = Array.from({ length: 5000 }, (_, at) => `d${at}/`);
  const directories = Object.fromEntries(names.map((name) => [name, ""]));
  assert.equal((await failureOf(zipOf(directories))).code, "publish.too_large");
  const tar = await tarOf(names.map((name) => ({ header: { name, size: 0, type: "directory" } })));
  assert.equal((await failureOf(tar)).code, "publish.too_large");
});

Deno.test("readArchive() refuses a zip whose two headers name different files, or whose bytes are not those summed", async () => {
  const renamed = altered(zipOf({ "SKILL.md": "one" }), (_, local) => local.write("README", 30));
  assert.equal((await failureOf(renamed)).reason, "the archive says two things of one file");
  const other = altered(zipOf({ "SKILL.md": "one" }), (entry) => entry.writeUInt32LE(1, 16));
  assert.equal((await failureOf(other)).reason, "the archive is broken");
});

Deno.test("readArchive() refuses names that are not UTF-8", async () => {
  const zip = altered(zipOf({ "a.md": "one" }), (entry, local) => {
    entry.writeUInt8(0xff, 46);
    local.writeUInt8(0xff, 30);
  });
  assert.deepEqual(await flawsOf(zip), ["\ufffd.md: path_invalid"]);
});

Deno.test("readArchive() refuses what is cut off and what is nothing of the kind", async () => {
  const zip = zipOf(FILES);
  const tar = await tarOfFiles(FILES);
  const packed = await gzip(tar);
  for (const bytes of [zip.subarray(0, -30), tar.subarray(0, 1000), packed.subarray(0, -20)]) {
    assert.equal((await failureOf(bytes)).code, "skill.invalid");
  }
  for (const bytes of [bytesOf("7z\xbc\xaf"), new Uint8Array(), await gzip(bytesOf("no tar"))]) {
    assert.equal((await failureOf(bytes)).code, "skill.invalid");
  }
});

Deno.test("readArchive() answers damaged archives with files or a reason, and bounded ones", async () => {
  const archives = [zipOf(FILES), await tarOfFiles(FILES), await gzip(await tarOfFiles(FILES))];
  const damaged = fc.tuple(
    fc.constantFrom(...archives),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(damaged, async ([archive, changes]) => {
      const copy = Uint8Array.from(archive);
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      const found = await readArchive(copy);
      if (!found.ok) return assert.match(found.error.code, /^(?:skill\.invalid|publish\.too_large)$/);
      assert(found.value.reduce((sum, { bytes }) => sum + bytes.length, 0) <= 16 * 1024 * 1024);
    }),
    { numRuns: 300 },
  );
});
