import type {
  CatalogHit,
  CatalogReader,
  HitRank,
  StoredSegment,
} from "../../../contracts/library/catalog_search.ts";
import { FIELDS } from "../index/mod.ts";
import type { Pace } from "../pace.ts";
import { Corpus } from "../rank/corpus.ts";
import { Ranker } from "../rank/ranker.ts";
import type { WordOfQuery } from "../rank/words_of_query.ts";
import { parseQuery, type Query } from "../words/mod.ts";
import { findCopies } from "./_copies.ts";
import { compareRanks, isFarBehind, rankOf } from "./_hit_rank.ts";
import { type BlocksAtHand, NotAtHand, PartedIndex, type PartedSpan } from "./parted_index.ts";
import { Segment } from "./segment.ts";

/** Memory of a row: its columns, and those that ranking works with. */
const ROW_BYTES = 240;

/** What one query may ask for again: blocks of all its words, and for each that hardly any skill has two more times. */
const MOST_ROUNDS = 64;

export interface OpenedSegments extends CatalogReader {
  readonly segments: readonly Segment[];
}

interface Asked {
  readonly query: Query;
  readonly words: readonly WordOfQuery<PartedSpan>[];
}

/** Null: one of the segments is of another version. */
export async function openSegments(
  stored: readonly StoredSegment[],
  opened: readonly Segment[],
  pace: Pace,
): Promise<OpenedSegments | null> {
  const segments: Segment[] = [];
  for (const one of stored) {
    const segment = opened.find(({ stored }) => stored.id === one.id) ?? await Segment.open(one);
    if (segment === null) return null;
    segments.push(segment);
    await pace(Infinity);
  }
  const live = liveRows(segments);
  await pace(Infinity);
  const index = new PartedIndex(segments, pace);
  const copies = findCopies(segments, live, index.offsets);
  const ranker = new Ranker<PartedSpan>(index, corpusOf(segments));
  const everything = { low: 0, high: ranker.corpus.size };
  const rowAt = (document: number) => {
    let part = segments.length - 1;
    while (part > 0 && (index.offsets[part] ?? 0) > document) part--;
    const { rows } = segments[part] ?? { rows: null };
    if (rows === null) throw new RangeError("Cannot rank: there is no segment");
    return { rows, row: document - (index.offsets[part] ?? 0) };
  };

  function rank(
    { query, words }: Asked,
    after: HitRank | null,
    most: number,
  ): readonly CatalogHit[] {
    const first: { readonly document: number; readonly rank: HitRank }[] = [];
    ranker.rankWords(query, words, everything, (document, score) => {
      const last = first[most - 1];
      // Most matches are far behind what there is already, and cost nothing more.
      if (last !== undefined && isFarBehind(score, last.rank)) return;
      if (live[document] === 0 || copies.isCopy(document)) return;
      const { rows, row } = rowAt(document);
      const rank = rankOf(rows, row, score);
      if (after !== null && compareRanks(rank, after) <= 0) return;
      if (last !== undefined && compareRanks(rank, last.rank) > 0) return;
      let at = first.length;
      while (at > 0 && compareRanks(rank, first[at - 1]?.rank ?? rank) < 0) at--;
      first.splice(at, 0, { document, rank });
      if (first.length > most) first.pop();
    });
    const idOf = (document: number) => {
      const { rows, row } = rowAt(document);
      return rows.ids[row] ?? "";
    };
    return first.map(({ document, rank }) => ({
      id: idOf(document),
      rank,
      copies: copies.of(document).map(idOf),
    }));
  }

  return {
    segments,
    bytes: segments.reduce((sum, { rows, headBytes }) => sum + headBytes + rows.size * ROW_BYTES, 0),
    async search(text, after, most) {
      const query = parseQuery(text);
      if (segments.length === 0 || (query.words.length === 0 && query.whole === "")) return [];
      const asked = { query, words: ranker.wordsOf(query, everything) };
      const blocks: BlocksAtHand = new Map();
      for (let round = 0; round < MOST_ROUNDS; round++) {
        try {
          index.blocks = blocks;
          return rank(asked, after, most);
        } catch (error) {
          if (!(error instanceof NotAtHand)) throw error;
          await error.fetch(blocks);
        }
      }
      throw new Error("Cannot search: it asked for blocks without end");
    },
  };
}

/** 1 for each row that no newer segment has again, and whose skill is still found. */
function liveRows(segments: readonly Segment[]): Uint8Array {
  const live = new Uint8Array(segments.reduce((sum, { rows }) => sum + rows.size, 0));
  const newer = new Set<string>();
  let end = live.length;
  for (const { rows } of segments.toReversed()) {
    const start = end - rows.size;
    for (let row = 0; row < rows.size; row++) {
      live[start + row] = rows.isGone(row) || newer.has(rows.ids[row] ?? "") ? 0 : 1;
    }
    // Nothing is older than the first, which is by far the largest.
    if (start > 0) { for (const id of rows.ids) newer.add(id); }
    end = start;
  }
  return live;
}

function corpusOf(segments: readonly Segment[]): Corpus {
  const size = segments.reduce((sum, { rows }) => sum + rows.size, 0);
  const lengths = new Uint32Array(size * FIELDS.length);
  const foreign = new Uint8Array(size);
  let start = 0;
  for (const { rows } of segments) {
    lengths.set(rows.lengths, start * FIELDS.length);
    for (let row = 0; row < rows.size; row++) foreign[start + row] = rows.isForeign(row) ? 1 : 0;
    start += rows.size;
  }
  return new Corpus({
    size,
    lengths,
    leads: new Uint8Array(size).fill(1),
    worth: new Float64Array(size).fill(1),
    foreign,
  });
}
