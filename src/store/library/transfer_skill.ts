import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import {
  DRAFT_RECORD,
  HOLDER_RECORD,
  LEDGER,
  NAME_RECORD,
  SKILL_RECORD,
} from "../../../contracts/library/skill_records.ts";
import type { SkillStore, Transfer, TransferState } from "../../../contracts/library/skill_store.ts";
import type { HolderRecord } from "../../../contracts/library/library_items.ts";
import type { Ledger, NameRecord, Skill, SkillName } from "../../../contracts/library/skills.ts";
import type { VersionDocument } from "../../../contracts/library/versions.ts";
import { success } from "../../../contracts/result.ts";
import { accountRoot } from "../../../contracts/snapshots.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { publicationsKey, removalsKey, rootKey } from "../keys.ts";
import { commit, readRow, type Row } from "../kv.ts";
import { detailOf } from "./change_detail.ts";
import { nextChange } from "./change_feed.ts";
import { listingOf } from "./change_of_listing.ts";
import { clearSkill } from "./clear_skill.ts";
import { withoutHolder } from "./install_store.ts";
import { NOTHING_PUBLISHED, type SkillStoreDeps, versionsOf } from "./name_changes.ts";
import { draftKey, holderKey, ledgerKey, nameKey, skillKey } from "./skill_keys.ts";
import { contentIdsOfVersion } from "./version_documents.ts";

/** Bytes that are on their way from one account to the other at a time. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface Documents {
  read(account: AccountId, id: ContentId): Promise<VersionDocument | null>;
}

/** The rows that a transfer is decided by. */
interface TransferRows {
  readonly source: Row<NameRecord>;
  readonly target: Row<NameRecord>;
  /** Null: there is no skill of that name. */
  readonly skill: Row<Skill> | null;
  /** Of the account that gets it. */
  readonly holder: Row<HolderRecord> | null;
  readonly sourceLedger: Row<Ledger>;
  readonly targetLedger: Row<Ledger>;
  /** The last removal of contents of the account that gets it, before anything was looked up. */
  readonly removal: Deno.KvEntryMaybe<unknown>;
}

/**
 * Gives skills to other accounts. One account's contents never answer for another's, so that they are copied first; then one
 * commit moves the skill and both names. Who is cut off between leaves contents that nothing needs, which the collection takes.
 */
