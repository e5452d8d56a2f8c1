import { create, load, search } from "@orama/orama";
import type { SearchHit, SearchReader } from "../../contracts/search_index.ts";
import { excerpt } from "./_excerpt.ts";
import { createReadingComponents, createTokenizer, SCHEMA } from "./_orama_components.ts";
import { CompactIndex } from "./index/mod.ts";
import { createPace, type YieldToOthers } from "./pace.ts";

/** Memory of a document besides its strings, and of a term: the columns that ranking holds. */
const DOCUMENT_BYTES = 320;
const TERM_BYTES = 8;

/** With so many terms, the first misspelling would hold other work up if it had to note them all. */
const LARGE_TERMS = 65_536;

/** Null when the bytes are not an index of this version, or are broken. */
export async function openIndex(
  bytes: Uint8Array,
  yieldToOthers: YieldToOthers,
): Promise<SearchReader | null> {
  const index = CompactIndex.open(bytes);
  if (index === null) return null;
  const { documents, terms, near } = index;
  if (terms.capacity > LARGE_TERMS) await near.prepare(createPace(yieldToOthers));
  await yieldToOthers();
  const page = { most: 0, total: 0 };
  const components = createReadingComponents(page);
  const database = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: { ...components, tokenizer: createTokenizer() },
  });
  load(database, {
    internalDocumentIDStore: { internalIdToId: documents.paths },
    index,
    docs: index,
    sorting: { enabled: false },
    pinning: {},
    language: "english",
  });
  const strings = documents.paths.reduce((sum, path) => sum + path.length, 0);
  return {
    bytes: bytes.length + documents.size * DOCUMENT_BYTES + strings + terms.capacity * TERM_BYTES,
    search(query, within, most = Infinity) {
      // Orama takes an empty term for a wish to see everything.
      if (query.trim() === "") return { hits: [], total: 0 };
      page.most = most;
      const results = search<typeof database, SearchHit>(database, {
        term: query,
        limit: Math.min(most, documents.groupPaths.length),
        // There are none, and leaving them out would copy every hit.
        includeVectors: true,
        ...(within === "" ? {} : { where: { path: within } }),
      });
      if (results instanceof Promise) throw new TypeError("Cannot search: a hook made Orama asynchronous");
      return { hits: results.hits.map(({ document }) => document), total: page.total };
    },
    excerpt,
  };
}
