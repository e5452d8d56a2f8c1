import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { SkillDetails } from "../../../contracts/library/library.ts";
import type { PublishOutcome } from "../../../contracts/library/publishing.ts";
import type { Version, VersionDigest, VersionFile } from "../../../contracts/library/versions.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import type {
  LIBRARY_ENTRY,
  LIBRARY_SKILL_ANSWER,
  PUBLICATION_ANSWER,
  SKILL_VERSION_ANSWER,
} from "../../../contracts/rest/library_answers.ts";
import { diagnosticAnswer } from "../problem_answer.ts";

/** How skills and their versions are told in JSON. */

export function listedEntry(listed: ListedSkill): AnswerOf<typeof LIBRARY_ENTRY> {
  const { owner, name, version, description, addedAt, digest, visibility, state, pinned, awaitsOwner } =
    listed;
  return {
    owner,
    name,
    version,
    description,
    addedAt: timeOrNull(addedAt),
    digest: digestOrNull(digest),
    visibility,
    state,
    pinned,
    awaitsOwner,
  };
}

export function hashedFile({ path, size, contentType, sha256 }: VersionFile) {
  return { path, size, contentType, sha256 };
}

export function skillAnswer(details: SkillDetails): AnswerOf<typeof LIBRARY_SKILL_ANSWER> {
  const { name, owner, description, visibility, license, compatibility, allowedTools, metadata } = details;
  const { installs, rating } = details.stats;
  return {
    name,
    owner,
    description,
    visibility,
    license,
    compatibility,
    allowedTools,
    metadata,
    files: details.files.map(({ path, size, contentType }) => ({ path, size, contentType })),
    stats: { installs, activations: installs, rating },
    publishedAt: timeOrNull(details.publishedAt),
    version: details.version,
    digest: digestOrNull(details.digest),
    state: details.state,
    grade: details.grade,
    findings: details.findings.map(diagnosticAnswer),
    provenance: details.provenance,
    pinned: details.pinned,
    awaitsOwner: details.awaitsOwner,
    replacedBy: details.replacedBy,
    reason: details.reason,
    listed: details.listed,
    notes: details.notes,
  };
}

export function versionAnswer(version: Version): AnswerOf<typeof SKILL_VERSION_ANSWER> {
  const { label, sequence, digest, description, grade, standing, yanked, isOpen, files, bytes } = version;
  return {
    version: label,
    sequence,
    digest: digestText(digest),
    description,
    grade,
    standing,
    yanked: yanked === null ? null : { reason: yanked.reason, at: new Date(yanked.at).toISOString() },
    open: isOpen,
    files,
    bytes,
    notes: version.notes,
    provenance: version.provenance,
    publishedAt: new Date(version.publishedAt).toISOString(),
  };
}

export function publicationAnswer(outcome: PublishOutcome): AnswerOf<typeof PUBLICATION_ANSWER> {
  const { status, owner, name, version, digest, visibility, grade, findings, ignored } = outcome;
  return {
    status,
    owner,
    name,
    version,
    digest: digestText(digest),
    visibility,
    grade,
    findings: findings.map(diagnosticAnswer),
    ignored,
  };
}

function digestText(digest: VersionDigest): string {
  return `sha256:${digest}`;
}

function digestOrNull(digest: VersionDigest | null): string | null {
  return digest === null ? null : digestText(digest);
}

/** With milliseconds, in UTC. */
function timeOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
