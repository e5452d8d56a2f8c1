import type { SegmentHead, WriteBlock } from "../../../contracts/library/catalog_search.ts";
import {
  BODY_STEP,
  ByteWriter,
  DictionaryWriter,
  type Postings,
  PostingsWriter,
  type TermUnits,
  writeIndexFile,
} from "../index/mod.ts";
import type { Pace } from "../pace.ts";
import { BLOCK_BYTES } from "./postings_blocks.ts";
import { type SegmentRow, writeRows } from "./segment_rows.ts";

/** Units of work of one posting and of one term, in characters of text. */
const POSTING = 8;
const TERM = 32;

/** Takes terms in order, each with postings from one or more places, and gives their blocks away as they are full. */
export class SegmentWriter {
  #pending = new ByteWriter(BLOCK_BYTES * 2);
  #written = 0;
  readonly #dictionary = new DictionaryWriter();
  readonly #term = new ByteWriter(BLOCK_BYTES);

  constructor(private readonly give: WriteBlock, private readonly pace: Pace) {}

  /**
   * @param least A term that only bodies have, with fewer postings, is left out.
   * @returns What is to be waited for, if anything.
   */
  write(term: TermUnits, places: readonly Postings[], least: number): Promise<void> | undefined {
    this.#term.clear();
    const { count, isOfBodies } = mergePostings(places, this.#term);
    if (count > 0 && !(isOfBodies && count < least)) {
      this.#pending.raw(this.#term.view());
      this.#dictionary.write(term, this.#term.length);
    }
    if (this.#pending.length >= BLOCK_BYTES) return this.#giveFull();
    return this.pace(TERM + count * POSTING);
  }

  async finish(rows: readonly SegmentRow[]): Promise<SegmentHead> {
    await this.#giveFull();
    const postingsBytes = this.#written + this.#pending.length;
    if (this.#pending.length > 0) await this.give(this.#pending.view().slice());
    const bytes = writeIndexFile({
      documents: writeRows(rows),
      blocks: this.#dictionary.blocks.view(),
      terms: this.#dictionary.terms.view(),
      postings: new Uint8Array(0),
      capped: false,
    });
    return { bytes, postingsBytes, rows: rows.length };
  }

  async #giveFull(): Promise<void> {
    const full = this.#pending.view();
    let given = 0;
    for (; full.length - given >= BLOCK_BYTES; given += BLOCK_BYTES) {
      await this.give(full.slice(given, given + BLOCK_BYTES));
    }
    this.#written += given;
    this.#pending = new ByteWriter(BLOCK_BYTES * 2);
    this.#pending.raw(full.subarray(given));
  }
}

/** The postings of all places in the order of their documents, of which no two have the same. */
function mergePostings(places: readonly Postings[], out: ByteWriter) {
  const writer = new PostingsWriter(out);
  writer.start();
  const open = places.filter((place) => place.next());
  let count = 0;
  let isOfBodies = true;
  while (open.length > 0) {
    let next = 0;
    for (let at = 1; at < open.length; at++) {
      if ((open[at]?.document ?? 0) < (open[next]?.document ?? 0)) next = at;
    }
    const place = open[next];
    if (place === undefined) break;
    writer.write(place);
    count++;
    if (place.positions.length > 0 || place.detail > BODY_STEP) isOfBodies = false;
    if (!place.next()) open.splice(next, 1);
  }
  return { count, isOfBodies };
}
