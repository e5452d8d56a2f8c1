import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { NameChange, NameState, SkillStore } from "../../../contracts/library/skill_store.ts";
import {
  CONTENT_RECORD,
  DRAFT_RECORD,
  LABEL_RECORD,
  LEDGER,
  NAME_RECORD,
  SKILL_RECORD,
  VERSION_RECORD,
  WITHDRAWN_RECORD,
} from "../../../contracts/library/skill_records.ts";
import type { LabelSpace, Ledger, NameRecord, Skill, SkillName } from "../../../contracts/library/skills.ts";
import type { Draft, SkillId, Version, Withdrawn } from "../../../contracts/library/versions.ts";
import { success } from "../../../contracts/result.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import { createBoundedMap, createOneByOne } from "../../flow/mod.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { publicationsKey, removalsKey, rootKey } from "../keys.ts";
import { commit, type KvDeps, readRow, type Row, rowOf } from "../kv.ts";
import { clearSkill } from "./clear_skill.ts";
import type { AuditRows } from "./audit_rows.ts";
import { detailOf } from "./change_detail.ts";
import { type FeedEntry, nextChange } from "./change_feed.ts";
import { listingOf } from "./change_of_listing.ts";
import {
  draftKey,
  holdersKey,
  labelKey,
  ledgerKey,
  nameKey,
  publishedFromKey,
  skillKey,
  versionKey,
  versionOfKey,
  versionsKey,
  withdrawnKey,
} from "./skill_keys.ts";

export interface SkillStoreDeps extends KvDeps {
  readonly contents: ContentStore;
  readonly audit: AuditRows;
}

/** What an account has published in all before it published anything. */
export const NOTHING_PUBLISHED: Ledger = { skills: 0, storedBytes: 0, hour: 0, versions: 0 };

/** Names of which it is remembered what they lead to. */
const MOST_NAMES = 10_000;

/** No skill has this name for a key. */
const NO_SKILL = "" as SkillId;

/** The rows that a name's state was read from. */
interface NameRows {
  readonly name: Row<NameRecord>;
  readonly ledger: Row<Ledger>;
  /** Null: there is no skill of that name. */
  readonly skill: Row<Skill> | null;
  readonly draft: Row<Draft> | null;
  /** The last removal of contents before anything was looked up. */
  readonly removal: Deno.KvEntryMaybe<unknown>;
}

