import { ByteWriter } from "./_byte_writer.ts";
import type { CompactIndex } from "./_compact_index.ts";
import { type IndexedDocument, writeDocuments } from "./_document_table.ts";
import { writeIndexFile } from "./_index_file.ts";
import { SEARCH_LIMITS } from "./_limits.ts";
import type { Pace } from "./_pace.ts";
import { type Posting, type PostingsCursor, PostingsWriter } from "./_postings.ts";
import type { PostingsBuilder } from "./_postings_builder.ts";
import { sortTerms } from "./_sort_terms.ts";
import { DictionaryWriter } from "./_term_dictionary.ts";
import type { TermScanner } from "./_term_scanner.ts";

/** The documents of an earlier index that are taken over: their new number by their old one, -1 for none. */
export interface KeptDocuments {
  readonly index: CompactIndex;
  readonly renumbered: Int32Array;
}

/**
 * The bytes of an index of `documents`, whose postings come from `added` and, term by term and without
 * reading a text again, from `kept`. Null when together they have too many terms: which of them are left
 * out depends on all texts, so that such an index is built from the texts alone.
 */
export async function mergeIndex(
  documents: readonly IndexedDocument[],
  added: PostingsBuilder,
  kept: KeptDocuments | null,
  pace: Pace,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const postings = new ByteWriter(1 << 16);
  const terms = new ByteWriter(1 << 16);
  const blocks: number[] = [];
  const dictionary = new DictionaryWriter(terms, blocks);
  let count = 0;
  const writeTerm = (term: string, list: Iterable<Posting>): number => {
    const start = postings.length;
    const writer = new PostingsWriter(postings);
    let written = 0;
    for (const posting of list) {
      writer.write(posting);
      written++;
    }
    if (written > 0) {
      dictionary.write(term, postings.length - start);
      count++;
    }
    return written;
  };

  const old = kept === null ? null : new OldTerms(kept);
  for (const term of await sortTerms(added.terms, pace)) {
    while (old !== null && old.term !== null && old.term < term) {
      await pace(8 + 8 * writeTerm(old.term, old.postings()));
      old.step();
    }
    if (old !== null && old.term === term) {
      await pace(8 + 8 * writeTerm(term, mergePostings(old.postings(), added.postings(term))));
      old.step();
    } else {
      await pace(8 + 8 * writeTerm(term, added.postings(term)));
    }
  }
  while (old !== null && old.term !== null) {
    await pace(8 + 8 * writeTerm(old.term, old.postings()));
    old.step();
  }
  if (old !== null && count > SEARCH_LIMITS.terms) return null;

  const table = new ByteWriter(1 << 16);
  writeDocuments(table, documents);
  return writeIndexFile({
    documents: table.view(),
    blocks: Uint32Array.from(blocks),
    terms: terms.view(),
    postings: postings.view(),
    capped: added.capped,
  });
}

/** The terms of the earlier index in order, each with the postings that are kept. */
class OldTerms {
  term: string | null = null;
  readonly #scan: TermScanner;
  readonly #cursor: PostingsCursor;

  constructor(private readonly kept: KeptDocuments) {
    this.#scan = kept.index.terms.from("");
    this.#cursor = kept.index.cursor();
    this.step();
  }

  step(): void {
    this.term = this.#scan.next() ? this.#scan.term() : null;
  }

  *postings(): Generator<Posting> {
    const cursor = this.#cursor.open(this.#scan.start, this.#scan.end);
    while (cursor.next()) {
      const document = this.kept.renumbered[cursor.document] ?? -1;
      if (document < 0) continue;
      const { bodyStep, inHeading, inPath, positions } = cursor;
      yield { document, bodyStep, inHeading, inPath, positions };
    }
  }
}

function* mergePostings(
  a: Iterator<Posting>,
  b: Iterator<Posting>,
): Generator<Posting> {
  let left = a.next();
  let right = b.next();
  while (!left.done || !right.done) {
    if (right.done || (!left.done && left.value.document < right.value.document)) {
      if (!left.done) yield left.value;
      left = a.next();
    } else {
      yield right.value;
      right = b.next();
    }
  }
}
