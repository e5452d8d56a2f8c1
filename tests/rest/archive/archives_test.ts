/** The writers of archives, read back by other people's readers. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import type { ArchiveEntry } from "../../../src/rest/archive/archive_entry.ts";
import { fitsTar, tar } from "../../../src/rest/archive/_tar.ts";
import { zipSize } from "../../../src/library/mod.ts";
import { zip } from "../../../src/rest/archive/_zip.ts";

type Contents = Readonly<Record<string, Uint8Array>>;

const NAMES = [
  "SKILL.md",
  "a/b.md",
  "Q&A 100%.txt",
  "café.md",
  "日本.md",
  "a#b?c.md",
  "..a/b..",
  "C:x",
  "con",
];

const segment = fc.oneof(fc.constantFrom(...NAMES), fc.stringMatching(/^[^/\0]{1,20}$/u)).filter((text) =>
  text.isWellFormed()
);
const path = fc.array(segment, { minLength: 1, maxLength: 8 }).map((segments) => segments.join("/"));
const contents: fc.Arbitrary<Contents> = fc.dictionary(path, fc.uint8Array({ maxLength: 2000 }), {
  maxKeys: 20,
})
  .map((files) => ({ ...files }));

function entries(files: Contents): readonly ArchiveEntry[] {
  return Object.entries(files).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    read: () => Promise.resolve(bytes),
  }));
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(Buffer.concat(await Array.fromAsync(chunks)));
}

const plain = (files: Iterable<readonly [string, Uint8Array]>) =>
  new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("hex")]));

Deno.test("zip() writes what a reader of archives gets back, in the size that was said", async () => {
  await fc.assert(fc.asyncProperty(contents, async (files) => {
    const bytes = await whole(zip(entries(files)));
    assert.equal(bytes.length, zipSize(entries(files)));
    assert.deepEqual(plain(Object.entries(unzipSync(bytes))), plain(Object.entries(files)));
  }));
});

Deno.test("tar() writes what a reader of archives gets back, with nothing but plain files", async () => {
  await fc.assert(fc.asyncProperty(contents, async (files) => {
    const fitting = Object.fromEntries(Object.entries(files).filter(([path]) => fitsTar(path)));
    const bytes = await whole(tar(entries(fitting)));
    const read = await unpackTar(bytes);
    for (const { header } of read) {
      assert.deepEqual([header.type, header.mode, header.uid, header.gid, header.mtime?.getTime()], [
        "file",
        0o644,
        0,
        0,
        0,
      ]);
    }
    const files_ = read.map(({ header, data }) => [header.name, data ?? new Uint8Array()] as const);
    assert.deepEqual(plain(files_), plain(Object.entries(fitting)));
  }));
});

Deno.test("an archive's bytes follow from its entries alone", async () => {
  const files = { "SKILL.md": new TextEncoder().encode("text\n"), "é": new Uint8Array([1]) };
  const hex = async (chunks: AsyncIterable<Uint8Array>) => {
    const digest = await crypto.subtle.digest("SHA-256", await whole(chunks));
    return Buffer.from(digest).toString("hex");
  };
  assert.equal(
    await hex(zip(entries(files))),
    "11508a7e942e1862ce8c0519f04ad647fa72286bebfbb7fabcd19c2e83424322",
  );
  assert.equal(
    await hex(tar(entries(files))),
    "cc1018eb9a7a1097c8173ca745161d37f1d7c4e6021fd1ca80563d9c7ffdf3ba",
  );
});

Deno.test("fitsTar() is true up to the room of a plain header", () => {
  const long = "n".repeat(100);
  for (
    const [path, fits] of [
      [long, true],
      [`${long}n`, false],
      [`${"p".repeat(155)}/${long}`, true],
      [`${"p".repeat(156)}/${long}`, false],
      [`p/${long}n`, false],
      [`p/${long}`, true],
      [`${"é".repeat(50)}`, true],
      [`${"é".repeat(51)}`, false],
      [`${"語".repeat(50)}/${"é".repeat(50)}`, true],
    ] as const
  ) assert.equal(fitsTar(path), fits, path);
});

Deno.test("tar() refuses a path that does not fit", async () => {
  await assert.rejects(whole(tar(entries({ ["n".repeat(101)]: new Uint8Array() }))), RangeError);
});
