/** The lines of a text without their ends, each with the UTF-16 code units before it. */
export function* linesOf(text: string): Generator<{ readonly line: string; readonly start: number }> {
  for (let start = 0, end: number; start < text.length; start = end + 1) {
    const newline = text.indexOf("\n", start);
    end = newline < 0 ? text.length : newline;
    yield { line: text.slice(start, end), start };
  }
}
