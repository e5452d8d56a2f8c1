import type { Rows } from "../../../contracts/catalog_view.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { EntryPage } from "../../../contracts/mcp/skills_extension.ts";
import { type Result, success } from "../../../contracts/result.ts";
import type { Cursors } from "../cursor.ts";

export interface EntryPageRequest<Row, Entry> {
  readonly cursors: Cursors;
  readonly cursor: string | undefined;
  readonly size: number;
  /** Of all rows at most `count` from `start` on. */
  readonly rows: (start: number, count: number) => Promise<Rows<Row>>;
  readonly describe: (row: Row) => Entry | Promise<Entry>;
}

/** At most `size` rows from where a cursor stands, each as `describe` has it. Fails with `request.invalid`. */
export async function entryPage<Row, Entry>(
  { cursors, cursor, size, rows, describe }: EntryPageRequest<Row, Entry>,
): Promise<Result<EntryPage<Entry>, Failure>> {
  const start = cursors.read(cursor);
  if (!start.ok) return start;
  const page = await rows(start.value, size);
  const within = cursors.within(start.value, page.total - 1);
  if (!within.ok) return within;
  const end = start.value + size;
  return success({
    entries: await Promise.all(page.rows.map(describe)),
    nextCursor: end < page.total ? cursors.at(end) : null,
  });
}
