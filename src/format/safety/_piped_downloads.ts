import { linesOf } from "../text/lines_of.ts";
import { joinedLines, PIPED_INTO, PIPED_INTO_POWERSHELL } from "./_interpreters.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

/** Programs that download, by what they are called on the command line. */
const DOWNLOADER =
  /\b(?:(?<unix>curl|wget)|(?<windows>irm|iwr|invoke-restmethod|invoke-webrequest|downloadstring))\b/i;

/** What is downloaded: an address, a variable, a host without a scheme. Prose about the habit has none. */
const SOURCE = /https?:\/\/|\$\{?\w|\b[\w-]{1,63}\.[\w.-]{2,63}\//;

/** What stands before a download whose output is run: `bash <(`, `sh -c "$(`, `eval "$(`. */
const SUBSTITUTION =
  /(?:\b(?:(?:ba|z|da|k)?sh|source|eval)\b[^|]{0,40}?|(?:^|\s)\.\s+)(?:<\(|\$\(|`)\s{0,4}$/;

/** The same of PowerShell: `irm https://host/install.ps1 | iex`, `iex (iwr ...)`. */
const POWERSHELL_BEFORE = /\b(?:iex|invoke-expression)\b[^|]{0,60}$/i;

/** Characters around the download that are looked at. */
const BEFORE = 80;
const AFTER = 600;

/** Commands that run a download before anybody has looked at it: one finding a line. */
export function* pipedDownloads(text: string): Generator<SafetyFinding> {
  for (const { line, start } of linesOf(joinedLines(text))) {
    const download = DOWNLOADER.exec(line);
    if (download === null || !isRun(line, download)) continue;
    const message =
      "A download is run before anybody has looked at it: whoever holds the address decides what runs";
    yield { code: "piped_download", message, index: start + download.index };
  }
}

function isRun(line: string, { index, groups }: RegExpExecArray): boolean {
  const before = line.slice(Math.max(0, index - BEFORE), index);
  const after = line.slice(index, index + AFTER);
  if (groups?.windows !== undefined) {
    return POWERSHELL_BEFORE.test(before) || PIPED_INTO_POWERSHELL.test(after);
  }
  return SOURCE.test(after) && (PIPED_INTO.test(after) || SUBSTITUTION.test(before));
}
