/** As long as a client is told to wait before it asks an unfinished index again. Milliseconds. */
export const INDEXING_TTL_MS = 5000;
