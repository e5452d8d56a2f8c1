import type { Clock, NewId } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { AuditAction } from "../../../contracts/library/audit.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { PublishOptions, PublishOutcome } from "../../../contracts/library/publishing.ts";
import type { Decided, NameState, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { LabelSpace, Skill, Visibility } from "../../../contracts/library/skills.ts";
import type { Label, SkillId, Version } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type ChangedSkill, isOffered, stateOf, withCurrent } from "../skills/skill_state.ts";
import { higher } from "./labels.ts";
import { refusalOfAuthor, refusalOfName, refusalOfOpening, refusalOfPrecondition } from "./_may_publish.ts";
import { roomFor } from "./_room.ts";
import { type Candidate, placeCandidate } from "./place_candidate.ts";

export interface PublishingDeps {
  readonly skills: SkillStore;
  readonly clock: Pick<Clock, "now">;
  readonly newId: NewId;
  /** Whether others than verified accounts publish to everybody. */
  readonly isCatalogOpen: boolean;
}

/** What is published, by whom and how. */
export interface Publication {
  readonly author: LibraryAuthor;
  readonly account: Account;
  readonly candidate: Candidate;
  readonly options: PublishOptions;
  /** The candidate is the skill's draft, which is none any more. */
  readonly isDraft: boolean;
}

type Outcome = Pick<PublishOutcome, "status" | "version" | "visibility">;

/**
 * Makes a version of a candidate, in one commit, or finds that it is one (docs/design/library.md "Publishing"). What others
 * publish of the skill meanwhile has it decided anew.
 */
export async function publishCandidate(
  deps: PublishingDeps,
  publication: Publication,
): Promise<Result<Outcome, Failure>> {
  const { author, candidate, options } = publication;
  // What changes nothing waits for nobody who changes something.
  const state = await deps.skills.nameState(author.account, candidate.name);
  const seen = await decidePublication(deps, publication, state, new Set());
  if (!seen.ok) return seen;
  const { value, change } = seen.value;
  if (options.dryRun === true) return success({ ...value, status: "checked" });
  if (change === null) return success(value);
  const counted = new Set<string>();
  return await deps.skills.changeName(
    author.account,
    candidate.name,
    (state) => decidePublication(deps, publication, state, counted),
  );
}

async function decidePublication(
  deps: PublishingDeps,
  publication: Publication,
  state: NameState,
  counted: Set<string>,
): Promise<Result<Decided<Outcome>, Failure>> {
  const { author, account, candidate, options, isDraft } = publication;
  const { skill } = state;
  const visibility = visibilityOf(skill, options);
  const refusal = refusalOfAuthor(author, skill, candidate.name, visibility) ??
    refusalOfPrecondition(skill, options) ??
    refusalOfName(state.record) ??
    refusalOfSkill(state) ??
    (isDraft && state.draft?.document !== candidate.documentId ? ANOTHER_DRAFT : null) ??
    (visibility === "global" ? refusalOfOpening(account, candidate.document, deps, options) : null);
  if (refusal !== null) return failure(refusal);
  const placed = await placeCandidate(state, candidate, options);
  if (!placed.ok) return placed;
  if (placed.value.kind === "known") return decideKnown(deps, publication, state, placed.value.version);
  const room = await roomFor(state, account, {
    contents: candidate.contents,
    isVersion: true,
    counted,
    now: deps.clock.now(),
  });
  if (!room.ok) return room;

  const before = skill ?? newSkill(deps, publication, state);
  const made = addVersion(deps, publication, { ...before, visibility }, placed.value.label);
  const isHeld = made.version.standing === "held";
  const status = isHeld ? "held" : skill === null || skill.sequence === 0 ? "created" : "released";
  return success({
    value: { status, version: placed.value.label, visibility },
    change: {
      skill: finished(made.skill, isDraft),
      versions: made.versions,
      labels: [{
        label: placed.value.label,
        digest: candidate.digest,
        skill: before.id,
        sequence: made.version.sequence,
      }],
      ...(isDraft && { draft: null }),
      ledger: room.value,
      contents: candidate.contents,
      kind: status,
      about: placed.value.label,
      isOpen: made.skill.open !== null && isOffered(made.skill),
      note: note(
        publication,
        status === "created" ? "skill.create" : "skill.publish",
        skill,
        placed.value.label,
      ),
    },
  });
}

