import type { Failure } from "../../../contracts/errors.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { PublishOutcome } from "../../../contracts/library/publishing.ts";
import type { Decided, NameState } from "../../../contracts/library/skill_store.ts";
import type { Draft } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { refusalOfAuthor, refusalOfConfined, refusalOfName, refusalOfPrecondition } from "./_may_publish.ts";
import { roomFor } from "./_room.ts";
import { parseSkillName } from "./name.ts";
import { newSkill, type Publication, type PublishingDeps, visibilityOf } from "./publish_candidate.ts";

type Outcome = Pick<PublishOutcome, "status" | "version" | "visibility">;

/** Keeps a candidate as the skill's draft, in place of the one before. */
export async function saveDraftOf(
  deps: PublishingDeps,
  publication: Publication,
): Promise<Result<Outcome, Failure>> {
  const { author, account, candidate, options } = publication;
  const counted = new Set<string>();

  async function decide(state: NameState): Promise<Result<Decided<Outcome>, Failure>> {
    const { skill } = state;
    // It is seen by nobody yet: what a version is refused for is asked when it becomes one.
    const visibility = visibilityOf(skill, options);
    const refusal = refusalOfAuthor(author, skill, candidate.name, visibility) ??
      refusalOfPrecondition(skill, options) ?? refusalOfName(state.record);
    if (refusal !== null) return failure(refusal);
    const room = await roomFor(state, account, {
      contents: candidate.contents,
      isVersion: false,
      counted,
      now: deps.clock.now(),
    });
    if (!room.ok) return room;
    const before = skill ?? newSkill(deps, publication, state);
    const { actor, request } = author;
    return success({
      value: { status: "drafted", version: null, visibility },
      change: {
        skill: {
          ...before,
          visibility,
          hasDraft: true,
          description: before.current === null ? candidate.document.description : before.description,
          revision: before.revision + 1,
        },
        draft: draftOf(publication, deps.clock.now()),
        ledger: room.value,
        contents: candidate.contents,
        kind: "draft",
        isOpen: false,
        note: { actor, request, action: "skill.draft", target: candidate.name, before: null, after: null },
      },
    });
  }

  if (options.dryRun !== true) return await deps.skills.changeName(author.account, candidate.name, decide);
  const decided = await decide(await deps.skills.nameState(author.account, candidate.name));
  return decided.ok ? success({ ...decided.value.value, status: "checked" }) : decided;
}

/** The draft is none any more, and neither is a skill that was nothing but one. */
export async function discardDraftOf(
  deps: PublishingDeps,
  author: LibraryAuthor,
  name: string,
): Promise<Result<null, Failure>> {
  const parsed = parseSkillName(name);
  const missing: Failure = { code: "skill.not_found", reason: "it has no draft" };
  if (parsed === null) return failure(missing);
  const confined = refusalOfConfined(author, parsed);
  if (confined !== null) return failure(confined);
  return await deps.skills.changeName<null, Failure>(author.account, parsed, ({ skill, ledger }) => {
    if (skill === null || !skill.hasDraft) return Promise.resolve(failure(missing));
    const refusal = refusalOfAuthor(author, skill, parsed, skill.visibility);
    if (refusal !== null) return Promise.resolve(failure(refusal));
    const isAll = skill.sequence === 0;
    const { actor, request } = author;
    return Promise.resolve(success({
      value: null,
      change: {
        skill: isAll ? null : { ...skill, hasDraft: false, revision: skill.revision + 1 },
        draft: null,
        ...(isAll && { ledger: { ...ledger, skills: Math.max(0, ledger.skills - 1) } }),
        kind: isAll ? "deleted" : "draft",
        isOpen: false,
        note: { actor, request, action: "skill.delete", target: parsed, before: "draft", after: null },
      },
    }));
  });
}

function draftOf({ candidate, options }: Publication, now: number): Draft {
  const { digest, document, documentId, label, grade, instructions, bytes, provenance } = candidate;
  return {
    digest,
    description: document.description,
    document: documentId,
    label,
    grade,
    isRestricted: document.isRestricted,
    instructions,
    files: document.files.length,
    bytes,
    notes: options.notes ?? null,
    savedAt: now,
    provenance,
  };
}
