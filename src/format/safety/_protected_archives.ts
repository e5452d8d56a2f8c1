import { linesOf } from "../text/lines_of.ts";
import { joinedLines } from "./_interpreters.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

/** Some word of what is looked for: nearly all texts have not both, and most lines none of the second. */
const ARCHIVERS = /zip|rar\b|7z|tar\b/i;
const PASSWORD = /pass|pwd|\s-p/i;

/** Commands and code that open an archive with a password, which is the group. */
const OPENED: readonly RegExp[] = [
  /\bunzip\b[^|;&]{0,160}?\s-P\s{0,4}(?<password>\S{1,80})/,
  /\b(?:7z[azr]?|unrar|rar)\s+[xe]\b[^|;&]{0,200}?\s-p(?<password>[^\s-]\S{0,80})/,
  /\b(?:bsdtar|tar)\b[^|;&]{0,160}?\s--passphrase[=\s]\s{0,4}(?<password>\S{1,80})/,
  /\b(?:extractall|extract|setpassword|ZipFile|open)\([^\n]{0,200}?(?:pwd\s{0,2}=\s{0,2}|(?<=setpassword\())b?(?<password>["'][^"'\n]{1,80})/,
  /\bExpand-\w{0,20}(?:7Zip|Archive|Zip)\b[^|;&]{0,160}?\s-Password\s{1,4}(?<password>\S{1,80})/i,
];

/** A password as prose gives it: named, and then written out. */
const STATED: readonly RegExp[] = [
  /\b(?:pass(?:word|code|phrase|wd)|pwd)\b["'`*)]{0,3}\s{0,3}(?:(?:is|=>)?\s{0,3}["'`*“]{1,3}|[:=：]\s{0,3}["'`*“]{0,3})(?<password>[^\s"'`*”,;()[\]]{3,40})/i,
  // The short word is also what tests do.
  /\bpass\s{0,3}[:=：]\s{0,3}["'`*“]{1,3}(?<password>[^\s"'`*”,;()[\]]{3,40})/i,
];

/** What stands behind the word and is no password. */
const NO_PASSWORD =
  /^(?:[$%<{#]|\\|\.{2}|x{3}|_{3}|\*|your|enter|the|an?|any|none?|null|nil|not|true|false|required?|needed|optional|string|str|text|protected|process|os|env|self|config|settings|args|password|passphrase|secret|changeme|[A-Z][A-Z_]+$)/;

const ARCHIVE = /[\w)%}-]\.(?:zip|rar|7z)\b/i;
const RUN = /\b(?:run|execute|launch|double-click|install|start)(?:s|d|ing)?\b/i;

/** Characters on each side of a stated password where its archive and what is to become of it would stand. */
const AROUND = 300;

const MESSAGE = "An archive comes with its password: what is in it, no scanner has looked into";

/** Archives that are given with their password, to be opened and run: one finding a line. */
export function* protectedArchives(text: string, isProse: boolean): Generator<SafetyFinding> {
  if (!ARCHIVERS.test(text) || !PASSWORD.test(text)) return;
  const joined = joinedLines(text);
  for (const { line, start } of linesOf(joined)) {
    if (!PASSWORD.test(line)) continue;
    const index = opened(line) ?? (isProse ? stated(line, start, joined) : null);
    if (index !== null) yield { code: "protected_archive", message: MESSAGE, index: start + index };
  }
}

function opened(line: string): number | null {
  for (const pattern of OPENED) {
    const found = pattern.exec(line);
    const password = found?.groups?.password?.replace(/^["'`]/, "") ?? "";
    if (found !== null && password !== "" && !/^[$%<{*]|^[A-Z][A-Z_]+\W?$/.test(password)) return found.index;
  }
  return null;
}

function stated(line: string, start: number, text: string): number | null {
  const found = STATED.map((pattern) => pattern.exec(line)).find((one) => one !== null) ?? null;
  if (found === null || NO_PASSWORD.test(found.groups?.password ?? "")) return null;
  const at = start + found.index;
  const around = text.slice(Math.max(0, at - AROUND), at + AROUND);
  return ARCHIVE.test(around) && RUN.test(around) ? found.index : null;
}
