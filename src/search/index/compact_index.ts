import { ByteReader } from "./_byte_reader.ts";
import { type IndexSections, readIndexFile } from "./_index_file.ts";
import { NearTerms } from "./_near_terms.ts";
import { DocumentTable } from "./document_table.ts";
import { PostingsCursor } from "./postings.ts";
import { TermDictionary } from "./term_dictionary.ts";

/** An index as it lies in its bytes: only the document table and the points of entry are decoded. */
export class CompactIndex {
  readonly documents: DocumentTable;
  readonly terms: TermDictionary;
  readonly near: NearTerms;
  readonly #postings: Uint8Array;

  private constructor(readonly size: number, readonly capped: boolean, sections: IndexSections) {
    this.documents = new DocumentTable(new ByteReader(sections.documents));
    this.terms = new TermDictionary(sections.terms, sections.blocks, sections.postings.length);
    this.near = new NearTerms(this.terms);
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

  /** A cursor that reads the postings of one term after another. */
  cursor(): PostingsCursor {
    return new PostingsCursor(this.#postings, this.documents.size);
  }
}
