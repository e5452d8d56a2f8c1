import { linesOf } from "../text/lines_of.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

/** Programs that download, by what they are called on the command line. */
const DOWNLOADER =
  /\b(?:(?<unix>curl|wget)|(?<windows>irm|iwr|invoke-restmethod|invoke-webrequest|downloadstring))\b/i;

/** What is downloaded: an address, a variable, a host without a scheme. Prose about the habit has none. */
const SOURCE = /https?:\/\/|\$\{?\w|\b[\w-]{1,63}\.[\w.-]{2,63}\//;

/** An interpreter at the end of a pipe that reads its program from there, not from `-c` or a file. */
const INTERPRETER =
  /\|\s{0,4}(?:sudo\s+(?:-\S{1,20}\s+){0,3})?(?:env\s+)?(?:\w{1,40}=\S{0,80}\s+){0,5}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k|a|fi)?sh\b(?![\w.\/-]|\s+-c\b)|(?:python[\d.]{0,4}|node|deno|bun|perl|ruby|php)(?=\s*(?:$|[;&|)"'`]|-(?:\s|$))))/;

/** What stands before a download whose output is run: `bash <(`, `sh -c "$(`, `eval "$(`. */
const SUBSTITUTION =
  /(?:\b(?:(?:ba|z|da|k)?sh|source|eval)\b[^|]{0,40}?|(?:^|\s)\.\s+)(?:<\(|\$\(|`)\s{0,4}$/;

/** The same of PowerShell: `irm https://host/install.ps1 | iex`, `iex (iwr ...)`. */
const POWERSHELL_BEFORE = /\b(?:iex|invoke-expression)\b[^|]{0,60}$/i;
const POWERSHELL_AFTER = /\|\s{0,4}(?:iex|invoke-expression)\b/i;

/** Characters around the download that are looked at. */
const BEFORE = 80;
const AFTER = 600;

/** Commands that run a download before anybody has looked at it: one finding a line. */
export function* pipedDownloads(text: string): Generator<SafetyFinding> {
  // A backslash at the end joins lines; the length stays, so that places do.
  const joined = text.replace(/\\(?:\r\n|\n)/g, (end) => " ".repeat(end.length));
  for (const { line, start } of linesOf(joined)) {
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
  if (groups?.windows !== undefined) return POWERSHELL_BEFORE.test(before) || POWERSHELL_AFTER.test(after);
  return SOURCE.test(after) && (INTERPRETER.test(after) || SUBSTITUTION.test(before));
}
