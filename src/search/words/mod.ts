/** What the words of a text and of a query are, and which words stand for each other. Knows no index. */
export { analyseWord } from "./analyse_word.ts";
export { asOneWord } from "./as_one_word.ts";
export { EditDistance } from "./edit_distance.ts";
export { parseQuery, type Query, type QueryWord } from "./parse_query.ts";
export { scanWords, WORD, wordsOf, type WordVisitor } from "./scan_words.ts";
export { isUnspaced } from "./segment_script.ts";
export { STOP_WORDS } from "./stop_words.ts";
export { formSearches } from "./word_forms.ts";
