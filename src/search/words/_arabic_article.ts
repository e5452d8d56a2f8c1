/** The article, alone or behind the conjunctions and prepositions that are written onto it. */
const ARTICLE = /^(?:[وفبك]?ال|[وف]?لل)(?=\p{sc=Arabic}{3})/u;

/** A folded Arabic word without its article, and any other word as it is. */
export function withoutArticle(word: string): string {
  return word.replace(ARTICLE, "");
}
