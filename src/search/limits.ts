/** Bounds against hostile text. Changing one that decides which tokens exist changes `TOKENIZER_VERSION`. */
export const SEARCH_LIMITS = {
  /** Characters of one field that are read, before and after normalization. */
  fieldCharacters: 524_288,
  /** Characters gone through at a time, so that no slice of work grows with a file. */
  sliceCharacters: 32_768,
  /** Characters without a separator that are normalized at a time. */
  pieceCharacters: 2048,
  /** Characters of one token; what lies beyond is not part of it. */
  tokenCharacters: 40,
  /** Characters of a compound that are cut into parts. */
  compoundCharacters: 320,
  /** Parts of a compound that is also found whole. */
  compoundParts: 8,
  /** Characters of a name, written as one word. */
  nameCharacters: 80,
  /** Distinct terms that one document adds; further new ones are left out. */
  documentTerms: 20_000,
  headings: 200,
  /** Distinct terms of a repository; further new ones are left out. */
  terms: 300_000,
  queryCharacters: 500,
  queryTerms: 24,
} as const;

/** Which tokens a text has. An index made by another version is not opened and not built upon. */
export const TOKENIZER_VERSION = 2;
