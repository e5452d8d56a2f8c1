import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import type { NameState, StoredContent } from "../../../contracts/library/skill_store.ts";
import type { Ledger } from "../../../contracts/library/skills.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;

/**
 * What the account has published in all once this is published too. Fails with `account.full`, or with `rate.limited` where it
 * published as much within the hour as it may.
 *
 * @param counted Contents that this very publication has written already, when it is decided anew.
 */
export async function roomFor(
  state: NameState,
  account: Account,
  { contents, isVersion, counted, now }: {
    readonly contents: readonly StoredContent[];
    readonly isVersion: boolean;
    readonly counted: Set<string>;
    readonly now: number;
  },
): Promise<Result<Ledger, Failure>> {
  const limits = limitsOf(account);
  const { ledger } = state;
  const isNew = state.skill === null;
  if (isNew && ledger.skills >= limits.ownSkills) {
    return failure({
      code: "account.full",
      reason: `it has ${limits.ownSkills} skills, as many as it may`,
      hint: "Delete a skill first, or ask the operator for more",
    });
  }
  const hour = Math.floor(now / HOUR_MS);
  const versions = ledger.hour === hour ? ledger.versions : 0;
  if (isVersion && versions >= limits.versionsPerHour) {
    return failure({
      code: "rate.limited",
      reason: `the account published ${limits.versionsPerHour} versions within this hour, as many as it may`,
      hint: "Publish again in the next hour",
      retryAfterSeconds: Math.max(1, Math.ceil(((hour + 1) * HOUR_MS - now) / 1000)),
    });
  }
  const stored = await state.stored(contents.map(({ id }) => id));
  const added = contents.filter(({ id }) => !stored.has(id) || counted.has(id));
  const storedBytes = ledger.storedBytes + added.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (added.length > 0 && storedBytes > limits.storedBytes) {
    return failure({
      code: "account.full",
      reason: `it stores ${megabytes(ledger.storedBytes)} of ${megabytes(limits.storedBytes)} MiB`,
      hint: "Delete skills that are no longer needed, or ask the operator for more",
    });
  }
  for (const { id } of added) counted.add(id);
  return success({
    skills: ledger.skills + (isNew ? 1 : 0),
    storedBytes,
    hour,
    versions: versions + (isVersion ? 1 : 0),
  });
}

function megabytes(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
