import { z } from "zod";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { LEDGER, NAME_RECORD } from "../../../contracts/library/skill_records.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import { STORED_LOCATION } from "../../../contracts/records.ts";
import { accountRoot } from "../../../contracts/snapshots.ts";
import { ACCOUNT_CONTENTS_KEY, locationsKey, rootKey } from "../keys.ts";
import { commit, type Kv, readRow } from "../kv.ts";
import { clearSkill } from "../library/clear_skill.ts";
import { ledgerKey } from "../library/skill_keys.ts";
import { markVersions } from "./_mark_versions.ts";
import { measureRoot } from "./_measure.ts";
import { forgetEmpty } from "./_sweep.ts";
import { sweepContents, type SweepDeps } from "./_sweep_contents.ts";

const BATCH = { batchSize: 1000 };

const SKILL_NAME = z.custom<SkillName>((value) => typeof value === "string");
const ACCOUNT_ID = z.custom<AccountId>((value) => typeof value === "string" && value !== "");

/** Every account of which contents are stored, found by jumping from the first key of one to the first of the next. */
export async function* accountsIn(kv: Kv): AsyncGenerator<AccountId> {
  for (let last: AccountId | null = null;;) {
    // Booleans come after all other parts of a key, and no row ends in one.
    const start: { start?: Deno.KvKey } = last === null
      ? {}
      : { start: [...rootKey(accountRoot(last)), true] };
    const { value, done } = await kv.list({ prefix: ACCOUNT_CONTENTS_KEY, ...start }, { limit: 1 }).next();
    if (done) return;
    last = ACCOUNT_ID.parse(value.key[1]);
    yield last;
  }
}

/**
 * Takes out of an account what none of its versions and drafts needs and was not written after `before`, and counts anew what
 * it stores. It may run while others publish, and may be cut off anywhere.
 *
 * @returns The bytes that are left, about.
 */
export async function sweepAccount(deps: SweepDeps, account: AccountId, before: number): Promise<number> {
  const of = accountRoot(account);
  const root = rootKey(of);
  await finishDeletions(deps, account);
  await deps.parts.discardOld(root, before);
  await sweepContents(deps, of, markVersions(deps, account), before);
  const ledger = await readRow(deps.kv, ledgerKey(account), LEDGER);
  await forgetEmpty(deps, root, (operation) => {
    if (ledger.value === null) return;
    operation.check(ledger).set(ledger.key, { ...ledger.value, storedBytes: 0 });
  });
  await recount(deps, account, root);
  return await measureRoot(deps.kv, root);
}

/** Takes out what is left of skills whose deletion was cut off. */
async function finishDeletions(deps: SweepDeps, account: AccountId): Promise<void> {
  for await (const { key, value } of deps.kv.list({ prefix: ledgerKey(account) }, BATCH)) {
    const leaving = NAME_RECORD.safeParse(value).data?.leaving ?? null;
    const name = SKILL_NAME.safeParse(key[2]).data;
    if (leaving !== null && name !== undefined) await clearSkill(deps, account, name, leaving);
  }
}

/** Unless something is published meanwhile, which the next time sees. */
async function recount(deps: SweepDeps, account: AccountId, root: Deno.KvKey): Promise<void> {
  const { kv } = deps;
  const ledger = await readRow(kv, ledgerKey(account), LEDGER);
  if (ledger.value === null) return;
  let storedBytes = 0;
  for await (const { value } of kv.list({ prefix: locationsKey(root) }, BATCH)) {
    storedBytes += STORED_LOCATION.safeParse(value).data?.length ?? 0;
  }
  if (storedBytes === ledger.value.storedBytes) return;
  await commit(deps, () => kv.atomic().check(ledger).set(ledger.key, { ...ledger.value, storedBytes }));
}
