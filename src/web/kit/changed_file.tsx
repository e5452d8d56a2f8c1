import { raw } from "hono/html";
import { type FileChange, type LineChange, visibleText } from "../../render/mod.ts";
import { fileSize, Path } from "./text.tsx";

interface FileSide {
  /** Bytes. */
  readonly size: number;
  /** Hex; null: it is not known. */
  readonly sha256: string | null;
}

const MARKS = { added: "+", removed: "-", same: " ", skipped: "…" } as const;

/** What changed in one file: its lines, or where they are not told its sizes and digests. */
export function ChangedFile({ change: { path, change, lines, before, after } }: {
  readonly change: FileChange<FileSide>;
}) {
  const sides = [before, after].filter((side) => side !== null);
  return (
    <section class="diff">
      <h2>
        <Path of={path} />{" "}
        <span class="fine">
          {change}, {sides.map(({ size }) => fileSize(size)).join(" → ")}
        </span>
      </h2>
      {lines === null
        ? (
          <p class="fine">
            Not shown: too long, or no text. SHA-256 {sides.map(({ sha256 }, index) => (
              <>
                {index > 0 && " → "}
                <code title={sha256 ?? ""}>{sha256?.slice(0, 12) ?? "not known"}</code>
              </>
            ))}
          </p>
        )
        : (
          <pre tabindex={0}>
            {lines.map((line) => <span class={`line line-${line.kind}`}>{raw(`${lineHtml(line)}\n`)}</span>)}
          </pre>
        )}
    </section>
  );
}

function lineHtml({ kind, text, marks = [] }: LineChange): string {
  let html = `${MARKS[kind]} `;
  let at = 0;
  for (const { start, end } of marks) {
    html += `${visibleText(text.slice(at, start))}<mark>${visibleText(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + visibleText(text.slice(at));
}
