import type { NewId } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import type { Transfer, TransferState } from "../../../contracts/library/skill_store.ts";
import { MOST_HANDOVERS, type SkillName } from "../../../contracts/library/skills.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { labelSpaceOf, parseSkillName, type PublishingDeps } from "../publishing/mod.ts";
import { accountOf, type FindDeps } from "../reading/find_skill.ts";
import { NO_SKILL } from "./change_skill.ts";

export interface TransferDeps extends Pick<PublishingDeps, "skills" | "clock">, Pick<FindDeps, "accounts"> {
  readonly newId: NewId;
}

/**
 * Gives a skill to another account, by the operator's word. Its versions, labels, holders and counts go with it; its old
 * name leads to it, and is nobody's again (docs/design/library.md "Transfer").
 */
export async function transferSkill(
  deps: TransferDeps,
  acting: Acting,
  { owner, name }: SkillReference,
  to: string,
): Promise<Result<null, Failure>> {
  const parsed = parseSkillName(name);
  const source = await accountOf(deps, owner.toLowerCase());
  if (parsed === null || source === null) return failure(NO_SKILL);
  const target = await accountOf(deps, to.toLowerCase());
  if (target === null || target.state.kind !== "active") {
    return failure({
      code: "account.not_found",
      reason: `nobody is called "${to}", or the account is at its end`,
    });
  }
  if (target.id === source.id) {
    return failure({ code: "request.invalid", reason: `the skill is "${target.slug}"'s already` });
  }
  const moved = await deps.skills.transfer(
    source.id,
    parsed,
    target.id,
    (state) => decideTransfer(deps, acting, state, { name: parsed, source, target }),
  );
  if (moved === null) return failure(NO_SKILL);
  return moved.ok ? success(null) : moved;
}

function decideTransfer(
  { clock, newId }: TransferDeps,
  acting: Acting,
  { skill, ledger, target: { ledger: theirs, record }, addedBytes }: TransferState,
  { name, source, target }: {
    readonly name: SkillName;
    readonly source: Account;
    readonly target: Account;
  },
): Result<Transfer, Failure> {
  if (record !== null) {
    return failure({
      code: "name.taken",
      reason: `"${target.slug}" has or had a skill of that name, whose labels stay used`,
      hint: "Publish it there under another name",
    });
  }
  const limits = limitsOf(target);
  if (theirs.skills >= limits.ownSkills || theirs.storedBytes + addedBytes > limits.storedBytes) {
    return failure({
      code: "account.full",
      reason: `"${target.slug}" has as many skills, or stores as much, as it may`,
      hint: "Raise its limits with admin account limit",
    });
  }
  const handover = { from: source.id, open: skill.open?.sequence ?? null, at: clock.now() };
  const note = {
    ...acting,
    action: "skill.transfer",
    target: name,
    before: source.slug,
    after: target.slug,
  } as const;
  return success({
    skill: {
      ...skill,
      account: target.id,
      handovers: [...skill.handovers, handover].slice(-MOST_HANDOVERS),
      revision: skill.revision + 1,
    },
    ledgers: {
      source: { ...ledger, skills: Math.max(0, ledger.skills - 1) },
      target: { ...theirs, skills: theirs.skills + 1, storedBytes: theirs.storedBytes + addedBytes },
    },
    labels: labelSpaceOf(newId()),
    notes: { source: note, target: note },
  });
}
