import { ByteReader } from "./byte_reader.ts";
import { type IndexedDocument, readDocuments } from "./document_table.ts";
import { type IndexSections, readIndexFile } from "./index_file.ts";
import { PostingsCursor } from "./postings.ts";
import { TermDictionary, type TermSpan } from "./term_dictionary.ts";

/** An index as it lies in its bytes: only the document table and the points of entry are decoded. */
export class CompactIndex {
  readonly documents: readonly IndexedDocument[];
  readonly terms: TermDictionary;
  readonly #postings: Uint8Array;

  private constructor(readonly size: number, readonly capped: boolean, sections: IndexSections) {
    this.documents = readDocuments(new ByteReader(sections.documents));
    this.terms = new TermDictionary(sections.terms, sections.blocks, sections.postings.length);
    this.#postings = sections.postings;
  }

  /** Null when the bytes are not an index of this version or are broken. */
  static open(bytes: Uint8Array): CompactIndex | null {
    const sections = readIndexFile(bytes);
    if (sections === null) return null;
    try {
      return new CompactIndex(bytes.length, sections.capped, sections);
    } catch (error) {
      // Bytes with a true checksum that do not decode were written by other code under the same version.
      if (error instanceof RangeError || error instanceof TypeError) return null;
      throw error;
    }
  }

  postings({ start, end }: TermSpan): PostingsCursor {
    return new PostingsCursor(this.#postings.subarray(start, end), this.documents.length);
  }
}
