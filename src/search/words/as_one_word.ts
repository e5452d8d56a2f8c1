import { SEARCH_LIMITS } from "../limits.ts";
import { foldMarks } from "./_fold_marks.ts";
import { GLUE } from "./analyse_word.ts";
import { wordsOf } from "./scan_words.ts";

/** Everything a text says as one word, to compare names by. */
export function asOneWord(text: string): string {
  const words = wordsOf(text, SEARCH_LIMITS.queryCharacters).map((word) => foldMarks(word.toLowerCase()));
  return words.join("").replace(GLUE, "").slice(0, SEARCH_LIMITS.nameCharacters);
}
