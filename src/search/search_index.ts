import { createHash } from "node:crypto";
import type {
  SearchEntry,
  SearchFields,
  SearchHit,
  SearchIndex,
  SearchReader,
} from "../../contracts/ports.ts";
import { CompactIndex } from "./_compact_index.ts";
import { FIELDS } from "./_fields.ts";
import { DIGEST_BYTES, type IndexedDocument } from "./_document_table.ts";
import { excerpt } from "./_excerpt.ts";
import { mergeIndex } from "./_merge_index.ts";
import { createPace, type Pace, yieldToEventLoop, type YieldToOthers } from "./_pace.ts";
import { PostingsBuilder } from "./_postings_builder.ts";
import type { RankedGroup } from "./_fold_groups.ts";

export interface SearchIndexDependencies {
  /** How building and opening let other work run; the event loop by default. */
  readonly yieldToOthers?: YieldToOthers;
}

/** The search engine on Orama. Orama itself is imported by the first call, so that a start stays light. */
export function createSearchIndex(
  { yieldToOthers = yieldToEventLoop }: SearchIndexDependencies = {},
): SearchIndex {
  return {
    async build(entries, previous) {
      const pace = createPace(yieldToOthers);
      const earlier = previous === null ? null : CompactIndex.open(previous);
      const usable = earlier === null || earlier.capped ? null : earlier;
      return await build(entries, usable, pace) ?? await build(entries, null, pace) ?? unbuildable();
    },
    open: (bytes) => open(bytes, yieldToOthers),
  };
}

async function build(entries: readonly SearchEntry[], earlier: CompactIndex | null, pace: Pace) {
  const { create, insert } = await import("@orama/orama");
  const { createBuildingIndex, createDocumentCounter, createTokenizer, SCHEMA } = await import(
    "./_orama_index.ts"
  );
  const builder = new PostingsBuilder(pace);
  const database = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: {
      index: createBuildingIndex(builder),
      tokenizer: createTokenizer(),
      documentsStore: createDocumentCounter(),
    },
  });
  const known = new Map(earlier?.documents.map((document, at) => [document.path, at]));
  const renumbered = new Int32Array(earlier?.documents.length ?? 0).fill(-1);
  const documents: IndexedDocument[] = [];
  for (const entry of entries) {
    await pace(64);
    const digest = digestOf(entry.fingerprint);
    const at = known.get(entry.path);
    const old = at === undefined ? undefined : earlier?.documents[at];
    if (at !== undefined && old?.group === entry.group && sameBytes(old.digest, digest)) {
      renumbered[at] = documents.length;
      documents.push(old);
      await insert(database, { id: entry.path });
      continue;
    }
    const fields = await entry.fields();
    await insert(database, { id: entry.path, ...oramaDocument(entry, fields) });
    documents.push({
      path: entry.path,
      group: entry.group,
      digest,
      language: primaryLanguage(fields.language),
      lengths: builder.finish(documents.length),
    });
  }
  return await mergeIndex(documents, builder, earlier === null ? null : { index: earlier, renumbered }, pace);
}

/** A supporting file is found by what it holds and by its own path; its skill has a name and a description. */
function oramaDocument({ path, group }: SearchEntry, fields: SearchFields) {
  const texts = { heading: fields.headings.join("\n"), path: pathLines(path, group), body: fields.body };
  if (path !== group) return texts;
  return { name: fields.name, description: fields.description, ...texts };
}

/** Path segments as lines, below the skill for its files. Extensions and the name of every skill tell nothing. */
function pathLines(path: string, group: string): string {
  const skill = group.slice(0, group.lastIndexOf("/") + 1);
  const own = path !== group && path.startsWith(skill) ? path.slice(skill.length) : path;
  return own.replace(/(?:^|\/)SKILL\.md$/, "").replace(/\.[A-Za-z0-9]{1,8}$/, "").replaceAll("/", "\n");
}

function primaryLanguage(tag: string | null): string {
  return /^[a-z]{2,3}(?=-|$)/i.exec(tag ?? "")?.[0].toLowerCase() ?? "";
}

function digestOf(fingerprint: string): Uint8Array {
  return createHash("sha256").update(fingerprint).digest().subarray(0, DIGEST_BYTES);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, at) => byte === b[at]);
}

function unbuildable(): never {
  throw new Error("Cannot build an index: merging nothing failed");
}

function toHits(index: CompactIndex, ranked: RankedGroup | undefined): readonly SearchHit[] {
  const best = ranked === undefined ? undefined : index.documents[ranked.best];
  if (ranked === undefined || best === undefined) return [];
  return [{
    path: ranked.group,
    score: ranked.score,
    members: ranked.members.flatMap((member) => index.documents[member]?.path ?? []),
    matched: ranked.matched,
    field: FIELDS[ranked.field] ?? "body",
    best: best.path,
  }];
}

async function open(bytes: Uint8Array, yieldToOthers: YieldToOthers): Promise<SearchReader | null> {
  const index = CompactIndex.open(bytes);
  if (index === null) return null;
  await yieldToOthers();
  const { create, load, search } = await import("@orama/orama");
  const { createDocumentCounter, createReadingIndex, createTokenizer, SCHEMA } = await import(
    "./_orama_index.ts"
  );
  const component = createReadingIndex();
  const database = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: { index: component, tokenizer: createTokenizer(), documentsStore: createDocumentCounter() },
  });
  const paths = index.documents.map(({ path }) => path);
  const groups = new Set(index.documents.map(({ group }) => group)).size;
  load(database, {
    internalDocumentIDStore: { internalIdToId: paths },
    index,
    docs: index,
    sorting: { enabled: false },
    pinning: {},
    language: "english",
  });
  return {
    bytes: index.size,
    search(query, within) {
      // Orama takes an empty term for a wish to see everything.
      if (query.trim() === "") return [];
      const results = search(database, {
        term: query,
        limit: groups,
        ...(within === "" ? {} : { where: { path: within } }),
      });
      if (results instanceof Promise) throw new TypeError("Cannot search: a hook made Orama asynchronous");
      return results.hits.flatMap(({ id }) => toHits(index, component.lastGroups.get(id)));
    },
    excerpt,
  };
}
