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

/** Words unpacked between two pauses: a few milliseconds. */
const WORDS_PER_PAUSE = 150_000;

/** The texts of the SPDX list, unpacked a step at a time by whoever needs them, once. */
export interface LicenceUnpacking {
  readonly texts: () => LicenceTexts;
  /** Does the next step, whoever comes for it; false: nothing is left to do. */
  readonly unpackOn: () => boolean;
}

export function createLicenceUnpacking(): LicenceUnpacking {
  const steps = unpackTexts();
  let unpacked: LicenceTexts | null = null;

  function unpackOn(): boolean {
    if (unpacked !== null) return false;
    const step = steps.next();
    if (step.done) unpacked = step.value;
    return true;
  }

  return {
    unpackOn,
    texts() {
      while (unpacked === null) unpackOn();
      return unpacked;
    },
  };
}

/** They are the same for every repository: the process unpacks them when the first licence is looked at, or before that. */
export const { texts: licenceTexts, unpackOn } = createLicenceUnpacking();

function* unpackTexts(): Generator<undefined, LicenceTexts> {
  const words = unpack(table.words).toString().split(" ");
  const numbers = new Map(words.map((word, number) => [word, number]));
  const bytes = unpack(table.sequences);
  const all = new Uint16Array(Uint8Array.from(bytes).buffer);
  yield;
  const numberOf = (word: string) => numbers.get(word) ?? UNKNOWN_WORD;
  const appendices = APPENDICES.map((words) => words.split(" ").map(numberOf));
  const byId = new Map<string, LicenceText>();
  const texts: LicenceText[] = [];
  const count = createWordCounter();
  let start = 0;
  let pauseAt = WORDS_PER_PAUSE;
  for (const [ids, length] of Object.entries(table.texts)) {
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
    texts.push(text);
    if (start < pauseAt) continue;
    pauseAt = start + WORDS_PER_PAUSE;
    yield;
  }
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
  return Math.min(sequence.length, ...appendices.map((words) => startOf(sequence, words)));
}

/** Where some words stand behind the first word; Infinity: nowhere. */
function startOf(sequence: Uint16Array, words: readonly number[]): number {
  const [first = UNKNOWN_WORD] = words;
  for (let at = sequence.indexOf(first, 1); at !== -1; at = sequence.indexOf(first, at + 1)) {
    if (words.every((word, index) => sequence[at + index] === word)) return at;
  }
  return Infinity;
}

/** Counts the words of one text after the other: number, count, number, count. */
function createWordCounter(): (words: Uint16Array) => Uint16Array {
  const tally = new Uint16Array(UNKNOWN_WORD + 1);
  return (words) => {
    const distinct: number[] = [];
    for (const word of words) {
      const before = tally[word] ?? 0;
      if (before === 0) distinct.push(word);
      tally[word] = before + 1;
    }
    const counts = new Uint16Array(2 * distinct.length);
    for (const [at, word] of distinct.entries()) {
      counts[2 * at] = word;
      counts[2 * at + 1] = tally[word] ?? 0;
      tally[word] = 0;
    }
    return counts;
  };
}
