/** Makes snapshots of commits in the background, with leases, waiting and retries, and takes them out again. */
export {
  type Collected,
  createGarbageCollection,
  type GarbageCollection,
  type GarbageCollectionDeps,
} from "./collect_garbage.ts";
export { createIndexing, type Indexer, type IndexingDeps } from "./create_indexing.ts";