/** Reads and changes what an account has under a name. */
export function createNameChanges(
  deps: SkillStoreDeps & { readonly changed: () => void },
): Pick<SkillStore, "changeName" | "nameState"> {
  const { kv, contents, audit, clock } = deps;
  /** All that an account publishes goes into its ledger, and what anybody changes into the feed. */
  const ofAccount = createOneByOne();
  const ofFeed = createOneByOne();
  /** Which skill a name was of when it was looked up last, so that the rows of both are read at once. The name decides. */
  const ids = createBoundedMap<SkillId>(MOST_NAMES);

  async function read(account: AccountId, name: SkillName): Promise<NameRows> {
    const at = JSON.stringify([account, name]);
    const likely = ids.get(at) ?? NO_SKILL;
    const [removal, named, published, guessed] = await kv.getMany([
      removalsKey(rootKey(accountRoot(account))),
      nameKey(account, name),
      ledgerKey(account),
      skillKey(likely),
    ]);
    const row = rowOf(named, NAME_RECORD);
    const ledger = rowOf(published, LEDGER);
    const id = row.value?.skill ?? null;
    if (id !== null) ids.set(at, id);
    const found = id === likely ? rowOf(guessed, SKILL_RECORD) : null;
    const skill = id === null ? null : found ?? await readRow(kv, skillKey(id), SKILL_RECORD);
    const draft = skill?.value?.hasDraft ? await readRow(kv, draftKey(skill.value.id), DRAFT_RECORD) : null;
    return { name: row, ledger, skill, draft, removal };
  }

  function stateOf(account: AccountId, { name, ledger, skill, draft }: NameRows): NameState {
    const known = skill?.value ?? null;
    const version = async (sequence: number) =>
      known === null ? null : (await readRow(kv, versionKey(known.id, sequence), VERSION_RECORD)).value;
    return {
      record: name.value,
      skill: known,
      ledger: ledger.value ?? NOTHING_PUBLISHED,
      draft: draft?.value ?? null,
      async label(label) {
        const labels = name.value?.labels;
        return labels === undefined ? null : (await readRow(kv, labelKey(labels, label), LABEL_RECORD)).value;
      },
      version,
      async content(digest) {
        const labels = name.value?.labels;
        if (labels === undefined) return { version: null, withdrawn: null };
        const withdrawn = withdrawnKey(labels, digest);
        if (known === null) {
          return { version: null, withdrawn: (await readRow(kv, withdrawn, WITHDRAWN_RECORD)).value };
        }
        // What is published again is the current version most of the time: its row is read in the same look.
        const likely = known.current?.sequence ?? 0;
        const [taken, content, row] = await kv.getMany([
          withdrawn,
          versionOfKey(known.id, digest),
          versionKey(known.id, likely),
        ]);
        const sequence = rowOf(content, CONTENT_RECORD).value?.sequence ?? null;
        const isLikely = sequence === likely;
        const other = sequence === null || isLikely ? null : await version(sequence);
        return {
          version: isLikely ? rowOf(row, VERSION_RECORD).value : other,
          withdrawn: rowOf(taken, WITHDRAWN_RECORD).value,
        };
      },
      async *versions() {
        if (known !== null) yield* versionsOf(kv, known.id);
      },
      stored: (ids) => contents.stored(accountRoot(account), ids),
      async isHeld() {
        if (known === null) return false;
        return (await kv.list({ prefix: holdersKey(known.id) }, { limit: 1 }).next()).done !== true;
      },
    };
  }

  /** Bytes first. */
  async function store(account: AccountId, { contents: needed = [] }: NameChange): Promise<void> {
    const root = accountRoot(account);
    const stored = await contents.stored(root, needed.map(({ id }) => id));
    await contents.write(root, needed.filter(({ id }) => !stored.has(id)));
  }

  function write(
    account: AccountId,
    name: SkillName,
    rows: NameRows,
    change: NameChange,
    feed: FeedEntry,
    told: (operation: Deno.AtomicOperation) => Deno.AtomicOperation,
  ): Deno.AtomicOperation {
    const { skill, versions = [], labels = [], draft, ledger, withdrawn } = change;
    const before = rows.skill?.value ?? null;
    const operation = feed.write(told(kv.atomic())).check(rows.name);
    const id = (skill ?? before)?.id;
    if (id === undefined) {
      if (rows.name.value === null) throw new TypeError(`Cannot delete "${name}": there is no such skill`);
      return operation.set(rows.name.key, { ...rows.name.value, flagged: null } satisfies NameRecord);
    }
    if (rows.skill !== null) operation.check(rows.skill);
    if (ledger !== undefined) operation.check(rows.ledger).set(rows.ledger.key, ledger);
    if (change.contents !== undefined || draft !== undefined || versions.length > 0) {
      operation.check(rows.removal).set(publicationsKey(rootKey(accountRoot(account))), true);
    }
    const space = spaceOf(skill, rows.name.value);
    if (skill === null) {
      const { highest = null, flagged = null } = before ?? {};
      operation.delete(skillKey(id)).set(
        rows.name.key,
        { skill: null, labels: space, highest, leaving: id, movedTo: null, flagged } satisfies NameRecord,
      );
    } else {
      const { highest } = skill;
      operation.set(skillKey(id), skill).set(
        rows.name.key,
        {
          skill: id,
          labels: space,
          highest,
          leaving: null,
          movedTo: null,
          flagged: null,
        } satisfies NameRecord,
      );
    }
    for (const { label, digest, skill, sequence } of labels) {
      operation.set(labelKey(space, label), { digest, skill, sequence });
    }
    if (withdrawn !== undefined) {
      const { digest, label, at } = withdrawn;
      operation.set(withdrawnKey(space, digest), { label, at } satisfies Withdrawn);
    }
    for (const version of versions) {
      operation.set(versionKey(id, version.sequence), version);
      if (version.provenance.kind !== "upload") {
        operation.set([...publishedFromKey(version.provenance.repository), id], true);
      }
      // The newest of its content, which rows of older ones never become.
      if (version.sequence === skill?.sequence) {
        operation.set(versionOfKey(id, version.digest), { sequence: version.sequence });
      }
    }
    if (draft === null) operation.delete(draftKey(id));
    else if (draft !== undefined) operation.set(draftKey(id), draft);
    return operation;
  }

  /** Makes the change, with the next place in the feed. False: another came first. */
  async function tell(
    account: AccountId,
    name: SkillName,
    rows: NameRows,
    change: NameChange,
  ): Promise<boolean> {
    const before = rows.skill?.value ?? null;
    const feed = await nextChange(deps, {
      kind: change.kind,
      account,
      skill: (change.skill ?? before)?.id ?? null,
      name,
      isOpen: change.isOpen,
      listing: tellsOfDeletion(change) ? "leaves" : listingOf(before, change.skill),
      detail: detailOf(before, change),
      giver: null,
      renamed: null,
      at: clock.now(),
    });
    const told = audit.row(account, change.note);
    return await commit(deps, () => write(account, name, rows, change, feed, told), feed.landed);
  }

  return {
    async nameState(account, name) {
      return stateOf(account, await read(account, name));
    },

    changeName: (account, name, decide) =>
      ofAccount(account, () =>
        compareAndSet(`change the skill "${name}"`, async () => {
          const rows = await read(account, name);
          const leaving = rows.name.value?.leaving ?? null;
          if (leaving !== null) {
            await clearSkill(deps, account, name, leaving);
            return CHANGED;
          }
          const decided = await decide(stateOf(account, rows));
          if (!decided.ok) return decided;
          const { value, change } = decided.value;
          if (change === null) return success(value);
          // It has to be there for the collection to move: see `forgetEmpty()` in `../housekeeping/_sweep.ts`.
          if (change.contents !== undefined && rows.ledger.versionstamp === null) {
            await commit(deps, () => kv.atomic().check(rows.ledger).set(rows.ledger.key, NOTHING_PUBLISHED));
            return CHANGED;
          }
          await store(account, change);
          if (!await ofFeed("", () => tell(account, name, rows, change))) return CHANGED;
          deps.changed();
          const gone = change.skill === null ? rows.skill?.value?.id : undefined;
          if (gone !== undefined) await clearSkill(deps, account, name, gone);
          return success(value);
        })),
  };
}

/** What is deleted is told of once more, for who keeps a copy, though it had left the catalog before. */
function tellsOfDeletion({ kind, isOpen }: NameChange): boolean {
  return kind === "deleted" && isOpen;
}

/** The newest first. */
export async function* versionsOf(kv: KvDeps["kv"], skill: SkillId): AsyncGenerator<Version> {
  // Below come the rows that are found by digest, which is text.
  const rows = kv.list({ prefix: versionsKey(skill), start: versionKey(skill, 0) }, { reverse: true });
  for await (const { value } of rows) {
    const version = VERSION_RECORD.safeParse(value);
    if (version.success) yield version.data;
  }
}

function spaceOf(skill: Skill | null, name: NameRecord | null): LabelSpace {
  const space = skill?.labels ?? name?.labels;
  if (space === undefined) throw new TypeError("Cannot keep labels: the skill has no space for them");
  return space;
}
