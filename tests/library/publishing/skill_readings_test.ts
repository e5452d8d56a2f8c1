import assert from "node:assert/strict";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { createSkillReadings } from "../../../src/library/publishing/skill_readings.ts";
import { readSkillFiles } from "../../../src/library/publishing/read_skill_files.ts";
import { encodeVersionDocument } from "../../../src/store/library/version_documents.ts";
import { filesOf, found, skillMd } from "../../support/library/library.ts";

const ADA = "ada" as AccountId;
const BOB = "bob" as AccountId;

function counted(cacheBytes = 1024 * 1024) {
  let reads = 0;
  const readings = createSkillReadings({
    cacheBytes,
    skills: {
      contentOf(document) {
        reads++;
        return encodeVersionDocument(document);
      },
    },
  });
  return { readings, reads: () => reads };
}

Deno.test("the same files of an account are read once, and what is known is what reading them gives", async () => {
  const { readings, reads } = counted();
  const files = filesOf({ "SKILL.md": skillMd("x"), "a.txt": "one" });
  const first = found(await readings(ADA, files));
  const again = found(await readings(ADA, filesOf({ "SKILL.md": skillMd("x"), "a.txt": "one" })));
  assert.equal(reads(), 1);
  assert.equal(again, first);
  const { digest: _digest, stored: _stored, ...read } = first;
  assert.deepEqual(read, found(await readSkillFiles(files)));
});

Deno.test("what one account uploaded is not known to another", async () => {
  const { readings, reads } = counted();
  const files = filesOf({ "SKILL.md": skillMd("x") });
  const ofAda = found(await readings(ADA, files));
  assert.notEqual(found(await readings(BOB, files)), ofAda);
  assert.equal(reads(), 2);
});

Deno.test("files that differ in a path, a byte or where one ends are read each", async () => {
  const { readings, reads } = counted();
  const trees = [
    { "a.txt": "one" },
    { "b.txt": "one" },
    { "a.txt": "onf" },
    { "a.txt": "on", "b.txt": "e" },
    { "a.txt": "onb.txt\0e" },
    {},
  ];
  const digests = new Set<string>();
  for (const tree of trees) {
    digests.add(found(await readings(ADA, filesOf({ "SKILL.md": skillMd("x"), ...tree }))).digest);
  }
  assert.deepEqual([reads(), digests.size], [trees.length, trees.length]);
});

Deno.test("an upload that was refused is refused again", async () => {
  const { readings, reads } = counted();
  const files = filesOf({ "SKILL.md": "no front matter" });
  const [first, again] = [await readings(ADA, files), await readings(ADA, files)];
  assert.equal(first.ok, false);
  assert.deepEqual([first, reads()], [again, 0]);
});

Deno.test("a reading keeps its own bytes, and not the request that brought them", async () => {
  const { readings } = counted();
  const body = new Uint8Array(100_000);
  const sent = filesOf({ "SKILL.md": skillMd("x") }).map(({ path, bytes }) => {
    body.set(bytes, 500);
    return { path, bytes: body.subarray(500, 500 + bytes.byteLength) };
  });
  const { contents } = found(await readings(ADA, sent));
  assert.ok(contents.length > 0);
  for (const { bytes } of contents) assert.equal(bytes.buffer.byteLength, bytes.byteLength);
});

Deno.test("readings take no more memory than they may", async () => {
  const { readings, reads } = counted(100);
  const files = filesOf({ "SKILL.md": skillMd("x") });
  await readings(ADA, files);
  await readings(ADA, files);
  assert.equal(reads(), 2);
});
