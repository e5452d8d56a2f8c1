import type { Failure } from "../../../contracts/errors.ts";
import type {
  FileBytes,
  MissingFile,
  SkillDetails,
  VersionFiles,
  Within,
} from "../../../contracts/library/library.ts";
import type { Provenance, VersionDocument, VersionFile } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import { parseRepoPath } from "../../format/mod.ts";
import { type BlockedTypes, isBlockedPath } from "../upload/blocked_files.ts";
import {
  documentOf,
  type FindDeps,
  findVersion,
  type FoundVersion,
  GONE,
  isDescribedOnly,
} from "./find_skill.ts";
import { type ListingDeps, listingOf } from "../public_catalog/listing_of.ts";
import { type StatsDeps, statsOf } from "../stats/stats_of.ts";
import type { HeldSkill } from "./account_library.ts";

export interface ReadSkillDeps extends Pick<FindDeps, "skills" | "accounts">, StatsDeps, ListingDeps {
  readonly contents: Pick<ContentStore, "read">;
  readonly blockedTypes: BlockedTypes;
}

/** Everything that an account is told of a skill that it has. */
export async function skillDetails(
  deps: ReadSkillDeps,
  held: HeldSkill,
  within: Within,
): Promise<Result<SkillDetails, Failure>> {
  const { skill, version, listed, isOwn } = held;
  const shown = await findVersion(deps, held, within, undefined);
  const read = shown.ok ? await documentOf(deps, shown.value) : success(null);
  if (!read.ok) return read;
  const document = read.value;
  const row = version === null ? null : await deps.skills.version(skill.id, version.sequence);
  const isClosed = version !== null && isDescribedOnly(held, version);
  return success({
    owner: listed.owner,
    name: listed.name,
    description: listed.description,
    visibility: skill.visibility,
    license: document?.license ?? null,
    compatibility: document?.compatibility ?? null,
    allowedTools: document?.allowedTools ?? null,
    metadata: document?.metadata ?? null,
    files: isClosed ? [] : document?.files.filter(({ path }) => path !== "SKILL.md") ?? [],
    stats: await statsOf(deps, skill.id),
    publishedAt: skill.publishedAt,
    isOwn,
    state: listed.state,
    version: listed.version,
    digest: listed.digest,
    grade: shown.ok ? shown.value.version.grade : null,
    findings: isClosed ? [] : document?.findings ?? [],
    provenance: row?.provenance ?? null,
    notes: row?.notes ?? null,
    pinned: listed.pinned,
    awaitsOwner: listed.awaitsOwner,
    hasDraft: isOwn && skill.hasDraft,
    replacedBy: await replacementOf(deps, skill.replacedBy),
    reason: isOwn ? skill.flagged?.reason ?? skill.archived?.reason ?? null : null,
    listed: isOwn ? await listingOf(deps, skill) : null,
    revision: skill.revision,
  });
}

/** Its SKILL.md, byte for byte. */
export async function skillContent(
  deps: ReadSkillDeps,
  held: HeldSkill,
  within: Within,
  label: string | undefined,
): Promise<Result<FileBytes, Failure>> {
  const found = await readableVersion(deps, held, within, label);
  if (!found.ok) return found;
  const document = await documentOf(deps, found.value);
  if (!document.ok) return document;
  const file = document.value.files.find(({ path }) => path === "SKILL.md");
  if (file === undefined) return failure(GONE);
  return await bytesOf(deps, found.value, file);
}

export async function skillFile(
  deps: ReadSkillDeps,
  held: HeldSkill,
  path: string,
  within: Within,
  label: string | undefined,
): Promise<Result<FileBytes, MissingFile>> {
  const found = await readableVersion(deps, held, within, label);
  if (!found.ok) return found;
  const parsed = parseRepoPath(path);
  if (!parsed.ok || path === "" || isBlockedPath(parsed.value, deps.blockedTypes)) {
    return failure({
      code: "request.invalid",
      path,
      reason: parsed.ok ? "no file of that kind is served" : parsed.error,
    });
  }
  const document = await documentOf(deps, found.value);
  if (!document.ok) return document;
  const { files } = document.value;
  const file = files.find((one) => one.path === path);
  if (file === undefined) {
    return failure({ code: "file.not_found", path, availableFiles: files.map(({ path }) => path) });
  }
  return await bytesOf(deps, found.value, file);
}

export async function skillFiles(
  deps: ReadSkillDeps,
  held: HeldSkill,
  within: Within,
  label: string | undefined,
): Promise<Result<VersionFiles, Failure>> {
  const found = await readableVersion(deps, held, within, label);
  if (!found.ok) return found;
  const document = await documentOf(deps, found.value);
  if (!document.ok) return document;
  const { version } = found.value;
  const root = accountRoot(held.skill.account);
  return success({
    owner: held.listed.owner,
    name: held.listed.name,
    version: version.label,
    digest: version.digest,
    files: document.value.files,
    read: ({ content }) => deps.contents.read(root, content),
  });
}

/** A version whose content the reader may have. Fails with `file.described_only` where its licence keeps that. */
export async function readableVersion(
  deps: Pick<FindDeps, "skills">,
  held: HeldSkill,
  within: Within,
  label: string | undefined,
): Promise<Result<FoundVersion, Failure>> {
  const found = await findVersion(deps, held, within, label);
  if (!found.ok || !isDescribedOnly(held, found.value.version)) return found;
  const document = await documentOf(deps, found.value);
  if (!document.ok) return document;
  const { row, version } = found.value;
  const { provenance } = row ?? await deps.skills.version(held.skill.id, version.sequence) ?? NOWHERE;
  return failure(describedOnly(document.value, provenance));
}

const NOWHERE = { provenance: { kind: "upload" } } as const;

function describedOnly({ license, licencePath }: VersionDocument, provenance: Provenance): Failure {
  return {
    code: "file.described_only",
    hint: "Ask its owner for the content",
    ...(provenance.kind !== "upload" && /^https:/.test(provenance.repository) &&
      { sourceUrl: provenance.repository }),
    ...(license !== null && licencePath !== null && { licence: { label: license, path: licencePath } }),
  };
}

async function bytesOf(
  { contents }: Pick<ReadSkillDeps, "contents">,
  { held, version }: FoundVersion,
  file: VersionFile,
): Promise<Result<FileBytes, Failure>> {
  const bytes = await contents.read(accountRoot(held.skill.account), file.content);
  return bytes === null ? failure(GONE) : success({ file, bytes, version: version.label });
}

export async function replacementOf(
  { skills, accounts }: Pick<FindDeps, "skills" | "accounts">,
  id: HeldSkill["skill"]["replacedBy"],
): Promise<string | null> {
  const skill = id === null ? null : await skills.skill(id);
  const owner = skill === null ? null : await accounts.account(skill.account);
  return skill === null || owner === null ? null : `${owner.slug}/${skill.name}`;
}
