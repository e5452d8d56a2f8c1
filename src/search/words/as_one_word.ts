import { SEARCH_LIMITS } from "../limits.ts";
import { foldMarks } from "./_fold_marks.ts";
import { isEmoji } from "./_emoji.ts";
import { GLUE } from "./analyse_word.ts";
import { wordsOf } from "./scan_words.ts";

/** Everything a text says as one word, to compare names by; emoji decorate a name that has letters. */
export function asOneWord(text: string): string {
  const words = wordsOf(text, SEARCH_LIMITS.queryCharacters);
  const letters = words.filter((word) => !isEmoji(word));
  const folded = (letters.length > 0 ? letters : words).map((word) => foldMarks(word.toLowerCase()));
  return folded.join("").replace(GLUE, "").replaceAll("\ufe0f", "").slice(0, SEARCH_LIMITS.nameCharacters);
}
