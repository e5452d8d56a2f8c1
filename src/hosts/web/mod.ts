export { createDocumentFetcher, type DocumentFetcherDeps } from "./create_document_fetcher.ts";
export { isPublicAddress } from "./is_public_address.ts";
