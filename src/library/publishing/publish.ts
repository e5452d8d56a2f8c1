import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type {
  IgnoredFile,
  PublishOptions,
  PublishOutcome,
  UploadedFile,
} from "../../../contracts/library/publishing.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { Label, Provenance, VersionFile } from "../../../contracts/library/versions.ts";
import { LIBRARY_REST_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseLabel } from "./labels.ts";
import { refusalOfConfined } from "./_may_publish.ts";
import { parseSkillName } from "./name.ts";
import type { Candidate } from "./place_candidate.ts";
import { publishCandidate, type PublishingDeps } from "./publish_candidate.ts";
import { saveDraftOf } from "./save_draft.ts";
import type { SkillReadings } from "./skill_readings.ts";

const { notes: LONGEST_NOTES } = LIBRARY_REST_LIMITS;

export interface PublishDeps extends PublishingDeps {
  /** Whether versions are graded and held. */
  readonly isAnalysed: boolean;
  readonly readings: SkillReadings;
}

/** The upload becomes a version, or the skill's draft. */
export async function publishUpload(
  deps: PublishDeps,
  author: LibraryAuthor,
  account: Account,
  files: readonly UploadedFile[],
  options: PublishOptions,
  as: "version" | "draft",
): Promise<Result<PublishOutcome, Failure>> {
  const refusal = refusalOfOptions(options);
  if (refusal !== null) return failure(refusal);
  const read = await readCandidate(deps, account.id, files, options);
  if (!read.ok) return read;
  const { candidate, ignored } = read.value;
  if (options.name !== undefined && parseSkillName(options.name) !== candidate.name) {
    return failure({
      code: "skill.invalid",
      reason: `its name is "${candidate.name}", and the request is about "${options.name}"`,
      hint: "Publish it under its own name",
    });
  }
  const publication = { author, account, candidate, options, isDraft: false };
  const made = as === "draft"
    ? await saveDraftOf(deps, publication)
    : await publishCandidate(deps, publication);
  return made.ok ? success({ ...told(account, candidate), ignored, ...made.value }) : made;
}

/** The skill's draft becomes a version. Fails with `skill.not_found` where there is none. */
export async function publishDraftOf(
  deps: PublishDeps,
  author: LibraryAuthor,
  account: Account,
  name: string,
  options: PublishOptions,
): Promise<Result<PublishOutcome, Failure>> {
  const refusal = refusalOfOptions(options);
  if (refusal !== null) return failure(refusal);
  const parsed = parseSkillName(name);
  const confined = parsed === null ? null : refusalOfConfined(author, parsed);
  if (confined !== null) return failure(confined);
  const state = parsed === null ? null : await deps.skills.nameState(author.account, parsed);
  const draft = state?.draft ?? null;
  if (parsed === null || draft === null) {
    return failure({ code: "skill.not_found", reason: "it has no draft", hint: "Upload a draft first" });
  }
  const document = await deps.skills.document(author.account, draft.document);
  if (document === null) return failure({ code: "internal", hint: "Upload the draft again" });
  const { digest, label, grade, instructions, bytes, provenance } = draft;
  const candidate: Candidate = {
    name: parsed,
    digest,
    document,
    documentId: draft.document,
    instructions,
    label,
    grade,
    bytes,
    provenance,
    contents: [],
  };
  const made = await publishCandidate(deps, {
    author,
    account,
    candidate,
    options: { ...options, notes: options.notes ?? draft.notes },
    isDraft: true,
  });
  return made.ok ? success({ ...told(account, candidate), ignored: [], ...made.value }) : made;
}

async function readCandidate(
  deps: PublishDeps,
  account: AccountId,
  files: readonly UploadedFile[],
  options: PublishOptions,
): Promise<Result<{ readonly candidate: Candidate; readonly ignored: readonly IgnoredFile[] }, Failure>> {
  const read = await deps.readings(account, files);
  if (!read.ok) return read;
  const { name, digest, document, stored, statedVersion, grade, contents, ignored, bytes } = read.value;
  const label = statedVersion === null ? success(null) : stated(statedVersion);
  if (!label.ok) return label;
  const instructions = document.files.find(({ path }) => path === "SKILL.md");
  if (instructions === undefined) throw new Error("Cannot publish a skill: its SKILL.md is not stored");
  const candidate: Candidate = {
    name,
    digest,
    document,
    documentId: stored.id,
    instructions: instructions.content,
    label: label.value,
    grade: deps.isAnalysed ? grade : null,
    bytes,
    provenance: await provenanceOf(options, name, document.files),
    contents: [...contents, stored],
  };
  return success({ candidate, ignored });
}

async function provenanceOf(
  { provenance = { kind: "upload" }, compare }: PublishOptions,
  name: SkillName,
  files: readonly VersionFile[],
): Promise<Provenance> {
  if (provenance.kind === "upload" || compare === undefined) return provenance;
  return { ...provenance, source: await compare(name, files) };
}

function stated(version: string): Result<Label, Failure> {
  const label = parseLabel(version);
  if (label.ok) return label;
  const message = `"metadata.version" ${label.error}`;
  return failure({
    code: "skill.invalid",
    path: "SKILL.md",
    reason: message,
    hint: "Mend or leave out the version in the front matter",
    problems: [{ path: "SKILL.md", code: "field_invalid", severity: "error", message }],
  });
}

/** What is wrong with how something is to be published, whatever it is. */
function refusalOfOptions({ notes = null, label }: PublishOptions): Failure | null {
  if (notes !== null && new TextEncoder().encode(notes).byteLength > LONGEST_NOTES) {
    return {
      code: "request.invalid",
      reason: `"notes" has more than ${LONGEST_NOTES} bytes`,
      hint: "Say in short what changed",
    };
  }
  const parsed = label === undefined ? null : parseLabel(label);
  if (parsed === null || parsed.ok) return null;
  return { code: "request.invalid", reason: `"version" ${parsed.error}` };
}

function told(account: Account, { name, digest, document, grade }: Candidate) {
  return { owner: account.slug, name, digest, grade, findings: document.findings };
}
