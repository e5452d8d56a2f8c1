/** What an account takes with it, entry by entry: itself, its members, keys, library, ratings, skills and audit. */
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { AuditLog } from "../../../contracts/library/audit.ts";
import type { AccountKeyStore } from "../../../contracts/library/keys.ts";
import type { Library } from "../../../contracts/library/library.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import type { RatingStore } from "../../../contracts/library/ratings.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { Draft, Version } from "../../../contracts/library/versions.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import type { ZipEntry } from "./zip_stream.ts";

export interface ExportEntriesDeps {
  readonly members: MemberStore;
  readonly keys: Pick<AccountKeyStore, "ofAccount">;
  readonly library: Pick<Library, "list">;
  readonly skills: SkillStore;
  readonly ratings: Pick<RatingStore, "ratingBy">;
  readonly contents: Pick<ContentStore, "read">;
  readonly audit: AuditLog;
}

const AUDIT_PAGE = 500;

export async function* exportEntries(deps: ExportEntriesDeps, account: Account): AsyncGenerator<ZipEntry> {
  const { id } = account;
  yield json("account.json", account);
  yield json("members.json", {
    members: await deps.members.members(id),
    invitations: await deps.members.invitations(id),
  });
  // The digest that a key is found by stays here: it is no use to whoever takes the rest along.
  const keys = (await deps.keys.ofAccount(id)).map(({ digest: _digest, ...key }) => key);
  yield json("keys.json", { keys });
  const listed = await deps.library.list({ account: id, skills: null }, "library");
  yield json("library.json", { skills: listed });
  yield json("ratings.json", { ratings: await ratingsOf(deps, id, listed) });
  for (const own of await deps.skills.ownSkills(id)) {
    const skill = await deps.skills.skill(own);
    if (skill !== null) yield* skillEntries(deps, skill);
  }
  yield* auditEntries(deps.audit, id);
}

/** What the account's people say of what it holds. */
async function ratingsOf(
  { members, ratings }: ExportEntriesDeps,
  account: AccountId,
  listed: readonly ListedSkill[],
) {
  const people = await members.members(account);
  const found = [];
  for (const { skill, owner, name, isOwn } of listed) {
    for (const { person } of isOwn ? [] : people) {
      const rating = await ratings.ratingBy(skill, person);
      if (rating?.account !== account) continue;
      found.push({
        skill: `${owner}/${name}`,
        person,
        stars: rating.stars,
        at: new Date(rating.at).toISOString(),
      });
    }
  }
  return found;
}

async function* skillEntries(deps: ExportEntriesDeps, skill: Skill): AsyncGenerator<ZipEntry> {
  const folder = `skills/${skill.name}`;
  const draft = await deps.skills.draft(skill.id);
  const versions: Version[] = [];
  const missing: string[] = [];
  for await (const version of deps.skills.versions(skill.id)) {
    versions.push(version);
    if (version.standing !== "removed") {
      yield* fileEntries(deps, skill, version, `${folder}/versions/${version.label}`, missing);
    }
  }
  if (draft !== null) yield* fileEntries(deps, skill, draft, `${folder}/draft`, missing);
  yield json(`${folder}/skill.json`, { skill, draft, versions, missing });
}

/** The files of a version; what the store does not have is told in `missing`. */
async function* fileEntries(
  { skills, contents }: ExportEntriesDeps,
  { account }: Skill,
  { document: id }: Version | Draft,
  folder: string,
  missing: string[],
): AsyncGenerator<ZipEntry> {
  const document = await skills.document(account, id);
  if (document === null) missing.push(folder);
  for (const { path, content } of document?.files ?? []) {
    const bytes = await contents.read(accountRoot(account), content);
    if (bytes === null) missing.push(`${folder}/${path}`);
    else yield { path: `${folder}/${path}`, bytes };
  }
}

/** A page a file: the audit of a busy year is more than one piece of memory should be. */
async function* auditEntries(audit: AuditLog, account: AccountId): AsyncGenerator<ZipEntry> {
  let cursor: string | null = null;
  let number = 1;
  do {
    const page = await audit.list(account, { newestFirst: false, cursor, limit: AUDIT_PAGE });
    if (page === null) return;
    const entries = page.entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
    yield json(`audit/${String(number++).padStart(5, "0")}.json`, { entries });
    cursor = page.cursor;
  } while (cursor !== null);
}

function json(path: string, value: unknown): ZipEntry {
  return { path, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}
