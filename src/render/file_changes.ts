import type { Changed, ChangedText } from "../../contracts/reading.ts";
import { DIFF_LIMITS } from "../../contracts/limits.ts";
import { type LineChange, lineChanges } from "./line_changes.ts";

export interface FileChange<File> extends Changed<File> {
  readonly change: "added" | "removed" | "changed";
  /** Null: no text, or too much of it. */
  readonly lines: readonly LineChange[] | null;
}

/** The lines of what changed, as far as `DIFF_LIMITS` has room for them; of all other files it is said that they changed. */
export function* fileChanges<File>(files: Iterable<ChangedText<File>>): Generator<FileChange<File>> {
  let left: number = DIFF_LIMITS.lines;
  for (const { path, before, after, texts } of files) {
    // Where one file takes all, the others are not even looked at.
    const found = texts === null || left === 0 ? null : lineChanges(texts.before, texts.after);
    const lines = found !== null && found.length <= left ? found : null;
    left -= lines?.length ?? (found === null ? 0 : left);
    const change = before === null ? "added" : after === null ? "removed" : "changed";
    yield { path, before, after, change, lines };
  }
}