/** The content is a version already: nothing is to do, or that version is current again. */
function decideKnown(
  deps: PublishingDeps,
  publication: Publication,
  { skill }: NameState,
  version: Version,
): Result<Decided<Outcome>, Failure> {
  if (skill === null) throw new Error("Cannot find a version of a skill that is not there");
  const { options, isDraft } = publication;
  const { visibility } = skill;
  const { label } = version;
  if (version.standing === "removed") {
    return failure({ code: "version.removed", hint: "Ask the operator why" });
  }
  if (version.yanked !== null) {
    return failure({
      code: "version.exists",
      reason: `the same files are version "${label}", which is yanked`,
      hint: "Take the yank back, or publish other files",
    });
  }
  const isCurrent = skill.current?.sequence === version.sequence;
  const stays = isCurrent || options.makeCurrent === false || version.standing === "held";
  const status = version.standing === "held" ? "held" : stays ? "unchanged" : "restored";
  const value = { status, version: label, visibility } as const;
  if (stays && !isDraft) return success({ value, change: null });
  const changed: ChangedSkill = stays
    ? { skill, versions: [] }
    : withCurrent(skill, version, true, deps.clock.now());
  return success({
    value,
    change: {
      skill: finished(changed.skill, isDraft),
      versions: changed.versions,
      ...(isDraft && { draft: null }),
      kind: status === "restored" ? "restored" : "draft",
      isOpen: changed.skill.open !== null,
      note: note(publication, "skill.publish", skill, label),
    },
  });
}

/** Who may have the skill: its publisher's word for a new one, and of one that is there what its owner decided. */
export function visibilityOf(
  skill: Skill | null,
  { visibility }: Pick<PublishOptions, "visibility">,
): Visibility {
  const isNew = skill === null || skill.sequence === 0;
  return (isNew ? visibility : undefined) ?? skill?.visibility ?? "private";
}

/** Published, the draft would be gone with it, which nobody published. */
const ANOTHER_DRAFT: Failure = {
  code: "precondition.failed",
  reason: "the draft was replaced or discarded since",
  hint: "Read the draft again, and publish it if it still should be",
};

function refusalOfSkill({ skill, record }: NameState): Failure | null {
  const flagged = skill === null ? record?.flagged ?? null : skill.flagged;
  if (flagged !== null) {
    return {
      code: "publish.not_allowed",
      reason: `the operator flagged the skill: ${flagged.reason}`,
      hint: "Ask the operator to look at it again",
    };
  }
  if (skill === null) return null;
  switch (stateOf(skill)) {
    case "archived":
      return { code: "skill.archived", hint: 'Publish the skill again first: set its state to "published"' };
    case "flagged":
    case "draft":
    case "held":
    case "published":
      return null;
  }
}

/** A skill of which nothing is there yet. An earlier one of the name leaves it the labels that it used. */
export function newSkill(
  { newId, clock }: Pick<PublishingDeps, "newId" | "clock">,
  { author, candidate, options }: Pick<Publication, "author" | "candidate" | "options">,
  { record }: NameState,
): Skill {
  const id = newId() as SkillId;
  return {
    id,
    account: author.account,
    name: candidate.name,
    labels: record?.labels ?? labelSpaceOf(id),
    description: candidate.document.description,
    visibility: options.visibility ?? "private",
    archived: null,
    flagged: record?.flagged ?? null,
    replacedBy: null,
    handovers: [],
    current: null,
    isChosen: false,
    open: null,
    sequence: 0,
    highest: record?.highest ?? null,
    hasDraft: false,
    revision: 0,
    createdAt: clock.now(),
    publishedAt: null,
  };
}

/** @param id Of nothing else that has labels. */
export function labelSpaceOf(id: string): LabelSpace {
  return id as LabelSpace;
}

/** The skill with one more version, which is current unless it is held or its publisher says otherwise. */
function addVersion(
  { clock }: PublishingDeps,
  { candidate, options }: Publication,
  skill: Skill,
  label: Label,
): ChangedSkill & { readonly version: Version } {
  const now = clock.now();
  const { document, digest, grade, documentId, instructions, bytes, provenance } = candidate;
  const isHeld = grade === "F";
  const version: Version = {
    skill: skill.id,
    sequence: skill.sequence + 1,
    label,
    digest,
    description: document.description,
    grade,
    license: document.license,
    isRestricted: document.isRestricted,
    document: documentId,
    instructions,
    publishedAt: now,
    standing: isHeld ? "held" : "released",
    yanked: null,
    isOpen: !isHeld && isOffered(skill),
    files: document.files.length,
    bytes,
    notes: options.notes ?? null,
    provenance,
  };
  const counted = { ...skill, sequence: version.sequence, highest: higher(skill.highest, label) };
  if (isHeld) return { skill: counted, versions: [version], version };
  if (options.makeCurrent === false && skill.current !== null) {
    return { skill: { ...counted, isChosen: true }, versions: [version], version };
  }
  return { skill: withCurrent(counted, version, false, now).skill, versions: [version], version };
}

function finished(skill: Skill, isDraft: boolean): Skill {
  return { ...skill, hasDraft: skill.hasDraft && !isDraft, revision: skill.revision + 1 };
}

function note(
  { author: { actor, request }, candidate }: Publication,
  action: AuditAction,
  before: Skill | null,
  after: Label,
) {
  return { actor, request, action, target: candidate.name, before: before?.current?.label ?? null, after };
}
