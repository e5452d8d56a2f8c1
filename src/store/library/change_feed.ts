import { z } from "zod";
import { CHANGE_RECORD, FEED_HEAD } from "../../../contracts/library/skill_records.ts";
import type { Change } from "../../../contracts/library/skills.ts";
import { type KvDeps, readRow } from "../kv.ts";
import { changeKey, FEED_KEY } from "./skill_keys.ts";

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
    write: (operation) =>
      operation.check(head).set(head.key, { sequence }).set(
        key,
        { ...change, sequence, write } satisfies z.infer<typeof STORED_CHANGE>,
      ),
    landed: async () => (await readRow(kv, key, STORED_CHANGE)).value?.write === write,
  };
}

/** The changes behind `after`, in order, at most `most`. */
export async function changesAfter({ kv }: KvDeps, after: number, most: number): Promise<readonly Change[]> {
  const found: Change[] = [];
  const rows = kv.list({ prefix: FEED_KEY, start: changeKey(after + 1) }, {
    limit: most,
    batchSize: Math.min(most, LIST_BATCH),
  });
  for await (const { value } of rows) {
    const change = CHANGE_RECORD.safeParse(value);
    if (change.success) found.push(change.data);
  }
  return found;
}
