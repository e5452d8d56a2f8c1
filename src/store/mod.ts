/** The Deno KV adapter behind the store ports: keys, chunks and codecs are known here alone. */
export { type GuardedKv, guardKv, type GuardKvOptions } from "./guard_kv.ts";
export { openStore, type Store, type StoreDeps } from "./open_store.ts";
export { createStoreFile } from "./store_file.ts";
