import { z } from "zod";
import { STORED_SNAPSHOT } from "../../../contracts/records.ts";
import type { Kv } from "../kv.ts";
import { locationsKey, orphansKey, packsKey, rowsKey } from "../keys.ts";

const BATCH = { batchSize: 1000 };

/** What a small row takes with its key, about. */
const ROW_BYTES = 250;

const SIZED = z.object({ storedBytes: z.number() });

/** The bytes that are stored below a root: what its manifests say, and its rows at a flat rate. */
export async function measureRoot(kv: Kv, root: Deno.KvKey): Promise<number> {
  let bytes = 0;
  for (const prefix of [packsKey(root), rowsKey(root, "t"), orphansKey(root), locationsKey(root)]) {
    for await (const { value } of kv.list({ prefix }, BATCH)) {
      bytes += ROW_BYTES + (SIZED.safeParse(value).data?.storedBytes ?? 0);
    }
  }
  for await (const { value } of kv.list({ prefix: rowsKey(root, "s") }, BATCH)) {
    const record = STORED_SNAPSHOT.safeParse(value).data?.record;
    const parts = record?.state === "ready" ? Object.values(record.parts) : [];
    bytes += 4 * ROW_BYTES + parts.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  }
  return bytes;
}
