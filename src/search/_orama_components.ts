import type {
  AnyIndexStore,
  IDocumentsStore,
  IIndex,
  SearchableType,
  Tokenizer,
  TokenScore,
} from "@orama/orama";
import type { SearchHit } from "../../contracts/search_index.ts";
import { CompactIndex, FIELDS, type PostingsBuilder, type TermSpan } from "./index/mod.ts";
import { columnsOf, Corpus, type DocumentRange } from "./rank/corpus.ts";
import { rankGroups } from "./rank/rank_groups.ts";
import { Ranker } from "./rank/ranker.ts";
import { wholeIndex } from "./rank/whole_index.ts";
import { analyseWord, parseQuery, wordsOf } from "./words/mod.ts";

/** The fields as Orama is told of them, in the order of `FIELDS`; but for the body, each line is a phrase. */
export const SCHEMA = {
  name: "string",
  description: "string",
  heading: "string",
  path: "string",
  body: "string",
} as const;

const FIELD_NAMES: string[] = [...FIELDS];
const FIELD_TYPES: Record<string, SearchableType> = { ...SCHEMA };

/** Orama's tokenizer seam: the terms of a text in order. The index reads words itself, for their positions. */
export function createTokenizer(): Tokenizer {
  return {
    language: "any",
    normalizationCache: new Map(),
    tokenize: (raw) =>
      wordsOf(raw, raw.length).flatMap((word) => analyseWord(word).tokens.map(({ term }) => term)),
  };
}

/** Orama keeps nothing of its own: what the component knows lies in its closure. */
const STORE: AnyIndexStore = { vectorIndexes: {} };

/** A directory's documents, as the set that Orama hands from its filter to the search. */
class DirectoryFilter extends Set<number> {
  constructor(readonly range: DocumentRange) {
    super();
  }
}

/** Orama's `components.index` while documents come in: their fields go to `builder`. */
export function createBuildingIndex(builder: PostingsBuilder): IIndex<AnyIndexStore> {
  return {
    ...UNUSED,
    insert: async (_index, _store, field, _id, _internalId, value) => {
      const lines = field === "body" ? [String(value)] : String(value).split("\n");
      await builder.add(FIELD_NAMES.indexOf(field), lines);
    },
  };
}

/** What a search is told and tells beside its hits. */
interface Page {
  /** How many hits are wanted. */
  readonly most: number;
  /** How many there are. */
  total: number;
}

/**
 * Orama's `components.index` over one compact buffer that is only read: `load` takes an opened
 * `CompactIndex`, search ranks in its bytes; docs/design/search.md says why. Matches are folded to groups here, so that Orama orders
 * groups and not files, and what its `documentsStore` has for a group is the `SearchHit`.
 *
 * @param page Orama tells an index neither how many hits are wanted nor asks how many there are: both pass here.
 */
export function createReadingComponents(page: Page): {
  readonly index: IIndex<AnyIndexStore>;
  readonly documentsStore: IDocumentsStore<CountedStore>;
} {
  /** The hits of the last search by the number of their best document. Searches are synchronous. */
  const found = new Map<number, SearchHit>();
  let index: CompactIndex | null = null;
  let ranker: Ranker<TermSpan> | null = null;
  return {
    index: {
      ...UNUSED,
      load: (_ids, raw) => {
        index = opened(raw);
        ranker = new Ranker(wholeIndex(index), new Corpus(columnsOf(index.documents)));
        return STORE;
      },
      search: (_store, term, ...[, , , , , , , count, where]) => {
        found.clear();
        if (index === null || ranker === null) return [];
        const range = where instanceof DirectoryFilter ? where.range : { low: 0, high: count };
        const { groups, total } = rankGroups(index.documents, ranker, parseQuery(term), range, page.most);
        page.total = total;
        return groups.map(({ best, hit }): TokenScore => {
          found.set(best, hit);
          return [best + 1, hit.score];
        });
      },
      searchByWhereClause: (_store, _tokenizer, filters) => {
        const directory = String(Reflect.get(filters, "path"));
        return new DirectoryFilter(ranker?.corpus.range(directory) ?? { low: 0, high: 0 });
      },
    },
    documentsStore: {
      ...createDocumentCounter(),
      get: (_store, id) => found.get(Number(id) - 1),
    },
  };
}

/** What the seam's type demands of every index and a compact one has no part in: it is replaced whole. */
const UNUSED: IIndex<AnyIndexStore> = {
  create: () => STORE,
  getSearchableProperties: () => FIELD_NAMES,
  getSearchablePropertiesWithTypes: () => FIELD_TYPES,
  insert: unsupported,
  load: unsupported,
  save: unsupported,
  search: unsupported,
  searchByWhereClause: unsupported,
  remove: unsupported,
  insertDocumentScoreParameters: unsupported,
  insertTokenScoreParameters: unsupported,
  removeDocumentScoreParameters: unsupported,
  removeTokenScoreParameters: unsupported,
  calculateResultScores: unsupported,
};

function unsupported(): never {
  throw new TypeError("Cannot change a compact index: it is replaced as a whole");
}

function opened(raw: unknown): CompactIndex {
  if (raw instanceof CompactIndex) return raw;
  throw new TypeError("Cannot load an index: it was not opened");
}

interface CountedStore {
  docs: Record<number, never>;
  count: number;
}

/** Orama's `documentsStore` without documents: no text is kept. */
export function createDocumentCounter(): IDocumentsStore<CountedStore> {
  return {
    create: () => ({ docs: {}, count: 0 }),
    get: () => undefined,
    getMultiple: (_store, ids) => ids.map(() => undefined),
    getAll: (store) => store.docs,
    store: (store) => {
      store.count++;
      return true;
    },
    remove: () => false,
    count: (store) => store.count,
    load: (_ids, raw) => ({ docs: {}, count: opened(raw).documents.size }),
    save: unsupported,
  };
}
