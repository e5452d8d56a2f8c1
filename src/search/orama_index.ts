import type {
  AnyIndexStore,
  IDocumentsStore,
  IIndex,
  SearchableType,
  Tokenizer,
  TokenScore,
} from "@orama/orama";
import { CompactIndex } from "./compact_index.ts";
import type { PostingsBuilder } from "./postings_builder.ts";
import { parseQuery } from "./query_words.ts";
import { type RankedGroup, Ranker } from "./ranking.ts";
import { textSlices } from "./text_slices.ts";
import { analyseWord, wordPattern } from "./words.ts";

/** The fields as Orama is told of them; lines of a field are separated by line breaks. */
export const SCHEMA = {
  name: "string",
  description: "string",
  path: "string",
  headings: "string",
  body: "string",
} as const;

const FIELD_NAMES = Object.keys(SCHEMA);
const FIELD_TYPES: Record<string, SearchableType> = { ...SCHEMA };

/** Orama's tokenizer seam: the terms of a text in order. The index reads words itself, for their positions. */
export function createTokenizer(): Tokenizer {
  return {
    language: "any",
    normalizationCache: new Map(),
    tokenize: (raw) =>
      [...textSlices(raw, raw.length)].flatMap(({ text, ascii }) =>
        (text.match(wordPattern(ascii)) ?? []).flatMap((word) =>
          analyseWord(word).tokens.map(({ term }) => term)
        )
      ),
  };
}

/** Documents in path order whose internal ids are `low + 1` to `high`: a directory. */
class DocumentRange extends Set<number> {
  constructor(readonly low: number, readonly high: number) {
    super();
  }
}

/** Orama keeps nothing of its own: what the component knows lies in its closure. */
const STORE: AnyIndexStore = { vectorIndexes: {} };

/** The index component behind Orama's seam, and what the last search knows beyond Orama's hits. */
export interface CompactComponent extends IIndex<AnyIndexStore> {
  /** The groups of the last search by the path of their best member. Searches are synchronous. */
  readonly lastGroups: ReadonlyMap<string, RankedGroup>;
}

/**
 * Orama's `components.index` over one compact buffer: insert hands the fields of new documents to
 * `builder`, `load` takes an opened `CompactIndex`, search ranks in its bytes. Scores are folded to groups
 * here, so that Orama orders groups and not files. Built on by replacing an index whole, so that nothing
 * can be removed from one.
 */
export function createIndexComponent(builder: PostingsBuilder): CompactComponent {
  const lastGroups = new Map<string, RankedGroup>();
  let index: CompactIndex | null = null;
  let ranker: Ranker | null = null;
  return {
    lastGroups,
    create: () => STORE,
    insert: async (_implementation, _index, field, _id, _internalId, value) => {
      if (field === "body") await builder.addBody(String(value));
      else await builder.addLines(FIELD_NAMES.indexOf(field), String(value).split("\n"));
    },
    load: (_ids, raw) => {
      if (!(raw instanceof CompactIndex)) throw new TypeError("Cannot load an index: it was not opened");
      index = raw;
      ranker = new Ranker(raw);
      return STORE;
    },
    // Orama lets the caller name the result: it is the builder given above.
    save: <Saved>() => builder as Saved,
    search: (
      _index,
      term,
      _tokenizer,
      _language,
      _fields,
      _exact,
      _tolerance,
      _boost,
      _bm25,
      count,
      where,
    ) => {
      lastGroups.clear();
      const { low, high } = where instanceof DocumentRange ? where : { low: 0, high: count };
      return (ranker?.search(parseQuery(term), low, high) ?? []).map((group): TokenScore => {
        lastGroups.set(index?.documents[group.best]?.path ?? "", group);
        return [group.best + 1, group.score];
      });
    },
    searchByWhereClause: (_index, _tokenizer, filters) => {
      const range = ranker?.range(String(Reflect.get(filters, "path"))) ?? { low: 0, high: 0 };
      return new DocumentRange(range.low, range.high);
    },
    getSearchableProperties: () => FIELD_NAMES,
    getSearchablePropertiesWithTypes: () => FIELD_TYPES,
    remove: unsupported,
    insertDocumentScoreParameters: unsupported,
    insertTokenScoreParameters: unsupported,
    removeDocumentScoreParameters: unsupported,
    removeTokenScoreParameters: unsupported,
    calculateResultScores: unsupported,
  };
}

/** Steps that Orama's own index takes between its parts; the seam's type demands them of every index. */
function unsupported(): never {
  throw new TypeError("Cannot change a compact index: it is replaced as a whole");
}

interface CountedStore {
  docs: Record<number, never>;
  count: number;
}

/** Orama's `documentsStore` without documents: bodies are never kept, and hits are told by their path. */
export function createDocumentCounter(): IDocumentsStore<CountedStore> {
  return {
    create: () => ({ docs: {}, count: 0 }),
    get: () => NOTHING,
    getMultiple: (_store, ids) => ids.map(() => NOTHING),
    getAll: (store) => store.docs,
    store: (store) => {
      store.count++;
      return true;
    },
    remove: () => false,
    count: (store) => store.count,
    load: (_ids, raw) => {
      if (!(raw instanceof CompactIndex)) throw new TypeError("Cannot load an index: it was not opened");
      return { docs: {}, count: raw.documents.length };
    },
    save: <Saved>(store: CountedStore) => store.count as Saved,
  };
}

const NOTHING = {};
