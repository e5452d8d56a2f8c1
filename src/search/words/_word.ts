/** One indexed form of a word; `offset` counts positions from the word's first part. */
export interface Token {
  readonly term: string;
  readonly offset: number;
  /**
   * All parts of a compound as one: `camel` as its author wrote it, `glued` without the hyphens or
   * underscores that were between them.
   */
  readonly whole?: "camel" | "glued";
}

/** A word of a text: its tokens, and how many positions it takes. */
export interface Word {
  readonly tokens: readonly Token[];
  readonly width: number;
}
