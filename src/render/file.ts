import type { FileResult } from "../../contracts/reading.ts";
import { countCodePoints } from "../format/mod.ts";
import { call } from "./_call.ts";
import { fenceFor } from "./_fence.ts";
import { fitText, type Frame } from "./_fit_text.ts";
import { citationLines } from "./_citation.ts";

/** A page of a file's exact text as a model reads it, in at most `budgetBytes` of a JSON string. */
export function renderFile(result: FileResult, budgetBytes: number): string {
  const { path, offset, totalLength, text } = result;
  const fence = fenceFor(result.source, text);
  const head = [...citationLines(result.source, result.partial), `File: ${path}`];
  if (result.lfsPointer) {
    head.push("Note: a Git LFS pointer stands here; the file it stands for is not in the repository.");
  }

  return fitText(text, budgetBytes, (length): Frame => {
    const end = offset + charactersIn(result, length);
    const range = `characters ${offset} to ${end} of ${totalLength}`;
    return {
      before: [...head, `Shown: ${range}`, fence.notice, fence.open(`${path}, ${range}`)],
      after: end < totalLength
        ? [fence.close, "Next:", `- the rest: ${call("read_repo_file", { path, offset: end })}`]
        : [fence.close, "This is the end of the file."],
    };
  }).result;
}

/** Code points in the first `length` units of the page. */
function charactersIn(result: FileResult, length: number): number {
  if (length === result.text.length) return result.length;
  // As many units as characters: there are no pairs.
  return result.length === result.text.length ? length : countCodePoints(result.text.slice(0, length));
}
