/** What may stand for an ending, and how many letters of the word are before it at least. */
interface Ending {
  readonly before: number;
  readonly length: number;
  readonly rests: readonly string[];
}

/** Endings by their letters, the last one first: most words leave after one or two. */
export interface Endings {
  readonly before: Map<number, Endings>;
  ending: Ending | null;
}

const NONE: readonly string[] = [];

/** A row is the letters that are before at least, the endings in one text, and what stands for each of them. */
export function endings(
  rows: readonly (readonly [before: number, endings: string, ...rests: string[]])[],
): Endings {
  const all: Endings = { before: new Map(), ending: null };
  for (const [before, texts, ...rests] of rows) {
    for (const text of texts.split(" ")) {
      let node = all;
      for (let at = text.length - 1; at >= 0; at--) {
        const next = node.before.get(text.charCodeAt(at)) ?? { before: new Map(), ending: null };
        node.before.set(text.charCodeAt(at), next);
        node = next;
      }
      node.ending = { before, length: text.length, rests };
    }
  }
  return all;
}

/** The word with the longest ending replaced that it has; none where it has no ending of these. */
export function replaceEnding(word: string, all: Endings): readonly string[] {
  let found: Ending | null = null;
  let node: Endings | undefined = all;
  for (let at = word.length - 1; at > 0; at--) {
    node = node.before.get(word.charCodeAt(at));
    if (node === undefined) break;
    if (node.ending !== null && at >= node.ending.before) found = node.ending;
  }
  if (found === null) return NONE;
  const begin = word.slice(0, word.length - found.length);
  return found.rests.map((rest) => begin + rest);
}
