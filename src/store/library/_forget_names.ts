import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { NAME_RECORD } from "../../../contracts/library/skill_records.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import { commit, type KvDeps } from "../kv.ts";
import { clearSkill } from "./clear_skill.ts";
import { labelsKey, ledgerKey } from "./skill_keys.ts";

/** Takes out the labels of an account's names that have no skill any more, and the names. */
export async function forgetNames(deps: KvDeps, account: AccountId): Promise<void> {
  const { kv } = deps;
  let kept = 0;
  for await (const row of kv.list({ prefix: ledgerKey(account) })) {
    const name = NAME_RECORD.safeParse(row.value).data;
    if (name === undefined || name.skill !== null) {
      kept++;
      continue;
    }
    if (name.leaving !== null) await clearSkill(deps, account, row.key[2] as SkillName, name.leaving);
    for (;;) {
      const labels = await Array.fromAsync(
        kv.list({ prefix: labelsKey(name.labels) }, { limit: KV_LIMITS.mutationsPerAtomic }),
      );
      if (labels.length === 0) break;
      await commit(deps, () => labels.reduce((operation, { key }) => operation.delete(key), kv.atomic()));
    }
    await commit(deps, () => kv.atomic().delete(row.key));
  }
  if (kept === 0) await commit(deps, () => kv.atomic().delete(ledgerKey(account)));
}
