import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { LibraryReader, SkillReference, Within } from "../../../contracts/library/library.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Version, VersionDocument, VersionSummary } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseSlug } from "../accounts/slug.ts";
import { parseLabel, parseSkillName, raised } from "../publishing/mod.ts";
import { summaryOf } from "../skills/skill_state.ts";
import type { AccountLibraries, AccountLibrary, HeldSkill } from "./account_library.ts";

export interface FindDeps {
  readonly skills: SkillStore;
  readonly accounts: Pick<AccountStore, "account" | "bySlug">;
  readonly libraryOf: AccountLibraries;
}

/** What is not there and what the reader may not see are told alike. */
export const NOT_FOUND: Failure = {
  code: "skill.not_found",
  hint: "List the library: it names every skill that the account has",
};

/** The skill as the account has it. Fails with `skill.not_found`. */
export async function findSkill(
  deps: FindDeps,
  reader: LibraryReader,
  { owner, name }: SkillReference,
  within: Within,
): Promise<Result<HeldSkill, Failure>> {
  const library = await deps.libraryOf(reader.account, reader.stamps);
  const folded = { owner: owner.toLowerCase(), name: name.toLowerCase() };
  const found = library.byName.get(`${folded.owner}/${folded.name}`) ??
    await byEarlierName(deps, library, folded);
  const isSeen = found !== null && found !== undefined && mayRead(reader, found) &&
    (found.isListed || (within === "own" && found.isOwn));
  return isSeen ? success(found) : failure(NOT_FOUND);
}

/** Whether the reader is confined to no other skills. */
export function mayRead({ skills }: LibraryReader, { skill }: Pick<HeldSkill, "skill">): boolean {
  return skills === null || skills.has(`${skill.account}/${skill.name}`);
}

/** An owner's earlier slug leads to what is there now, and so does the name of a skill that another account got. */
async function byEarlierName(
  deps: FindDeps,
  { byName, byId }: AccountLibrary,
  { owner, name }: SkillReference,
): Promise<HeldSkill | null> {
  const account = await accountOf(deps, owner);
  if (account === null) return null;
  const known = byName.get(`${account.slug}/${name}`);
  const parsed = known === undefined ? parseSkillName(name) : null;
  const id = parsed === null ? null : await deps.skills.idOf(account.id, parsed);
  return known ?? (id === null ? null : byId.get(id) ?? null);
}

export async function accountOf(
  { accounts }: Pick<FindDeps, "accounts">,
  owner: string,
): Promise<Account | null> {
  const slug = parseSlug(owner);
  return slug.ok ? (await accounts.bySlug(slug.value))?.account ?? null : null;
}

/** A version of a skill that somebody reads. */
export interface FoundVersion {
  readonly held: HeldSkill;
  readonly version: VersionSummary;
  /** Null: it was not looked up by its label. */
  readonly row: Version | null;
}

/**
 * The version that the account has, or the one of a label; to its owner who asks for `own`, the draft of a skill that has no
 * version. Fails with `version.not_found` or `version.removed`.
 */
export async function findVersion(
  { skills }: Pick<FindDeps, "skills">,
  held: HeldSkill,
  within: Within,
  label: string | undefined,
): Promise<Result<FoundVersion, Failure>> {
  if (label === undefined) {
    const version = held.version ?? (within === "own" ? await draftOf(skills, held) : null);
    return version === null
      ? failure({ code: "version.not_found", reason: "no version of it is published" })
      : success({ held, version, row: null });
  }
  const parsed = parseLabel(label);
  const row = parsed.ok ? await skills.labelled(held.skill, parsed.value) : null;
  if (row === null || !isSeen(row, held.isOwn)) {
    return failure({ code: "version.not_found", hint: "List the versions of the skill" });
  }
  if (row.standing === "removed") return failure({ code: "version.removed" });
  return success({ held, version: row, row });
}

/** Versions that one answer tells of. */
const MOST_VERSIONS = 1000;

/** Those that the account may know of, the newest first. */
export async function seenVersions(
  { skills }: Pick<FindDeps, "skills">,
  { skill, isOwn }: HeldSkill,
): Promise<readonly Version[]> {
  const found: Version[] = [];
  for await (const version of skills.versions(skill.id)) {
    if (isSeen(version, isOwn)) found.push(version);
    if (found.length === MOST_VERSIONS) break;
  }
  return found;
}

function isSeen({ isOpen, standing }: Version, isOwn: boolean): boolean {
  return isOwn || (isOpen && standing !== "held");
}

/** What of a draft is read as a version is: it has no sequence number, and the label that it would be published under. */
async function draftOf(skills: SkillStore, { skill, isOwn }: HeldSkill): Promise<VersionSummary | null> {
  const draft = isOwn && skill.hasDraft ? await skills.draft(skill.id) : null;
  if (draft === null) return null;
  const label = draft.label ?? raised(skill.highest);
  return summaryOf({ ...draft, license: null, sequence: 0, label, publishedAt: draft.savedAt });
}

/** Whether the version's licence keeps its content from the account. */
export function isDescribedOnly(
  { isOwn, owner }: Pick<HeldSkill, "isOwn" | "owner">,
  { isRestricted }: VersionSummary,
): boolean {
  return isRestricted && !isOwn && !owner.verified;
}

/** What reading the version gave. Fails with `internal` where it is gone. */
export async function documentOf(
  { skills }: { readonly skills: Pick<SkillStore, "document"> },
  { held, version }: FoundVersion,
): Promise<Result<VersionDocument, Failure>> {
  const document = await skills.document(held.skill.account, version.document);
  return document === null ? failure(GONE) : success(document);
}

/** Bytes that a version names are not there. */
export const GONE: Failure = { code: "internal", hint: "Repeat the request later" };
