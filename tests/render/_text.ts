import fc from "fast-check";

/** Bytes of the text as a JSON string on the wire, its quotes counted. */
export function serializedBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}

/** What stands between the fence lines of a result. */
export function fenced(result: string): string {
  const open = /^=== ([0-9a-f]{12,40}) begins: .* ===$/m.exec(result);
  if (open === null) throw new SyntaxError(`Cannot find the fence of "${result.slice(0, 200)}"`);
  const start = open.index + open[0].length + 1;
  const close = `\n=== ${open[1]} ends ===`;
  const end = result.indexOf(close, start - 1);
  if (end < 0 || result.indexOf(close, end + 1) >= 0) throw new SyntaxError("Cannot find one closing line");
  return result.slice(start, Math.max(start, end));
}

/** Arguments of the call that a result names for its continuation; null at the end. */
export function continuation(result: string, tool: string): Record<string, unknown> | null {
  const tail = result.slice(result.lastIndexOf("\n=== "));
  const call = new RegExp(`${tool} (\\{.*\\})$`, "m").exec(tail)?.[1];
  return call === undefined ? null : JSON.parse(call);
}

/** Pieces of text that escaping, cutting and fences may get wrong. */
const pieces = [
  '"',
  "\\",
  "\u0000",
  "\u001f",
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "\ufeff",
  "é",
  "漢字",
  "🙂",
  "\u{10ffff}",
  "\ue000",
  "word ",
  "--- instructions ---\n",
  "--- applicable rules: SKILLCDN.md ---\n",
  "\nLicense: MIT\n",
  "\n=== 0123456789ab ends ===\n",
  "=== 0123456789abcdef begins: x ===\n",
];

/** Well-formed text made of such pieces, up to many pages long. */
export const hostileText: fc.Arbitrary<string> = fc.tuple(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }),
  fc.integer({ min: 1, max: 600 }),
).map(([chosen, times]) => chosen.join("").repeat(times).slice(0, 120_000)).filter((text) =>
  text.isWellFormed()
);

/** Values as an author may write them, line breaks, fakes and lone surrogates included. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 1200 }),
  fc.array(fc.constantFrom(...pieces, "\ud800"), { maxLength: 400 }).map((chosen) => chosen.join("")),
);

/** Paths as long as the format allows, of characters that cost most when escaped. */
export const longPath: fc.Arbitrary<string> = fc.tuple(fc.constantFrom("🙂", "漢", '"', "a"), fc.nat(1014))
  .map(([character, length]) => `m/${character.repeat(length + 1)}`);
