/** The compact index: how documents and the postings of their terms lie in bytes, are written and are read. */
export { CompactIndex } from "./compact_index.ts";
export { DIGEST_BYTES, type DocumentTable, type IndexedDocument } from "./document_table.ts";
export { BODY, DESCRIPTION, FIELDS, HEADING, NAME, PATH } from "./fields.ts";
export { mergeIndex } from "./merge_index.ts";
export { nameTerm, wholeNameTerm } from "./name_terms.ts";
export { BODY_COUNTS, BODY_STEP, IN_HEADING, IN_PATH, type PostingsCursor } from "./postings.ts";
export { PostingsBuilder } from "./postings_builder.ts";
export type { TermSpan } from "./term_dictionary.ts";
export type { TermScanner } from "./term_scanner.ts";
