import type { Failure } from "../../../contracts/errors.ts";
import type { Decided, NameState } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { LIBRARY_REST_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import {
  labelledVersion,
  type PublishingDeps,
  refusalOfAuthor,
  refusalOfPrecondition,
} from "../publishing/mod.ts";
import { type Changing, NO_SKILL } from "./change_skill.ts";
import { type ChangedSkill, isOffered, mayFollow, newestOf, summaryOf, withCurrent } from "./skill_state.ts";

const { reason: LONGEST_REASON } = LIBRARY_REST_LIMITS;

const TOO_LONG = failure(
  { code: "request.invalid", reason: `"reason" has more than ${LONGEST_REASON} characters` } as const,
);

/** Takes a version out of the current ones, or takes that back: what was current falls to the newest that is left. */
export function yankVersion(
  deps: PublishingDeps,
  changing: Changing,
  label: string,
  yanked: { readonly reason: string | null } | null,
  ifRevision: number | undefined,
): Promise<Result<Version, Failure>> {
  const { author, name } = changing;
  if ((yanked?.reason?.length ?? 0) > LONGEST_REASON) return Promise.resolve(TOO_LONG);
  return deps.skills.changeName(
    author.account,
    name,
    (state) => decide(deps, changing, label, yanked, ifRevision, state),
  );
}

async function decide(
  deps: PublishingDeps,
  { author, name }: Changing,
  text: string,
  yanked: { readonly reason: string | null } | null,
  ifRevision: number | undefined,
  state: NameState,
): Promise<Result<Decided<Version>, Failure>> {
  const { skill } = state;
  if (skill === null) return failure(NO_SKILL);
  const refusal = refusalOfPrecondition(skill, ifRevision === undefined ? {} : { ifRevision }) ??
    refusalOfAuthor(author, skill, name, skill.visibility);
  if (refusal !== null) return failure(refusal);
  const version = await labelledVersion(state, skill, text);
  if (version === null || version.standing === "held") return failure({ code: "version.not_found" });
  if (version.standing === "removed") return failure({ code: "version.removed" });
  const now = deps.clock.now();
  const after: Version = { ...version, yanked: yanked && { reason: yanked.reason, at: now } };
  if ((version.yanked === null) === (yanked === null) && version.yanked?.reason === yanked?.reason) {
    return success({ value: version, change: null });
  }
  const changed = await offeredAfter(state, skill, after, now);
  const { actor, request } = author;
  return success({
    value: changed.versions.find(({ sequence }) => sequence === after.sequence) ?? after,
    change: {
      skill: { ...changed.skill, revision: skill.revision + 1 },
      versions: changed.versions,
      kind: yanked === null ? "unyanked" : "yanked",
      about: version.label,
      isOpen: version.isOpen,
      note: {
        actor,
        request,
        action: yanked === null ? "version.unyank" : "version.yank",
        target: `${name}@${version.label}`,
        before: skill.current?.label ?? null,
        after: changed.skill.current?.label ?? null,
      },
    },
  });
}

/** The skill as it is once a version of it is yanked or no longer is. */
async function offeredAfter(
  state: NameState,
  skill: Skill,
  version: Version,
  now: number,
): Promise<ChangedSkill> {
  const known = {
    async *[Symbol.asyncIterator]() {
      for await (const one of state.versions()) yield one.sequence === version.sequence ? version : one;
    },
  };
  const isLost = version.yanked !== null && skill.current?.sequence === version.sequence;
  const isFound = version.yanked === null && !skill.isChosen;
  const changed = isLost || isFound
    ? withCurrent(skill, await newestOf(known, (one) => mayFollow(skill, one)), false, now)
    : { skill, versions: [] };
  const versions = changed.versions.some(({ sequence }) => sequence === version.sequence)
    ? changed.versions
    : [version, ...changed.versions];
  if (isOffered(skill)) return { skill: changed.skill, versions };
  // Others keep the newest that was open to them.
  const open = await newestOf(known, ({ isOpen }) => isOpen);
  return { skill: { ...changed.skill, open: open === null ? null : summaryOf(open) }, versions };
}
