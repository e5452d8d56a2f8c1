import type { Failure } from "../../../contracts/errors.ts";
import type { Acting, AuditAction, AuditNote } from "../../../contracts/library/audit.ts";
import type { Moderation, SkillReference } from "../../../contracts/library/library.ts";
import type { Decided, NameChange, NameState } from "../../../contracts/library/skill_store.ts";
import type { ChangeKind, NameRecord, Skill, SkillName } from "../../../contracts/library/skills.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { labelledVersion, parseSkillName, refusalOfSecrets } from "../publishing/mod.ts";
import { accountOf } from "../reading/find_skill.ts";
import { NO_SKILL } from "../skills/change_skill.ts";
import { type TransferDeps, transferSkill } from "../skills/transfer_skill.ts";
import { type ChangedSkill, mayFollow, newestOf, summaryOf, withCurrent } from "../skills/skill_state.ts";
import { heldVersions } from "./held_versions.ts";

/** What the operator makes of a skill. */
interface Made<Value> extends ChangedSkill, Pick<NameChange, "about" | "withdrawn"> {
  readonly value: Value;
  /** As the audit names it. */
  readonly target: string;
}

export type ModerationDeps = TransferDeps;

/** What only the operator does to skills, whoever owns them (docs/design/library.md "Moderation"). */
export function createModeration(deps: ModerationDeps): Moderation {
  const now = () => deps.clock.now();

  /** What `made` makes of a skill, told as `kind` and `action`. */
  async function change<Value>(
    acting: Acting,
    { owner, name }: SkillReference,
    kind: ChangeKind,
    action: AuditAction,
    made: (
      skill: Skill,
      state: NameState,
    ) => Promise<Result<Made<Value>, Failure>>,
    withoutSkill: (name: SkillName, record: NameRecord) => Result<Decided<Value>, Failure> = () =>
      failure(NO_SKILL),
  ): Promise<Result<Value, Failure>> {
    const parsed = parseSkillName(name);
    const account = await accountOf(deps, owner.toLowerCase());
    if (parsed === null || account === null) return failure(NO_SKILL);
    return await deps.skills.changeName(account.id, parsed, async (state) => {
      const { skill } = state;
      if (skill === null) {
        return state.record === null ? failure(NO_SKILL) : withoutSkill(parsed, state.record);
      }
      const done = await made(skill, state);
      if (!done.ok) return done;
      const { value, versions, target, about, withdrawn } = done.value;
      return success({
        value,
        change: {
          skill: { ...done.value.skill, revision: skill.revision + 1 },
          versions,
          ...(withdrawn !== undefined && { withdrawn }),
          kind,
          ...(about !== undefined && { about }),
          isOpen: skill.open !== null || done.value.skill.open !== null,
          note: { ...acting, action, target, ...flagsOf(skill, done.value.skill) },
        },
      });
    });
  }

  return {
    held: () => heldVersions(deps),

    flag: (acting, skill, reason) =>
      change(acting, skill, "flagged", "skill.flag", (known) =>
        Promise.resolve(success({
          value: null,
          skill: { ...known, flagged: { reason, at: now() } },
          versions: [],
          target: known.name,
        }))),

    unflag: (acting, skill) =>
      change(
        acting,
        skill,
        "unflagged",
        "skill.unflag",
        (known) =>
          Promise.resolve(success({
            value: null,
            skill: { ...known, flagged: null },
            versions: [],
            target: known.name,
          })),
        (name, { flagged }) =>
          flagged === null ? failure(NO_SKILL) : success({
            value: null,
            change: {
              skill: null,
              kind: "unflagged",
              isOpen: false,
              note: { ...acting, action: "skill.unflag", target: name, before: flagged.reason, after: null },
            },
          }),
      ),

    release: (acting, skill, label, acknowledged = []) =>
      change(acting, skill, "released", "version.release", async (known, state) => {
        const version = await labelledVersion(state, known, label);
        if (version === null || version.standing !== "held") return failure({ code: "version.not_found" });
        if (known.visibility === "global") {
          // It may have been published while the skill was private, when nobody asked.
          const document = await deps.skills.document(known.account, version.document);
          if (document === null) return failure({ code: "internal", hint: "Repeat the command later" });
          const refusal = refusalOfSecrets(document, acknowledged);
          const hint = "Release it with possible_secret acknowledged if it is none";
          if (refusal !== null) return failure({ ...refusal, hint });
        }
        const released: Version = { ...version, standing: "released" };
        const isNewest = known.current === null || known.current.sequence < version.sequence;
        const changed = isNewest && !known.isChosen
          ? withCurrent(known, released, false, now())
          : { skill: known, versions: [] };
        return success({
          value: null,
          skill: changed.skill,
          versions: changed.versions.length > 0 ? changed.versions : [released],
          target: `${known.name}@${version.label}`,
          about: version.label,
        });
      }),

    removeVersion: (acting, skill, label) =>
      change(acting, skill, "removed", "version.remove", async (known, state) => {
        const version = await labelledVersion(state, known, label);
        if (version === null) return failure({ code: "version.not_found" });
        const removed: Version = { ...version, standing: "removed" };
        const { digest, label: named } = version;
        const withdrawn = { digest, label: named, at: now() };
        return success({ value: null, withdrawn, ...await without(state, known, removed, now()) });
      }),

    transfer: (acting, skill, to) => transferSkill(deps, acting, skill, to),
  };
}

/** Why it was and is flagged, where that is what changed. */
function flagsOf({ flagged: was }: Skill, { flagged: is }: Skill): Pick<AuditNote, "before" | "after"> {
  return was === is
    ? { before: null, after: null }
    : { before: was?.reason ?? null, after: is?.reason ?? null };
}

/** The skill once a version's bytes are gone: nobody has it any more, those who kept it neither. */
async function without(state: NameState, skill: Skill, removed: Version, now: number) {
  const isOther = ({ sequence }: Version) => sequence !== removed.sequence;
  const changed: ChangedSkill = skill.current?.sequence === removed.sequence
    ? withCurrent(
      skill,
      await newestOf(state.versions(), (one) => isOther(one) && mayFollow(skill, one)),
      false,
      now,
    )
    : { skill, versions: [] };
  const isLost = changed.skill.open?.sequence === removed.sequence;
  const open = isLost ? await newestOf(state.versions(), (one) => isOther(one) && one.isOpen) : null;
  return {
    skill: isLost ? { ...changed.skill, open: open === null ? null : summaryOf(open) } : changed.skill,
    versions: [removed, ...changed.versions],
    target: `${skill.name}@${removed.label}`,
    about: removed.label,
  };
}
