/** The Deno KV adapter behind the store ports: keys, chunks and codecs are known here alone. */
export { openStore, type Store, type StoreDeps } from "./open_store.ts";
export { createStoreFile } from "./store_file.ts";
