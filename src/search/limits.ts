/** Bounds against hostile text. Changing one that decides which tokens exist changes `TOKENIZER_VERSION`. */
export const SEARCH_LIMITS = {
  /** Characters of one field that are read, before and after normalization. */
  fieldCharacters: 524_288,
  /** Characters normalized and cut at a time, so that no slice of work grows with a file. */
  sliceCharacters: 32_768,
  /** Characters of one token; what lies beyond is not part of it. */
  tokenCharacters: 40,
  /** Parts of one compound such as `snake_case_word`; later parts are words of their own. */
  compoundParts: 8,
  /** Distinct tokens one field adds; further new ones are left out. */
  fieldTokens: 20_000,
  headings: 200,
  /** Distinct terms of a repository; further new ones are left out. */
  terms: 300_000,
  queryCharacters: 500,
  queryTerms: 24,
} as const;

/** Which tokens a text has. An index made by another version is not opened and not built upon. */
export const TOKENIZER_VERSION = 1;
