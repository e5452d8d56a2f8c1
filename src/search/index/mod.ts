/** The compact index: how documents and the postings of their terms lie in bytes, are written and are read. */
export { ByteReader } from "./_byte_reader.ts";
export { ByteWriter } from "./_byte_writer.ts";
export { CompactIndex } from "./compact_index.ts";
export { DictionaryWriter } from "./_dictionary_writer.ts";
export { DIGEST_BYTES, type DocumentTable, type IndexedDocument } from "./document_table.ts";
export { BODY, DESCRIPTION, FIELDS, HEADING, NAME, PATH } from "./fields.ts";
export { readIndexFile, writeIndexFile } from "./_index_file.ts";
export { mergeIndex } from "./merge_index.ts";
export { nameTerm, wholeNameTerm } from "./name_terms.ts";
export { NearTerms } from "./_near_terms.ts";
export {
  BODY_COUNTS,
  BODY_STEP,
  IN_HEADING,
  IN_PATH,
  type Postings,
  PostingsCursor,
  PostingsWriter,
} from "./postings.ts";
export { PostingsBuilder } from "./postings_builder.ts";
export { sortTerms } from "./_sort_terms.ts";
export { TermDictionary, type TermSpan } from "./term_dictionary.ts";
export type { TermScanner, TermUnits } from "./term_scanner.ts";
export { TermText } from "./term_text.ts";
