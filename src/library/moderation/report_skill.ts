import type { Clock } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { LibraryAuthor, SkillReference } from "../../../contracts/library/library.ts";
import { LONGEST_REPORT, type ReportStore } from "../../../contracts/library/reports.ts";
import type { Label } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { nextUtcMidnight, utcDay } from "../../../contracts/utc_time.ts";
import type { HeldSkill } from "../reading/account_library.ts";
import { type FindDeps, findSkill, findVersion, mayRead, NOT_FOUND } from "../reading/find_skill.ts";
import { personOf } from "../members/person_of.ts";
import { asEverybodyHasIt, findListed } from "../public_catalog/listed_skills.ts";

export interface ReportDeps extends FindDeps {
  readonly reports: Pick<ReportStore, "file">;
  readonly clock: Pick<Clock, "now">;
  readonly isAnalysed: boolean;
}

/** What somebody says of a skill to the operator. */
export interface Complaint {
  readonly reason: string;
  /** A label; left out: of the skill as such. */
  readonly version?: string;
}

/** Of one person, or of an account where nobody in particular asks, on a UTC day. */
const MOST_A_DAY = 10;

/**
 * Queues for the operator what somebody says of a skill that they can see, in their library or the catalog; nothing else comes of
 * it. Fails with `skill.not_found`, `skill.own`, `version.not_found`, `version.removed`, `request.invalid` and `rate.limited`.
 */
export async function reportSkill(
  deps: ReportDeps,
  author: LibraryAuthor,
  account: Account,
  reference: SkillReference,
  { reason, version }: Complaint,
): Promise<Result<null, Failure>> {
  const held = await seenSkill(deps, author, reference);
  if (!held.ok) return held;
  const { skill, listed, isOwn } = held.value;
  if (isOwn) {
    return failure({
      code: "skill.own",
      reason: "reports are about what others publish",
      hint: "Archive it instead",
    });
  }
  const said = reason.trim();
  if (said === "" || said.length > LONGEST_REPORT) {
    return failure({
      code: "request.invalid",
      reason: `"reason" has from 1 to ${LONGEST_REPORT} characters`,
      hint: "Say in short what is wrong with the skill, and where",
    });
  }
  const label = version === undefined ? success(null) : await labelOf(deps, held.value, version);
  if (!label.ok) return label;
  const now = deps.clock.now();
  const named = `${listed.owner}/${listed.name}`;
  const { actor, request } = author;
  const by = { account: account.id, person: personOf(actor) };
  const isFiled = await deps.reports.file(
    { skill: skill.id, named, version: label.value, reason: said, by, at: now },
    utcDay(now),
    MOST_A_DAY,
    { actor, request, action: "skill.report", target: named, before: null, after: label.value },
  );
  return isFiled ? success(null) : failure({
    code: "rate.limited",
    reason: `${MOST_A_DAY} skills are reported a day`,
    hint: "Go on tomorrow, or write to the operator",
    retryAfterSeconds: Math.ceil((nextUtcMidnight(now) - now) / 1000),
  });
}

/** As the account has it, or else as everybody does. */
async function seenSkill(
  deps: ReportDeps,
  author: LibraryAuthor,
  reference: SkillReference,
): Promise<Result<HeldSkill, Failure>> {
  const held = await findSkill(deps, author, reference, "library");
  if (held.ok) return held;
  const listed = await findListed(deps, reference);
  if (!listed.ok || !mayRead(author, listed.value)) return failure(NOT_FOUND);
  const isOwn = listed.value.skill.account === author.account;
  return success({ ...asEverybodyHasIt(listed.value), isOwn });
}

async function labelOf(deps: ReportDeps, held: HeldSkill, text: string): Promise<Result<Label, Failure>> {
  const found = await findVersion(deps, held, "library", text);
  return found.ok ? success(found.value.version.label) : found;
}
