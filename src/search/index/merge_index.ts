import { SEARCH_LIMITS } from "../limits.ts";
import type { Pace } from "../pace.ts";
import { ByteWriter } from "./_byte_writer.ts";
import { DictionaryWriter } from "./_dictionary_writer.ts";
import { writeIndexFile } from "./_index_file.ts";
import { sortTerms } from "./_sort_terms.ts";
import type { CompactIndex } from "./compact_index.ts";
import { type IndexedDocument, writeDocuments } from "./document_table.ts";
import { type Postings, type PostingsCursor, PostingsWriter } from "./postings.ts";
import type { PostingsBuilder } from "./postings_builder.ts";
import type { TermScanner, TermUnits } from "./term_scanner.ts";
import { TermText } from "./term_text.ts";

/** Units of work of one posting and of one term, in characters of text. */
const POSTING = 8;
const TERM = 32;

/** The documents of an earlier index that are taken over: their new number by their old one, -1 for none. */
interface KeptDocuments {
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
  await added.sort();
  const index = new IndexWriter();
  const old = kept === null ? null : new KeptTerms(kept);
  const term = new TermText();
  for (const text of await sortTerms(added.terms, pace)) {
    while (old !== null && old.compare(text) < 0) {
      const pause = pace(index.write(old.scan, old.open(), null));
      if (pause !== undefined) await pause;
      old.step();
    }
    const same = old !== null && old.compare(text) === 0;
    const pause = pace(index.write(term.set(text), added.postings(text), same ? old.open() : null));
    if (pause !== undefined) await pause;
    if (same) old.step();
  }
  while (old !== null && !old.done) {
    const pause = pace(index.write(old.scan, old.open(), null));
    if (pause !== undefined) await pause;
    old.step();
  }
  if (old !== null && index.terms > SEARCH_LIMITS.terms) return null;
  return index.finish(documents, added.capped);
}

/** Takes terms in order, each with postings from one or two places. */
class IndexWriter {
  readonly #postings = new ByteWriter(1 << 16);
  readonly #writer = new PostingsWriter(this.#postings);
  readonly #dictionary = new DictionaryWriter();
  terms = 0;

  /** Returns the work that it was. */
  write(term: TermUnits, first: Postings, second: Postings | null): number {
    const start = this.#postings.length;
    this.#writer.start();
    let count = 0;
    let left = first.next();
    let right = second !== null && second.next();
    for (; left || right; count++) {
      if (second !== null && right && !(left && first.document < second.document)) {
        this.#writer.write(second);
        right = second.next();
      } else {
        this.#writer.write(first);
        left = first.next();
      }
    }
    if (count > 0) {
      this.#dictionary.write(term, this.#postings.length - start);
      this.terms++;
    }
    return TERM + count * POSTING;
  }

  finish(documents: readonly IndexedDocument[], capped: boolean): Uint8Array<ArrayBuffer> {
    const table = new ByteWriter(1 << 16);
    writeDocuments(table, documents);
    return writeIndexFile({
      documents: table.view(),
      blocks: this.#dictionary.blocks.view(),
      terms: this.#dictionary.terms.view(),
      postings: this.#postings.view(),
      capped,
    });
  }
}

/** The terms of the earlier index in order, each with the postings that are kept. */
class KeptTerms implements Postings {
  readonly scan: TermScanner;
  readonly #cursor: PostingsCursor;
  done = false;
  document = 0;

  constructor(private readonly kept: KeptDocuments) {
    this.scan = kept.index.terms.scanner();
    this.#cursor = kept.index.cursor();
    this.step();
  }

  step(): void {
    this.done = !this.scan.next();
  }

  /** As `TermScanner.compare`; behind the last term everything comes first. */
  compare(term: string): number {
    return this.done ? 1 : this.scan.compare(term);
  }

  open(): Postings {
    this.#cursor.open(this.scan.start, this.scan.end);
    return this;
  }

  get detail(): number {
    return this.#cursor.detail;
  }

  get positions(): ArrayLike<number> {
    return this.#cursor.positions;
  }

  next(): boolean {
    while (this.#cursor.next()) {
      this.document = this.kept.renumbered[this.#cursor.document] ?? -1;
      if (this.document >= 0) return true;
    }
    return false;
  }
}
