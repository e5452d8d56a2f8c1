import type { ContentId } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { NameState, StoredContent } from "../../../contracts/library/skill_store.ts";
import type { PublishOptions } from "../../../contracts/library/publishing.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type {
  Grade,
  Label,
  LabelRecord,
  Provenance,
  Version,
  VersionDigest,
  VersionDocument,
} from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { labelWithDigest, parseLabel, raised } from "./labels.ts";

/** What a version is made of: an upload that was read, or a draft. */
export interface Candidate {
  readonly name: SkillName;
  readonly digest: VersionDigest;
  readonly document: VersionDocument;
  readonly documentId: ContentId;
  readonly instructions: ContentId;
  /** As `metadata.version` has it; null: it has none. */
  readonly label: Label | null;
  /** Null: nobody looked. */
  readonly grade: Grade | null;
  readonly bytes: number;
  readonly provenance: Provenance;
  /** Empty: all of it is stored. */
  readonly contents: readonly StoredContent[];
}

/** What becomes of a candidate: it is a version already, or a new one under a label. */
export type Placing =
  | { readonly kind: "known"; readonly version: Version }
  | { readonly kind: "new"; readonly label: Label };

/** How often a number is raised past labels that are used. */
const MOST_RAISES = 1000;

/** Digits of the digest behind a label; more where two contents share the first ones. */
const DIGITS = [8, 16, 32, 54] as const;

/**
 * Whether the content is a version already, and what a new one is called (docs/design/library.md "Labels"). Fails with
 * `version.exists`, `version.removed`, or `request.invalid` for a label that is none.
 */
export async function placeCandidate(
  state: NameState,
  candidate: Candidate,
  options: Pick<PublishOptions, "label">,
): Promise<Result<Placing, Failure>> {
  const { digest } = candidate;
  const { version: known, withdrawn } = await state.content(digest);
  if (withdrawn !== null) {
    return failure({
      code: "version.removed",
      reason: `the same files were published as "${withdrawn.label}", and the operator removed them`,
      hint: "Ask the operator why",
    });
  }
  if (options.label !== undefined) return await placeLabelled(state, candidate, options.label);
  if (known !== null) return success({ kind: "known", version: known });
  const label = await freeLabel(state, candidate);
  return success({ kind: "new", label });
}

async function placeLabelled(
  state: NameState,
  { digest }: Candidate,
  text: string,
): Promise<Result<Placing, Failure>> {
  const label = parseLabel(text);
  if (!label.ok) return failure({ code: "request.invalid", reason: `"version" ${label.error}` });
  const used = await state.label(label.value);
  if (used === null) return success({ kind: "new", label: label.value });
  if (used.digest !== digest) {
    return failure({
      code: "version.exists",
      reason: `"${label.value}" names other files`,
      hint: "Publish under a version that was never used",
    });
  }
  const version = used.skill === state.skill?.id ? await state.version(used.sequence) : null;
  return success(
    version === null ? { kind: "new", label: label.value } : { kind: "known", version },
  );
}

/** The label of a new version that its publisher names only in its front matter, or not at all. */
async function freeLabel(state: NameState, { label, digest, provenance }: Candidate): Promise<Label> {
  const isFree = (used: LabelRecord | null) => used === null || used.digest === digest;
  const stated = label ?? commitLabel(provenance);
  if (stated !== null) {
    if (isFree(await state.label(stated))) return stated;
    for (const digits of DIGITS) {
      const suffixed = labelWithDigest(stated, digest, digits);
      if (isFree(await state.label(suffixed))) return suffixed;
    }
    throw new Error("Cannot name a version: its whole digest names other content");
  }
  let number = raised(state.skill?.highest ?? state.record?.highest ?? null);
  for (let raises = 0; raises < MOST_RAISES; raises++) {
    if (isFree(await state.label(number))) return number;
    number = raised(number);
  }
  return labelWithDigest(number, digest, DIGITS[0]);
}

function commitLabel(provenance: Provenance): Label | null {
  if (provenance.kind !== "repository") return null;
  const label = parseLabel(provenance.commit.slice(0, 12));
  return label.ok ? label.value : null;
}
