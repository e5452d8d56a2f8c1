import type { AccountId } from "../../../contracts/auth/viewer.ts";
import assert from "node:assert/strict";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import type { Slug } from "../../../contracts/library/accounts.ts";
import { LIBRARY_REST_LIMITS } from "../../../contracts/limits.ts";
import { filesOfPage } from "../../../src/rest/library/_files_of_page.ts";

const FILE = {
  path: "a" as RepoPath,
  size: 1,
  contentType: "text/plain",
  sha256: "",
  isText: true,
  content: "a" as ContentId,
};

function listed(number: number): ListedSkill {
  return {
    skill: `id-${number}` as SkillId,
    owner: "acme" as Slug,
    name: `s${number}` as SkillName,
    account: "a" as AccountId,
    isOwn: true,
    state: "published",
    visibility: "private",
    version: null,
    digest: null,
    description: "",
    pinned: false,
    awaitsOwner: false,
    addedAt: null,
    publishedAt: null,
  };
}

Deno.test("a page of skills with their files tells of a bounded number of files, and goes on behind the last skill", async () => {
  const page = { shown: Array.from({ length: 1000 }, (_, at) => listed(at)), nextCursor: "behind" };
  const read: string[] = [];
  const files = Array.from({ length: 512 }, () => FILE);
  const first = await filesOfPage(page, ({ name }) => {
    read.push(name);
    return Promise.resolve(files);
  });
  assert.equal(first.shown.length, Math.ceil(LIBRARY_REST_LIMITS.list.files / files.length));
  assert.equal(read.length, first.shown.length, "no more is read than is told");
  assert.equal(first.nextCursor, `id-${first.shown.length - 1}`);
  const small = await filesOfPage(page, ({ name }) => Promise.resolve(name === "s1" ? null : [FILE]));
  assert.deepEqual([small.shown.length, small.nextCursor, small.shown[1]?.files], [1000, "behind", null]);
});
