import type { FileRow } from "../../contracts/catalog_view.ts";
import type { Changed, ChangedText } from "../../contracts/reading.ts";
import { DIFF_LIMITS } from "../../contracts/limits.ts";
import type { Source } from "../../contracts/source.ts";

/** How the files of two sides are read. */
export interface Sides<File> {
  /** Whether it is a text of at most `DIFF_LIMITS.shownBytes`. */
  readonly isShown: (file: File) => boolean;
  /** Null: its text is gone. */
  readonly before: (file: File) => Promise<string | null>;
  readonly after: (file: File) => Promise<string | null>;
}

/** Of served files of two commits. */
export function sidesOf(before: Pick<Source, "text">, after: Pick<Source, "text">): Sides<FileRow> {
  return {
    isShown: ({ stored, characters, size }) =>
      stored && characters !== null && size <= DIFF_LIMITS.shownBytes,
    before: ({ content }) => before.text(content),
    after: ({ content }) => after.text(content),
  };
}

/** The texts of the first `DIFF_LIMITS.shownFiles` files that changed and are short texts. */
export async function changedTexts<File>(
  files: Iterable<Changed<File>>,
  sides: Sides<File>,
): Promise<readonly ChangedText<File>[]> {
  const found: ChangedText<File>[] = [];
  let left: number = DIFF_LIMITS.shownFiles;
  for (const file of files) {
    const { before, after } = file;
    const isRead = left > 0 && [before, after].every((side) => side === null || sides.isShown(side));
    const was = !isRead ? null : before === null ? "" : await sides.before(before);
    const is = was === null ? null : after === null ? "" : await sides.after(after);
    if (was !== null && is !== null) left--;
    found.push({ ...file, texts: was === null || is === null ? null : { before: was, after: is } });
  }
  return found;
}
