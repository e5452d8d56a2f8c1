/** A line, or that one was longer than it may be and was left out. */
export type InputLine = { readonly text: string } | { readonly tooLong: true };

const NEWLINE = 10;

/** The lines of a stream of UTF-8, without their ends and without empty ones; a last one without an end too. */
export async function* inputLines(
  input: ReadableStream<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<InputLine> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  function* take(part: Uint8Array): Generator<InputLine> {
    bytes += part.byteLength;
    if (bytes > mostBytes) yield { tooLong: true };
    else {
      const text = textOf([...held, part]).trim();
      if (text !== "") yield { text };
    }
    held = [];
    bytes = 0;
  }

  for await (const chunk of input) {
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
      yield* take(chunk.subarray(start, end));
    }
    const rest = chunk.subarray(start);
    bytes += rest.byteLength;
    // What is too long already is counted and not kept.
    if (bytes <= mostBytes) held.push(rest.slice());
    else held = [];
  }
  yield* take(new Uint8Array());
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
