import { linesOf } from "../text/lines_of.ts";
import { joinedLines, PIPED_INTO, PIPED_INTO_POWERSHELL } from "./_interpreters.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

/** Programs that decode, on the command line. */
const DECODER =
  /\bbase(?:64|32|nc)\b[^|;&`]{0,80}?\s(?:-\w{0,3}[dD]\w{0,3}\b|--decode\b)|\bopenssl\s+(?:base64|enc)\b[^|;&`]{0,120}?\s-d\b|\bxxd\b[^|;&`]{0,40}?\s-\w{0,3}r|\buudecode\b|\btr\s+["'][^|;]{0,16}[nN]-[zZ]|\b(?:echo\s+-\w{0,2}e\w{0,2}|printf)\s+["']?(?:\\x[0-9a-f]{2}){6}/gi;

/** Functions that decode, in the languages that run text. */
const DECODING =
  /\b(?:\w{0,9}b(?:64|32|16|85)decode|a85decode|base64_decode|decode_base64|\w{0,8}decode64|atob|unhexlify|fromhex|FromBase64String|hex2bin|str_rot13)\s{0,4}\(|\bBuffer\.from\(|\bcodecs\.decode\(/gi;

/** Some word of what is looked for: nearly all texts, and most lines of the others, have none. */
const WORDS =
  /base(?:64|32|nc)|decode|openssl|xxd|atob|hex|buffer\.from|rot13|\\x[0-9a-f]{2}\\x|n-z|powershell|pwsh/i;

/** What runs the text that a shell puts in place of a substitution behind it. */
const RUN_IN_SHELL =
  /(?:(?<![.\w-])(?:ba|z|da|k|a|fi)?sh(?:\s+-\w{1,10}){0,3}\s{0,4}(?:<<<)?|\beval|\bsource|(?:^|[\s;&|])\.|\b(?:python[\d.]{0,4}|node|deno|perl|ruby|php)(?:\s+-\w{1,10}){0,2}\s+-\w{0,3}[cer])\s{0,4}["']?$/;

/** What runs a text that it is called with. A method named so, as of a pattern, runs none. */
const CALL =
  /(?:(?<![.\w$])(?:exec|eval|system|Function|setTimeout|setInterval)|\b(?:execSync|os\.(?:system|popen)|(?:child_process|builtins)\.exec|\w{1,10}_eval|scriptblock\]?::create))\s{0,4}$/i;

/** The same without a bracket around its argument. */
const SPOKEN_CALL = /(?:(?<![.\w$])eval|\biex|\binvoke-expression)[\s("'$&]{1,6}[\w:.[\]()\s]{0,80}$/i;

/** PowerShell takes any beginning of the flag's name. */
const ENCODED_FLAG =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^|\n]{0,200}?\s[-\/]e(?:c|n(?:c(?:o\w{0,12})?)?)?\s{1,4}["']?(?:[A-Za-z0-9+\/]{20,}={0,2}|(?<variable>\$\w))/i;

/** Decodings of a line that are looked at, and those of a text whose result is followed. */
const MOST_IN_LINE = 16;
const MOST_FOLLOWED = 50;

/** Characters before a decoding, behind it, and behind that in which its result may be run. */
const BEFORE = 16_384;
const AFTER = 600;
const FOLLOWED = 4000;

const MESSAGE = "Decoded text is run here: nobody who reads the line sees what it does";

/** Commands and code that decode a text and run it: one finding a line. */
export function* encodedCommands(text: string): Generator<SafetyFinding> {
  if (!WORDS.test(text)) return;
  const joined = joinedLines(text);
  // Where a text is encoded for PowerShell in sight, it is in sight.
  const isEncodedHere = /ToBase64String/i.test(joined);
  let followed = 0;
  for (const { line, start } of linesOf(joined)) {
    if (!WORDS.test(line)) continue;
    const index = encodedFlag(line, isEncodedHere) ?? decodedAndRun(line, () => {
      followed++;
      return followed > MOST_FOLLOWED ? "" : joined.slice(start, start + line.length + FOLLOWED);
    });
    if (index !== null) {
      yield { code: "encoded_command", message: MESSAGE, index: start + index, isGrave: true };
    }
  }
}

function encodedFlag(line: string, isEncodedHere: boolean): number | null {
  const flag = ENCODED_FLAG.exec(line);
  return flag === null || (isEncodedHere && flag.groups?.variable !== undefined) ? null : flag.index;
}

/** Where the line decodes what it or a line behind it runs. `from`: the text from this line on, as far as it is looked at. */
function decodedAndRun(line: string, from: () => string): number | null {
  for (const { index, 0: { length } } of line.matchAll(DECODER).take(MOST_IN_LINE)) {
    const after = line.slice(index, index + AFTER).split(/;|&&|\|\|/, 1)[0] ?? "";
    if (PIPED_INTO.test(after) || isSubstituted(line, index)) return index;
    const result = shellResult(line, index, after);
    if (result !== null && result.test(from().slice(index + length))) return index;
  }
  for (const { index, 0: { length } } of line.matchAll(DECODING).take(MOST_IN_LINE)) {
    const before = line.slice(Math.max(0, index - AFTER), index);
    const isRun = isArgument(line, index) || SPOKEN_CALL.test(before) ||
      PIPED_INTO_POWERSHELL.test(line.slice(index, index + AFTER));
    if (isRun) return index;
    const name = /^\s{0,80}(?:(?:const|let|var|my|local)\s+)?[$@]?(?<name>[A-Za-z_]\w{0,60})\s{0,8}=(?!=)/
      .exec(line)
      ?.groups?.name;
    if (name !== undefined && codeThatRuns(name).test(from().slice(index + length))) return index;
  }
  return null;
}

/** Whether a shell runs what the decoding inside of `$(`, `<(` or backticks gives. */
function isSubstituted(line: string, index: number): boolean {
  return enclosing(line, index).some((open) => {
    const before = line.slice(Math.max(0, open - 80), open);
    return /[$<]$/.test(before) && RUN_IN_SHELL.test(before.slice(0, -1));
  }) || /\beval\s{1,4}["']?`[^`]{0,4000}$/.test(line.slice(Math.max(0, index - 4000), index));
}

/** Whether the decoding is inside of the brackets of what runs its argument. */
function isArgument(line: string, index: number): boolean {
  return enclosing(line, index).some((open) => CALL.test(line.slice(Math.max(0, open - 80), open)));
}

/** The open brackets that a place lies in, the nearest first. */
function enclosing(line: string, index: number): readonly number[] {
  const open: number[] = [];
  let depth = 0;
  for (let at = index - 1; at >= Math.max(0, index - BEFORE); at--) {
    if (line[at] === ")") depth++;
    else if (line[at] === "(" && depth-- === 0) {
      open.push(at);
      depth = 0;
    }
  }
  return open;
}

/** How the variable or file that takes the decoded text would be run; null: nothing takes it. */
function shellResult(line: string, index: number, after: string): RegExp | null {
  const file = /(?:>|\s-out)\s{0,4}["']?(?<name>[^\s"'<>|;&)]{1,200})/.exec(after)?.groups?.name;
  if (file !== undefined) {
    const name = RegExp.escape(file);
    return new RegExp(
      String
        .raw`(?:^|[\s;&|])(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]{0,4}|node|perl|ruby)\s+["']?${name}(?![\w.\/-])|` +
        String.raw`\bchmod\s+\S{0,6}(?:\+\w{0,3}x|[0-7]{0,3}[1357])\S{0,3}\s+["']?${name}(?![\w.\/-])`,
      "m",
    );
  }
  for (const open of enclosing(line, index)) {
    const name = /(?:^|[\s;&|])(?<name>[A-Za-z_]\w{0,60})=["']?\$$/.exec(
      line.slice(Math.max(0, open - 80), open),
    )?.groups?.name;
    if (name === undefined) continue;
    const variable = String.raw`\$\{?${name}\b`;
    return new RegExp(
      String
        .raw`(?:\beval|(?<![.\w-])(?:ba|z|da|k)?sh(?:\s+-\w{1,10}){0,3}\s{0,4}(?:<<<)?|\bpython[\d.]{0,4}\s+-c)\s{0,4}["']?${variable}|` +
        String
          .raw`\b(?:echo|printf)\b[^|\n]{0,80}${variable}[^|\n]{0,40}\|\s{0,4}(?:sudo\s+)?(?:ba|z|da|k)?sh\b`,
    );
  }
  return null;
}

/** Code that runs what a variable holds. */
function codeThatRuns(name: string): RegExp {
  const variable = String.raw`\$?${name}\b`;
  return new RegExp(
    String
      .raw`(?:(?<![.\w$])(?:exec|eval|system|Function)|\b(?:execSync|os\.(?:system|popen)|(?:child_process|builtins)\.exec|scriptblock\]?::create))\s{0,4}\(\s{0,4}(?:compile\(\s{0,4})?${variable}|` +
      String
        .raw`\b(?:iex|invoke-expression)\s+["']?${variable}|${variable}\s{0,4}\|\s{0,4}(?:iex|invoke-expression)\b`,
    "i",
  );
}
