import { createHash } from "node:crypto";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Catalog, ContentId, FileFacts, Skill } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";
import type { StoredContent } from "../../../contracts/library/skill_store.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { Grade, VersionDocument, VersionFile } from "../../../contracts/library/versions.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { createPace, type Pace } from "../../flow/mod.ts";
import {
  assembleDocument,
  contentIdOf,
  finishCatalog,
  inspectFile,
  mediaTypeOf,
  parseCommitHash,
  readRepository,
  type RepositoryReading,
  uploadHash,
} from "../../format/mod.ts";
import { gradeOf, SAFETY_CODES } from "./grade.ts";
import { ignoredFiles } from "./_ignored_files.ts";
import { judgeSkill, onlySkillFile, SKILL_FILE } from "./_judge_skill.ts";

/** One skill as it was uploaded, read by the rules of the format. Nothing of it is stored yet. */
export interface ReadSkill {
  readonly name: SkillName;
  readonly document: VersionDocument;
  readonly grade: Grade;
  /** What `metadata.version` says; null: nothing. */
  readonly statedVersion: string | null;
  /** Its files and what is made of them, each once. */
  readonly contents: readonly StoredContent[];
  readonly ignored: readonly IgnoredFile[];
  readonly bytes: number;
}

/** A few milliseconds of Markdown. */
const SLICE_BYTES = 64 * 1024;

/** What any file costs beside its bytes, in bytes that take as long. */
const FILE_BYTES = 2048;

/** A file of an upload, with the name that its content is stored under. */
interface Blob {
  readonly path: RepoPath;
  readonly bytes: Uint8Array;
  readonly id: ContentId;
  readonly facts: FileFacts;
}

/** Reads the tree of one skill. Fails with `skill.invalid` and everything that is wrong with it. */
export async function readSkillFiles(files: readonly UploadedFile[]): Promise<Result<ReadSkill, Failure>> {
  const only = onlySkillFile(files);
  if (!only.ok) return only;
  const pace = createPace(SLICE_BYTES, FILE_BYTES);
  const blobs = new Map<string, Blob>();
  for (const { path, bytes } of files) {
    const facts = inspectFile(path, bytes, DEFAULT_READING_LIMITS);
    blobs.set(path, { path, bytes, facts, id: contentIdOf(uploadHash(bytes)) });
    await pace(bytes.byteLength);
  }
  const { draft, documents, searchable } = await readTree(blobs, pace);

  const contents = new Map<ContentId, Uint8Array>();
  for (const { id, bytes } of blobs.values()) contents.set(id, bytes);
  const digests = new Map<ContentId, string>();
  for (const plan of documents) {
    const bytes = assembleDocument(plan, (id) => bytesOf(contents, id));
    contents.set(plan.content, bytes);
    digests.set(plan.content, createHash("sha256").update(bytes).digest("hex"));
  }
  const catalog = finishCatalog(draft, digests);
  const judged = judgeSkill(catalog, blobs.get(SKILL_FILE)?.facts.problems ?? []);
  if (!judged.ok) return judged;
  const { skill, name } = judged.value;

  const stored = storedFiles(catalog, blobs);
  const findings = stored.flatMap(({ path }) =>
    (blobs.get(path)?.facts.problems ?? []).flatMap((problem) =>
      SAFETY_CODES.has(problem.code) ? [{ ...problem, path }] : []
    )
  );
  const kept = new Set<ContentId>([
    ...stored.map(({ content }) => content),
    ...documents.map(({ content }) => content),
  ]);
  return success({
    name,
    document: documentOf(skill, stored, catalog, findings, searchable),
    grade: gradeOf(findings, (path) => blobs.get(path)?.bytes ?? new Uint8Array()),
    statedVersion: skill.metadata.find(([key]) => key === "version")?.[1] ?? null,
    contents: [...kept].map((id) => ({ id, bytes: bytesOf(contents, id) })),
    ignored: ignoredFiles(files, catalog),
    bytes: stored.reduce((sum, { size }) => sum + size, 0),
  });
}

async function readTree(blobs: ReadonlyMap<string, Blob>, pace: Pace): Promise<RepositoryReading> {
  const entries = Array.from(blobs.values(), ({ path, bytes }) => ({
    path,
    mode: "file" as const,
    hash: uploadHash(bytes),
    size: bytes.byteLength,
  }));
  const steps = readRepository({
    commit: pseudoCommit(entries),
    repositoryName: "",
    tree: { entries, truncated: false },
    limits: DEFAULT_READING_LIMITS,
    // What its licence keeps from others its own account still reads; who may is decided at each request.
    serving: "full",
    sourceUrl: () => null,
  });
  let step = steps.next(new Map());
  while (!step.done) {
    const facts = new Map<string, FileFacts>();
    for (const { path } of step.value) {
      const blob = blobs.get(path);
      if (blob !== undefined) facts.set(path, blob.facts);
    }
    await pace(facts.size * FILE_BYTES);
    step = steps.next(facts);
  }
  return step.value;
}

/** Stands where a catalog names its commit: what is published has none. */
function pseudoCommit(entries: readonly { readonly path: string; readonly hash: string }[]) {
  const hash = createHash("sha256");
  for (const { path, hash: content } of entries) hash.update(`${path}\0${content}\n`);
  const commit = parseCommitHash(hash.digest("hex").slice(0, 40));
  if (!commit.ok) throw new Error("Cannot name an upload: its hash is none");
  return commit.value;
}

function storedFiles(catalog: Catalog, blobs: ReadonlyMap<string, Blob>): readonly VersionFile[] {
  return catalog.files.flatMap(({ path, size, stored, characters, lfsPointer, content }) => {
    const facts = blobs.get(path)?.facts;
    if (!stored || facts === undefined) return [];
    const isText = characters !== null;
    const contentType = mediaTypeOf({ path, isText, lfsPointer });
    return [{ path, size, contentType, sha256: facts.sha256, isText, content }];
  });
}

function documentOf(
  skill: Skill,
  files: readonly VersionFile[],
  catalog: Catalog,
  findings: VersionDocument["findings"],
  searchable: RepositoryReading["searchable"],
): VersionDocument {
  const { description, licence, compatibility, allowedTools, metadata } = skill;
  return {
    files,
    description,
    license: licence?.label ?? null,
    licencePath: licence?.path ?? null,
    isRestricted: licence?.class === "restrictive",
    compatibility,
    allowedTools: allowedTools === null || typeof allowedTools === "string"
      ? allowedTools
      : allowedTools.join(" "),
    metadata: metadata.length === 0 ? null : Object.fromEntries(metadata),
    findings,
    catalog,
    searchable: searchable.map((
      { path, group, fingerprint, name, description, headings, language, body },
    ) => ({ path, group, fingerprint, name, description, headings, language, body })),
  };
}

function bytesOf(contents: ReadonlyMap<ContentId, Uint8Array>, id: ContentId): Uint8Array {
  const bytes = contents.get(id);
  if (bytes === undefined) throw new Error(`Cannot read "${id}": it is not in the upload`);
  return bytes;
}
