import { isAscii } from "./_is_ascii.ts";

const MARKED = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\u0300-\u036f]/u;
/** Marks that are decoration in these scripts; in others (Devanagari, Thai, Kana) marks are letters. */
const DECORATION = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
/** Cyrillic letters that decompose and are letters of their own. */
const KEPT = /[йѓќўїґ]/u;
const LETTERS: Readonly<Record<string, string>> = {
  "ß": "ss",
  "æ": "ae",
  "œ": "oe",
  "ø": "o",
  "đ": "d",
  "ð": "d",
  "þ": "th",
  "ł": "l",
  "ı": "i",
  "ς": "σ",
  "ё": "е",
  "أ": "ا",
  "إ": "ا",
  "آ": "ا",
  "ٱ": "ا",
  "ى": "ي",
  "ة": "ه",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** A lower-case word without accents and spelling variants of its script; `straße` becomes `strasse`. */
export function foldMarks(word: string): string {
  if (isAscii(word) || !MARKED.test(word)) return word;
  let folded = "";
  for (const character of word.replace(LETTER, (letter) => LETTERS[letter] ?? letter)) {
    folded += KEPT.test(character) ? character : character.normalize("NFD").replace(DECORATION, "");
  }
  return folded === "" ? word : folded.normalize("NFC");
}
