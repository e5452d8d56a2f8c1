/** Makes snapshots of commits in the background: leases, waiting, retries. */
export { createIndexing, type Indexer, type IndexingDeps } from "./create_indexing.ts";
