import type { Failure } from "../../../contracts/errors.ts";
import type { EntryPage } from "../../../contracts/skills_extension.ts";
import { type Result, success } from "../../../contracts/result.ts";
import type { Cursors } from "../cursor.ts";

/** At most `size` items from where a cursor stands, each as `describe` has it. Fails with `request.invalid`. */
export function entryPage<Item, Entry>(
  items: readonly Item[],
  { cursors, cursor, size }: {
    readonly cursors: Cursors;
    readonly cursor: string | undefined;
    readonly size: number;
  },
  describe: (item: Item) => Entry,
): Result<EntryPage<Entry>, Failure> {
  const start = cursors.read(cursor, items.length - 1);
  if (!start.ok) return start;
  const end = start.value + size;
  return success({
    entries: items.slice(start.value, end).map(describe),
    nextCursor: end < items.length ? cursors.at(end) : null,
  });
}
