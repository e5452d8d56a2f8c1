/** What `GET /api/v1/diff` answers (docs/design/rest.md "What changed"). */
import { z } from "zod";
import { count, maybe, named, partial, path, SOURCE, text } from "./answer_parts.ts";

const LINE = named(
  "ChangedLine",
  z.strictObject({
    kind: z.enum(["same", "added", "removed", "skipped"]),
    text,
    marks: z.array(z.strictObject({ start: count, end: count }))
      .describe("Of a line that took another's place: which parts of it went or came. Characters"),
  }),
);

const SIDE = named(
  "FileSide",
  z.strictObject({
    size: count.describe("Bytes"),
    least: z.boolean().describe("The file has so many bytes or more: its host did not tell"),
    sha256: maybe.describe("Hex, of the file as the repository has it; null for what is not kept here"),
  }),
);

export const DIFF_ANSWER = named(
  "Changes",
  z.strictObject({
    source: SOURCE,
    from: SOURCE.describe("What it is compared with"),
    partial,
    files: z.array(
      z.strictObject({
        path,
        change: z.enum(["added", "removed", "changed"]),
        before: SIDE.nullable(),
        after: SIDE.nullable(),
        lines: z.array(LINE)
          .nullable().describe("Null: no text, or too much of it"),
      }),
    ).describe("In path order"),
    moreFiles: count.describe("Changed files that are not named"),
    sameFiles: count,
  }),
);
