import { FEED_HEAD } from "../../../contracts/library/skill_records.ts";
import type { LibraryStamps } from "../../../contracts/library/skill_store.ts";

type Read = Deno.KvEntryMaybe<unknown> | undefined;

/** By the row above what an account added, and the head of the change feed. */
export function stampsIn(items: Read, head: Read): LibraryStamps {
  return {
    items: items?.versionstamp ?? null,
    feed: FEED_HEAD.safeParse(head?.value).data?.sequence ?? 0,
  };
}