export function createTransfer(deps: SkillStoreDeps, documents: Documents): SkillStore["transfer"] {
  const { kv, contents, audit, clock } = deps;

  async function rowsOf(from: AccountId, name: SkillName, to: AccountId): Promise<TransferRows> {
    const removal = await kv.get(removalsKey(rootKey(accountRoot(to))));
    const source = await readRow(kv, nameKey(from, name), NAME_RECORD);
    const target = await readRow(kv, nameKey(to, name), NAME_RECORD);
    const id = source.value?.skill ?? null;
    return {
      removal,
      source,
      target,
      skill: id === null ? null : await readRow(kv, skillKey(id), SKILL_RECORD),
      holder: id === null ? null : await readRow(kv, holderKey(id, to), HOLDER_RECORD),
      sourceLedger: await readRow(kv, ledgerKey(from), LEDGER),
      targetLedger: await readRow(kv, ledgerKey(to), LEDGER),
    };
  }

  /** What the skill's versions and its draft read from their account; null: some of it is gone. */
  async function contentsOf(skill: Skill): Promise<ReadonlySet<ContentId> | null> {
    const needed = new Set<ContentId>();
    const named: ContentId[] = [];
    for await (const { standing, document } of versionsOf(kv, skill.id)) {
      if (standing !== "removed") named.push(document);
    }
    const draft = skill.hasDraft ? (await readRow(kv, draftKey(skill.id), DRAFT_RECORD)).value : null;
    if (draft !== null) named.push(draft.document);
    for (const id of named) {
      const document = await documents.read(skill.account, id);
      if (document === null) return null;
      for (const content of [id, ...contentIdsOfVersion(document)]) needed.add(content);
    }
    return needed;
  }

  /** Hands on what is asked for, some of it at a time. False: some of it is gone. */
  async function carry(
    from: AccountId,
    ids: Iterable<ContentId>,
    take: (batch: readonly { readonly id: ContentId; readonly bytes: Uint8Array }[]) => Promise<void>,
  ): Promise<boolean> {
    let batch: { readonly id: ContentId; readonly bytes: Uint8Array }[] = [];
    let size = 0;
    for (const id of ids) {
      const bytes = await contents.read(accountRoot(from), id);
      if (bytes === null) return false;
      batch.push({ id, bytes });
      size += bytes.byteLength;
      if (size < BATCH_BYTES) continue;
      await take(batch);
      batch = [];
      size = 0;
    }
    await take(batch);
    return true;
  }

  return async (from, name, to, decide) => {
    // Contents that this very transfer has written already, when it is decided anew.
    const counted = new Map<ContentId, number>();
    return await compareAndSet(`give the skill "${name}" to another account`, async () => {
      const rows = await rowsOf(from, name, to);
      for (const [account, row] of [[from, rows.source], [to, rows.target]] as const) {
        const leaving = row.value?.leaving ?? null;
        if (leaving === null) continue;
        await clearSkill(deps, account, name, leaving);
        return CHANGED;
      }
      const skill = rows.skill?.value ?? null;
      if (rows.skill === null || skill === null) return null;
      const needed = await contentsOf(skill);
      if (needed === null) return null;
      const stored = await contents.stored(accountRoot(to), [...needed]);
      const missing = [...needed].filter((id) => !stored.has(id));
      const isWhole = await carry(from, missing, (batch) => {
        for (const { id, bytes } of batch) counted.set(id, bytes.byteLength);
        return Promise.resolve();
      });
      if (!isWhole) return null;
      const state: TransferState = {
        skill,
        ledger: rows.sourceLedger.value ?? NOTHING_PUBLISHED,
        target: { ledger: rows.targetLedger.value ?? NOTHING_PUBLISHED, record: rows.target.value },
        addedBytes: [...counted.values()].reduce((sum, bytes) => sum + bytes, 0),
      };
      const decided = decide(state);
      if (!decided.ok) return decided;
      // It has to be there for the collection to move: see `forgetEmpty()` in `../housekeeping/_sweep.ts`.
      if (rows.targetLedger.versionstamp === null) {
        const { key } = rows.targetLedger;
        await commit(deps, () => kv.atomic().check(rows.targetLedger).set(key, NOTHING_PUBLISHED));
        return CHANGED;
      }
      if (!await carry(from, missing, (batch) => contents.write(accountRoot(to), batch))) return null;
      const moved = { ...decided.value.skill, account: to };
      const feed = await nextChange(deps, {
        kind: "transferred",
        account: to,
        skill: skill.id,
        name,
        isOpen: skill.open !== null,
        listing: listingOf(null, moved),
        detail: detailOf(skill, { skill: moved }),
        giver: from,
        renamed: null,
        at: clock.now(),
      });
      const { notes } = decided.value;
      const told = [audit.row(from, notes.source), audit.row(to, notes.target)];
      const write = () => {
        const operation = told.reduce((one, tell) => tell(one), feed.write(kv.atomic()));
        return moveRows(operation, rows, decided.value, moved)
          .check(rows.removal)
          .set(publicationsKey(rootKey(accountRoot(to))), true);
      };
      return await commit(deps, write, feed.landed) ? success(moved) : CHANGED;
    });
  };
}

function moveRows(
  operation: Deno.AtomicOperation,
  { source, target, skill, holder, sourceLedger, targetLedger }: TransferRows,
  { ledgers, labels }: Transfer,
  moved: Skill,
): Deno.AtomicOperation {
  if (skill !== null) operation.check(skill).set(skill.key, moved);
  operation
    .check(source).check(target).check(sourceLedger).check(targetLedger)
    .set(sourceLedger.key, ledgers.source)
    .set(targetLedger.key, ledgers.target)
    .set(
      source.key,
      {
        skill: null,
        labels,
        highest: null,
        leaving: null,
        movedTo: moved.id,
        flagged: null,
      } satisfies NameRecord,
    )
    .set(
      target.key,
      {
        skill: moved.id,
        labels: moved.labels,
        highest: moved.highest,
        leaving: null,
        movedTo: null,
        flagged: null,
      } satisfies NameRecord,
    );
  // An account is no holder of what is its own, also where it adds the skill meanwhile.
  return holder === null ? operation : withoutHolder(operation, holder, moved.id);
}
