import type { AccountId } from "../../../contracts/auth/viewer.ts";
import {
  LIBRARY_ITEM,
  LIBRARY_STAMP,
  NAME_RECORD,
  VERSION_RECORD,
} from "../../../contracts/library/skill_records.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import type { GoneItem } from "../../../contracts/library/library_items.ts";
import { CHANGES_KEPT_MS } from "../../../contracts/library/library_changes.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import {
  draftKey,
  goneItemKey,
  holdersKey,
  installsKey,
  itemKey,
  libraryKey,
  nameKey,
  publishedFromKey,
  ratingsKey,
  versionsKey,
} from "./skill_keys.ts";

/**
 * Takes out what is left of a deleted skill: its versions and its place in the libraries of others. Its row went first, so
 * that nobody finds any of this meanwhile; whoever was cut off here is finished by the next change of the name, or by
 * the collection of garbage.
 */
export async function clearSkill(
  deps: KvDeps,
  account: AccountId,
  name: SkillName,
  skill: SkillId,
): Promise<void> {
  const { kv } = deps;
  for await (const { value } of kv.list({ prefix: versionsKey(skill) })) {
    const provenance = VERSION_RECORD.safeParse(value).data?.provenance;
    if (provenance === undefined || provenance.kind === "upload") continue;
    const key = [...publishedFromKey(provenance.repository), skill];
    await commit(deps, () => kv.atomic().delete(key));
  }
  await clearBelow(deps, versionsKey(skill));
  for await (const { key } of kv.list({ prefix: holdersKey(skill) })) {
    await dropItem(deps, key[2] as AccountId, skill, key);
  }
  await clearBelow(deps, ratingsKey(skill));
  await commit(
    deps,
    () => kv.atomic().delete(draftKey(skill)).delete(installsKey(skill)).delete(ratingsKey(skill)),
  );
  const row = await readRow(kv, nameKey(account, name), NAME_RECORD);
  if (row.value?.leaving !== skill) return;
  await commit(deps, () => kv.atomic().check(row).set(row.key, { ...row.value, leaving: null }));
}

async function clearBelow(deps: KvDeps, prefix: Deno.KvKey): Promise<void> {
  const { kv } = deps;
  for (;;) {
    const rows = await Array.fromAsync(kv.list({ prefix }, { limit: KV_LIMITS.mutationsPerAtomic }));
    if (rows.length === 0) return;
    await commit(deps, () => rows.reduce((operation, { key }) => operation.delete(key), kv.atomic()));
  }
}

async function dropItem(deps: KvDeps, account: AccountId, skill: SkillId, holder: Deno.KvKey): Promise<void> {
  const { kv } = deps;
  await compareAndSet("drop a skill from a library", async () => {
    const stamp = await readRow(kv, libraryKey(account), LIBRARY_STAMP);
    const item = await kv.get(itemKey(account, skill));
    const items = Math.max(0, (stamp.value?.items ?? 0) - (item.versionstamp === null ? 0 : 1));
    const had = LIBRARY_ITEM.safeParse(item.value).data;
    const write = () => {
      const operation = kv.atomic().check(stamp).check(item).set(stamp.key, { items }).delete(item.key)
        .delete(holder);
      if (had === undefined) return operation;
      const gone: GoneItem = { skill, addedAt: had.addedAt };
      return operation.set(goneItemKey(account, skill), gone, { expireIn: CHANGES_KEPT_MS });
    };
    const landed = async () => (await kv.get(holder)).versionstamp === null;
    return await commit(deps, write, landed) ? null : CHANGED;
  });
}
