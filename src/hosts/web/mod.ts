export { createDocumentFetcher, type DocumentFetcherDeps } from "./create_document_fetcher.ts";
