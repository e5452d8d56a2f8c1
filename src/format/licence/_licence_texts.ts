import { Buffer } from "node:buffer";
import { brotliDecompressSync } from "node:zlib";
import table from "./_spdx_licences.json" with { type: "json" };

/** One text of the SPDX list, as words. */
export interface LicenceText {
  /** Of licences that share the text, the one whose identifier says least. */
  readonly id: string;
  /** Numbers of its words, in order. */
  readonly words: Uint16Array;
  /** Words that a copy must have; behind them stands how to apply the licence, which copies leave out. */
  readonly required: number;
  /** Every required word once, with how often it is there: number, count, number, count. */
  readonly counts: Uint16Array;
}

export interface LicenceTexts {
  readonly texts: readonly LicenceText[];
  readonly byId: ReadonlyMap<string, LicenceText>;
  /** Numbers of the words that give a right or take its limits away. */
  readonly grants: ReadonlySet<number>;
  /** The number of a word, `UNKNOWN_WORD` for one that no licence uses. */
  numberOf(word: string): number;
}

export const UNKNOWN_WORD = 0xffff;

/** Where an appendix starts: how to apply the licence, or the other licence that it builds on. */
const APPENDICES = [
  "end of terms and conditions",
  "addendum how to use this license",
  "gnu general public license version june 2007",
];

const GRANT =
  /^(?:(?:re)?distribut\w*|cop(?:y|ies|ied|ying)|modif\w*|publish\w*|sell|sublicens\w*|grant\w*|permi\w*|free\w*|without|restrictions?|charge|fee)$/;

let decoded: LicenceTexts | null = null;

/** The texts of the SPDX list. They are unpacked once, when the first licence is looked at. */
export function licenceTexts(): LicenceTexts {
  return decoded ??= decode();
}

function decode(): LicenceTexts {
  const words = unpack(table.words).toString().split(" ");
  const numbers = new Map(words.map((word, number) => [word, number]));
  const bytes = unpack(table.sequences);
  const all = new Uint16Array(Uint8Array.from(bytes).buffer);
  const numberOf = (word: string) => numbers.get(word) ?? UNKNOWN_WORD;
  const appendices = APPENDICES.map((words) => words.split(" ").map(numberOf));
  const byId = new Map<string, LicenceText>();
  let start = 0;
  const texts = Object.entries(table.texts).map(([ids, length]) => {
    const sequence = all.subarray(start, start += length);
    const required = requiredWords(sequence, appendices);
    const each = ids.split(" ");
    const text = {
      id: plainest(each),
      words: sequence,
      required,
      counts: count(sequence.subarray(0, required)),
    };
    for (const id of each) byId.set(id, text);
    return text;
  });
  const grants = new Set([...numbers].filter(([word]) => GRANT.test(word)).map(([, number]) => number));
  return { texts, byId, grants, numberOf };
}

function unpack(base64: string): Buffer {
  return brotliDecompressSync(Buffer.from(base64, "base64"));
}

/** Licences of one text differ in what they are said to apply to, as in `GPL-2.0-or-later` and `GPL-2.0+`. */
function plainest(ids: readonly string[]): string {
  const [id = ""] = [...ids].sort((one, other) => one.length - other.length);
  return id.replace(/\+$/, "");
}

/** How many words come before the first appendix. */
function requiredWords(sequence: Uint16Array, appendices: readonly (readonly number[])[]): number {
  for (let at = 1; at < sequence.length; at++) {
    const starts = appendices.some((words) => words.every((word, index) => sequence[at + index] === word));
    if (starts) return at;
  }
  return sequence.length;
}

function count(words: Uint16Array): Uint16Array {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Uint16Array.from([...counts].flat());
}
