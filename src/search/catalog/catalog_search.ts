import type { CatalogReader, CatalogSearch } from "../../../contracts/library/catalog_search.ts";
import { yieldToEventLoop } from "../../flow/mod.ts";
import { createPace, type YieldToOthers } from "../pace.ts";
import { buildSegment } from "./build_segment.ts";
import { mergeSegments } from "./merge_segments.ts";
import { openSegments } from "./open_segments.ts";
import type { Segment } from "./segment.ts";

/** Search over the public catalog, by the words and the ranking of every other search. */
export function createCatalogSearch(yieldToOthers: YieldToOthers = yieldToEventLoop): CatalogSearch {
  /** The segments of each reader that was given away. */
  const opened = new WeakMap<CatalogReader, readonly Segment[]>();
  return {
    build: (entries, write) => buildSegment(entries, write, createPace(yieldToOthers)),
    merge: (segments, isOldest, write) => mergeSegments(segments, isOldest, write, createPace(yieldToOthers)),
    async open(segments, previous) {
      const before = previous === null ? [] : opened.get(previous) ?? [];
      const reader = await openSegments(segments, before, createPace(yieldToOthers));
      if (reader !== null) opened.set(reader, reader.segments);
      return reader;
    },
  };
}
