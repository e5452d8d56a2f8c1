import { raw } from "hono/html";
import type { VersionFiles } from "../../../contracts/library/library.ts";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import { type LineChange, lineChanges, visibleText } from "../../render/mod.ts";
import { fileSize, Path } from "./text.tsx";

/** Of one file, in one version or in both. */
export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  /** Null: not text, or too much of it. */
  readonly lines: readonly LineChange[] | null;
  readonly sizes: string;
}

/** Files whose lines are told apart; of all others it is said that they changed. */
const SHOWN_FILES = 40;
const SHOWN_BYTES = 256 * 1024;
/** Of all files together: files of short lines would make a page of millions. */
const SHOWN_LINES = 10_000;

/** What one version of a skill changed in another, file by file. */
export async function fileChanges(before: VersionFiles, after: VersionFiles): Promise<readonly FileChange[]> {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changes: FileChange[] = [];
  let left = SHOWN_LINES;
  for (const path of paths) {
    const [was, is] = [old.get(path), now.get(path)];
    if (was?.sha256 === is?.sha256) continue;
    const isShown = left > 0 && changes.length < SHOWN_FILES && [was, is].every(isShort);
    const found = isShown ? lineChanges(await textOf(before, was), await textOf(after, is)) : [];
    // Where one file has too many, the others are not even looked at.
    left = Math.max(0, left - found.length);
    changes.push({
      path,
      kind: was === undefined ? "added" : is === undefined ? "removed" : "changed",
      sizes: [was, is].flatMap((file) => file === undefined ? [] : [fileSize(file.size)]).join(" → "),
      lines: isShown && left > 0 ? found : null,
    });
  }
  return changes;
}

function isShort(file: VersionFile | undefined): boolean {
  return file === undefined || (file.isText && file.size <= SHOWN_BYTES);
}

async function textOf(version: VersionFiles, file: VersionFile | undefined): Promise<string> {
  const bytes = file === undefined ? null : await version.read(file);
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}

const MARKS = { added: "+", removed: "-", same: " ", skipped: "…" } as const;

export function ChangedFile({ change: { path, kind, lines, sizes } }: { readonly change: FileChange }) {
  return (
    <section class="diff">
      <h2>
        <Path of={path} />{" "}
        <span class="fine">
          {kind}, {sizes}
        </span>
      </h2>
      {lines === null
        ? <p class="fine">Its bytes changed. They are not shown: too many, or no text.</p>
        : (
          <pre tabindex={0}>
            {lines.map(({ kind, text }) => (
              <span class={`line line-${kind}`}>{raw(`${visibleText(`${MARKS[kind]} ${text}`)}\n`)}</span>
            ))}
          </pre>
        )}
    </section>
  );
}
