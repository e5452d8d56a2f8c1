/** An interpreter at the end of a pipe that reads its program from there, not from `-c` or a file. */
export const PIPED_INTO =
  /\|\s{0,4}(?:sudo\s+(?:-\S{1,20}\s+){0,3})?(?:env\s+)?(?:\w{1,40}=\S{0,80}\s+){0,5}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k|a|fi)?sh\b(?![\w.\/-]|\s+-c\b)|(?:python[\d.]{0,4}|node|deno|bun|perl|ruby|php)(?=\s*(?:$|[;&|)"'`]|-(?:\s|$))))/;

/** PowerShell's word for running a text, at the end of a pipe. */
export const PIPED_INTO_POWERSHELL = /\|\s{0,4}(?:iex|invoke-expression)\b/i;

/** The text with lines joined that a backslash at their end joins; the length stays, so that places do. */
export function joinedLines(text: string): string {
  return text.replace(/\\(?:\r\n|\n)/g, (end) => " ".repeat(end.length));
}
