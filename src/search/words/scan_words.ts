import { SEARCH_LIMITS } from "../limits.ts";
import { EMOJI } from "./_emoji.ts";
import { HASH_START, hashUnit, hashWord } from "./_word_hash.ts";

/** Is told where a word stands, in the text itself or in a normalized piece of it, and its hash. */
export type WordVisitor = (source: string, start: number, end: number, hash: number) => void;

const SEPARATOR = 0;
const LETTER = 1;
const GLUE = 2;
const STRANGE = 3;

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? LETTER : /[-_]/.test(character) ? GLUE : SEPARATOR;
});

/** A word as it is written, hyphens and underscores included; `C++`, `C#` and an emoji are words. Linear time. */
export const WORD = new RegExp(
  `[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*(?:[-_\\u2010][\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*)*(?:\\+\\+|#)?|${EMOJI}`,
  "gu",
);
/** More combining marks in a row than any orthography stacks; longer runs make normalization quadratic. */
const MARK_RUN = /(\p{M}{8})\p{M}+/gu;

/** Work of a character that is normalized and matched as Unicode, in characters that are found in place. */
const STRANGE_WORK = 8;

/**
 * Visits the words of the first `limit` characters, read before and after normalization (NFKC), which may
 * expand one to eighteen. Plain ASCII words are found in place; only what touches another script is
 * normalized. Yields from time to time, telling how many characters it read and how much work that was.
 */
export function* scanWords(
  text: string,
  limit: number,
  visit: WordVisitor,
): Generator<{ readonly characters: number; readonly work: number }> {
  const end = Math.min(text.length, limit);
  let budget = limit;
  const ascii = new AsciiWord();
  let at = 0;
  while (at < end && budget > 0) {
    const from = at;
    let expanded = 0;
    let strange = 0;
    while (at < end && at - from + strange * STRANGE_WORK < SEARCH_LIMITS.sliceCharacters) {
      const kind = kindOf(text.charCodeAt(at));
      if (kind === SEPARATOR || kind === GLUE) {
        at++;
        continue;
      }
      if (kind === LETTER && ascii.read(text, at, end)) {
        visit(text, at, ascii.end, ascii.hash);
        at = ascii.end;
        continue;
      }
      const behind = pieceEnd(text, at, end);
      const piece = normalize(text.slice(at, behind)).slice(0, budget - expanded);
      for (const { 0: word, index } of piece.matchAll(WORD)) {
        visit(piece, index, index + word.length, hashWord(word));
      }
      expanded += piece.length;
      strange += Math.max(piece.length, behind - at);
      at = behind;
    }
    budget -= Math.max(at - from, expanded);
    yield { characters: Math.max(at - from, expanded), work: at - from + strange * STRANGE_WORK };
  }
}

function normalize(piece: string): string {
  return piece.replace(MARK_RUN, "$1").normalize("NFKC");
}

/** The words of a short text as they are written. */
export function wordsOf(text: string, limit: number): readonly string[] {
  const words: string[] = [];
  for (const _ of scanWords(text, limit, (source, start, end) => words.push(source.slice(start, end))));
  return words;
}

/** A word of ASCII letters, hyphens and underscores, hashed while it is read. */
class AsciiWord {
  end = 0;
  hash = 0;

  /** Whether the word that starts here is such a word; false when it goes on in another script. */
  read(text: string, start: number, end: number): boolean {
    let hash = HASH_START;
    let at = start;
    let kind = LETTER;
    while (at < end) {
      const unit = text.charCodeAt(at);
      kind = kindOf(unit);
      if (kind === GLUE) kind = at + 1 < end ? kindOf(text.charCodeAt(at + 1)) : SEPARATOR;
      if (kind !== LETTER) break;
      hash = hashUnit(hash, unit);
      at++;
    }
    if (at < end && kind === STRANGE) return false;
    const signs = text.startsWith("++", at) && at + 2 <= end ? 2 : at < end && text[at] === "#" ? 1 : 0;
    for (const stop = at + signs; at < stop; at++) hash = hashUnit(hash, text.charCodeAt(at));
    this.end = at;
    this.hash = hash;
    return true;
  }
}

/** Up to the next separator, or a cut that leaves characters whole. */
function pieceEnd(text: string, start: number, end: number): number {
  const hard = Math.min(end, start + SEARCH_LIMITS.pieceCharacters);
  for (let at = start + 1; at < hard; at++) {
    const unit = text.charCodeAt(at);
    // What joins pictures to one emoji, or says that a sign is one.
    if (unit === 0x200d || unit === 0xfe0f) continue;
    if (kindOf(unit) === SEPARATOR) return at;
  }
  const last = text.charCodeAt(hard - 1);
  return hard < end && last >= 0xd800 && last < 0xdc00 && hard - 1 > start ? hard - 1 : hard;
}

/** Typographic punctuation, arrows, boxes and CJK stops separate; anything else beyond ASCII may be a word. */
function kindOf(code: number): number {
  if (code < 128) return KINDS[code] ?? SEPARATOR;
  if (code >= 0x2000 && code <= 0x2bff) return isSign(code) ? SEPARATOR : STRANGE;
  return code === 0xfe0f || (code >= 0x3000 && code <= 0x3002) || code === 0xff0c ? SEPARATOR : STRANGE;
}

/** Of the blocks of punctuation and symbols: what is neither a hyphen, nor a letter or number, nor an emoji. */
function isSign(code: number): boolean {
  if (code === 0x2010 || code === 0x2011) return false;
  if (code >= 0x2300 && code <= 0x23ff) return code < 0x231a;
  return code <= 0x206f || (code >= 0x2190 && code <= 0x245f) || (code >= 0x2500 && code < 0x2600) ||
    (code > 0x27bf && code < 0x2b00);
}
