import type { RepoPath } from "./addresses.ts";

/** One file that search may find. Members of a group are folded under its leader, a skill. */
export interface SearchEntry {
  readonly path: RepoPath;
  /** The path of the owning SKILL.md, or the entry's own path. */
  readonly group: RepoPath;
  /** Changes whenever anything that is indexed of the entry changes. */
  readonly fingerprint: string;
  /** Read only when the previous index does not hold the fingerprint. */
  readonly fields: () => Promise<SearchFields>;
}

export interface SearchFields {
  /** A skill's name or a document's title. */
  readonly name: string;
  readonly description: string;
  readonly headings: readonly string[];
  readonly body: string;
  /** BCP 47, from the governing manifest; may choose the stemmer. */
  readonly language: string | null;
}

export interface SearchHit {
  /** The skill's SKILL.md or the document. */
  readonly path: RepoPath;
  readonly score: number;
  /** Matching members but the leader, best first. */
  readonly members: readonly RepoPath[];
  /** Whether the leader itself matched. */
  readonly matched: boolean;
  /** The strongest field of the best member, and that member. */
  readonly field: "name" | "description" | "heading" | "path" | "body";
  readonly best: RepoPath;
}

export interface SearchHits {
  /** In relevance order. */
  readonly hits: readonly SearchHit[];
  /** How many groups match. */
  readonly total: number;
}

/** An opened index of one snapshot. Deterministic: equal bytes and query give equal hits in equal order. */
export interface SearchReader {
  /**
   * Groups, each at its best member's position: the first `most`, since each costs something; all when left out.
   * `within` clips members by directory.
   */
  search(query: string, within: RepoPath, most?: number): SearchHits;
  /** A one-line excerpt of `text` around the query's words, at most `characters`; null when none occurs. */
  excerpt(query: string, text: string, characters: number): string | null;
  /** Memory it holds. */
  readonly bytes: number;
}

/** The search engine. Building and opening yield to other work at least every 40 ms. */
export interface SearchIndex {
  /** `previous` is any earlier index of the repository, or null; entries are in path order. */
  build(entries: readonly SearchEntry[], previous: Uint8Array | null): Promise<Uint8Array>;
  /** Null when the bytes are not an index of this version, or are broken. */
  open(bytes: Uint8Array): Promise<SearchReader | null>;
}
