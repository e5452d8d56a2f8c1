/**
 * What decides the order, as docs/design/search.md explains. Tuned on several repositories at once; no rule
 * knows a word or a repository.
 */
export const WEIGHTS = {
  /** By field, in the order of `FIELDS`, of a document that stands for itself. */
  fields: [3, 2, 0.5, 0.5, 1],
  /** A skill's supporting file is worth what it says, not what it is called. */
  memberFields: [0, 0, 0, 0.5, 1],
  /** Repeats of a word count less and less, later the larger this is (BM25's k1). */
  saturation: 1.4,
  /** How far a field longer than others is counted down: short fields, bodies (BM25's b). */
  shortLength: 0.9,
  bodyLength: 0.75,
  /** Rare words are worth more, but less than BM25's own logarithm says. */
  rarity: 0.8,
  /** Words that are not the word asked for: other forms, words it begins, names it begins, misspellings. */
  form: 0.65,
  derivedForm: 0.5,
  foreignForm: 0.6,
  beginning: 0.4,
  nameBeginning: 0.6,
  near: 0.5,
  /** Factor of beginnings and misspellings where some document does have the word itself. */
  doubt: 0.5,
  /** A word in at most so many documents may be a misspelling that others share. */
  weakSupport: 2,
  /** Neighbours of the query that are neighbours in a name or description, in shares of their worth. */
  phrase: 0.6,
  /** Documents stand behind skills that match as well. */
  document: 0.65,
  /** Above every other score. */
  exactName: 1e6,
} as const;
