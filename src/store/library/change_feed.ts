import { z } from "zod";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { CHANGE_RECORD, FEED_HEAD } from "../../../contracts/library/skill_records.ts";
import { CHANGES_KEPT_MS } from "../../../contracts/library/library_changes.ts";
import type { Change, ChangeSubject, SubjectChanges } from "../../../contracts/library/skills.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { changeKey, FEED_KEY, goneItemKey, subjectChangeKey } from "./skill_keys.ts";

/** `write` is unique to the commit that wrote it, so that its writer can tell that it landed. */
const STORED_CHANGE = CHANGE_RECORD.extend({ write: z.string() });

const LIST_BATCH = 500;

/** A change that goes into the commit which makes it. */
export interface FeedEntry {
  /** Adds it to a commit, which fails if another change came first. */
  readonly write: (operation: Deno.AtomicOperation) => Deno.AtomicOperation;
  /** Whether a commit that seemed to fail had landed. */
  readonly landed: () => Promise<boolean>;
}

/** The next place in the change feed. Read last before a commit: every change of whatever account takes one. */
export async function nextChange(
  { kv, newId }: KvDeps,
  change: Omit<Change, "sequence">,
): Promise<FeedEntry> {
  const head = await readRow(kv, FEED_KEY, FEED_HEAD);
  const sequence = (head.value?.sequence ?? 0) + 1;
  const write = newId();
  const key = changeKey(sequence);
  return {
    write(operation) {
      operation.check(head).set(head.key, { sequence }).set(
        key,
        { ...change, sequence, write } satisfies z.infer<typeof STORED_CHANGE>,
      );
      for (const subject of subjectsOf(change)) {
        const told: Change = { ...change, sequence };
        operation.set(subjectChangeKey(subject, sequence), told, { expireIn: CHANGES_KEPT_MS });
      }
      return operation;
    },
    landed: async () => (await readRow(kv, key, STORED_CHANGE)).value?.write === write,
  };
}

/** What is told to those who have a skill, know an account, or are it. */
function subjectsOf({ account, skill, giver, renamed }: Omit<Change, "sequence">): readonly ChangeSubject[] {
  const isTold = skill !== null || renamed !== null;
  const subjects: ChangeSubject[] = isTold ? [{ kind: "account", id: account }] : [];
  if (giver !== null) subjects.push({ kind: "account", id: giver });
  if (skill !== null) subjects.push({ kind: "skill", id: skill });
  if (renamed !== null) subjects.push({ kind: "renames", id: account });
  return subjects;
}

/** The changes of a subject ahead of `before`, the newest first, at most `most`; null: from the last one. */
export async function changesOf(
  { kv }: KvDeps,
  subject: ChangeSubject,
  before: number | null,
  most: number,
): Promise<SubjectChanges> {
  const prefix = subjectChangeKey(subject);
  const range = before === null ? { prefix } : { prefix, end: subjectChangeKey(subject, before) };
  const rows = await Array.fromAsync(kv.list(range, { reverse: true, limit: most, batchSize: most }));
  const last = rows.at(-1)?.key.at(-1);
  return {
    changes: parsed(rows),
    horizon: rows.length === most && typeof last === "number" ? last : 0,
  };
}

/** Takes out what was told of an account, and to it. */
export async function forgetChanges(deps: KvDeps, account: AccountId): Promise<void> {
  const { kv } = deps;
  const told = (["account", "renames"] as const).map((kind) => subjectChangeKey({ kind, id: account }));
  for (const prefix of [...told, goneItemKey(account)]) {
    for await (const { key } of kv.list({ prefix })) await commit(deps, () => kv.atomic().delete(key));
  }
}

/** The changes behind `after`, in order, at most `most`. */
export async function changesAfter({ kv }: KvDeps, after: number, most: number): Promise<readonly Change[]> {
  const rows = kv.list({ prefix: FEED_KEY, start: changeKey(after + 1) }, {
    limit: most,
    batchSize: Math.min(most, LIST_BATCH),
  });
  return parsed(await Array.fromAsync(rows));
}

function parsed(rows: readonly Deno.KvEntry<unknown>[]): readonly Change[] {
  return rows.flatMap(({ value }) => CHANGE_RECORD.safeParse(value).data ?? []);
}
