import type { FileRow } from "../../../contracts/catalog_view.ts";
import type { ContentId, Diagnostic } from "../../../contracts/domain.ts";

/** A destination that leads to nothing, as its author needs it to mend it. */
export interface DeadLink {
  readonly path: string;
  /** 1-based place of the destination; null where it is not written out in the text. */
  readonly line: number | null;
  readonly column: number | null;
  /** The destination as written. */
  readonly written: string;
  /** The path it means from the root of the repository; null when it means none. */
  readonly target: string | null;
  /** What may have been meant: another path, or the target itself where it is excluded or closed. */
  readonly suggestion: string | null;
}

export interface DeadLinkSources {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileRow[];
  /** Every path of the tree. */
  readonly paths: readonly string[];
  readonly text: (id: ContentId) => Promise<string | null>;
}

/** The dead links that the indexer reports, each with its place and what may have been meant. */
export async function deadLinks({ diagnostics, files, paths, text }: DeadLinkSources): Promise<DeadLink[]> {
  const contents = new Map<string, ContentId>(files.map(({ path, content }) => [path, content]));
  const existing = new Set(paths);
  const found: DeadLink[] = [];
  let read = { path: "", text: "" };
  for (const { path, line, link } of diagnostics) {
    if (link === undefined) continue;
    const content = contents.get(path);
    if (read.path !== path) read = { path, text: content === undefined ? "" : await text(content) ?? "" };
    const { written, path: target, nearest } = link;
    found.push({
      path,
      ...placeOf(written, read.text, line ?? null),
      written,
      target,
      suggestion: target !== null && existing.has(target) ? target : nearest,
    });
  }
  return found;
}

/** How a destination starts: an inline link's, or a reference's, in angle brackets or not. */
const BEFORE = /\](?:\(|:)\s{0,8}<?$/;
const AFTER = /^(?:[)>#?\s]|$)/;

/** Where the text stands as a destination: on the line of its link, else at the definition that the link names. */
function placeOf(written: string, text: string, line: number | null): Pick<DeadLink, "line" | "column"> {
  const lines = text.split("\n");
  const [column] = line === null ? [] : columnsOf(written, lines[line - 1] ?? "");
  if (column !== undefined) return { line, column };
  for (const [index, other] of lines.entries()) {
    const [column] = columnsOf(written, other);
    if (column !== undefined) return { line: index + 1, column };
  }
  return { line, column: null };
}

function columnsOf(written: string, line: string): readonly number[] {
  const columns: number[] = [];
  for (let at = line.indexOf(written); at >= 0; at = line.indexOf(written, at + 1)) {
    const isWhole = AFTER.test(line.slice(at + written.length));
    if (isWhole && BEFORE.test(line.slice(Math.max(0, at - 12), at))) {
      columns.push([...line.slice(0, at)].length + 1);
    }
  }
  return columns;
}
