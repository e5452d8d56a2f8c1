import type { ContentId } from "../../../contracts/domain.ts";
import { CONTENT_ID, STORED_LOCATION, STORED_PACK } from "../../../contracts/records.ts";
import type { ContentRoot, ContentStore } from "../../../contracts/snapshots.ts";
import { type PackRow, removePacks } from "../contents/remove_packs.ts";
import { locationsKey, packKey, packsKey, publicationsKey, rootKey } from "../keys.ts";
import { commit, type KvDeps } from "../kv.ts";
import type { PartStore } from "../parts/part_store.ts";
import { createIdFilter, type IdFilter } from "./_id_filter.ts";

export interface SweepDeps extends KvDeps {
  readonly parts: PartStore;
  readonly contents: Pick<ContentStore, "read" | "write">;
}

/** A root where more and more is published meanwhile is left for the next time. */
const MOST_ROUNDS = 12;

const BATCH = { batchSize: 1000 };

/** With the check on what was published, within what one operation may check. */
const PACKS_AT_ONCE = 8;

/** Each has a check of its own and one on its pack. */
const LOCATIONS_AT_ONCE = 5;

/** Packs that are closed up in one go: a few megabytes in memory. */
const REWRITTEN_AT_ONCE = 32;

/** A pack and how much of it is needed. */
interface Usage {
  readonly row: PackRow;
  bytes: number;
  contents: number;
}

/**
 * Adds the contents that something of the root refers to, whose names are kept in `marked` so that each is looked into once.
 * False: something cannot be read here, such as what a newer program wrote, so that nobody knows what it needs.
 */
export type Mark = (needed: IdFilter, marked: Set<string>) => Promise<boolean>;

/**
 * Takes out the packs that nothing of the root needs anything of. What is still needed of a pack that is less than
 * half needed is written into a new one first, so that the space comes back although packs are shared:
 * what a root takes is at most about twice what is needed of it.
 *
 * What is published while this looks at the rest makes every removal fail that was decided without it, and what was begun
 * before a removal is not published without another look (`../snapshots/snapshot_store.ts`, `../library/name_changes.ts`):
 * neither side waits for the other, and no clock decides.
 */
export async function sweepContents(
  deps: SweepDeps,
  of: ContentRoot,
  mark: Mark,
  before: number,
): Promise<void> {
  const { kv, newId, log } = deps;
  const root = rootKey(of);
  const needed = createIdFilter(newId());
  const marked = new Set<string>();
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const published = await kv.get(publicationsKey(root));
    if (!await mark(needed, marked)) {
      return log("warn", "collect.unread", { of: of.kind === "repository" ? of.host : "account" });
    }
    const packs = await usage(deps, root, needed);
    const old = [...packs].filter(([, { row }]) => row.value.storedAt < before);
    const unused = old.filter(([, { contents }]) => contents === 0).map(([, { row }]) => row);
    const thin = old.filter(([, { row, bytes, contents }]) => contents > 0 && bytes < row.value.bytes / 2);
    if (unused.length === 0 && thin.length === 0) return;
    for (let start = 0; start < unused.length; start += PACKS_AT_ONCE) {
      const some = unused.slice(start, start + PACKS_AT_ONCE);
      if (!await removePacks(deps, root, some, (operation) => void operation.check(published))) break;
    }
    const moved = await rewrite(deps, of, needed, new Map(thin.slice(0, REWRITTEN_AT_ONCE)));
    // What is broken cannot be written anew; whoever reads it has it made again.
    if (unused.length === 0 && moved === 0) return;
  }
}

/** Every pack and how much of it is needed; what says that it is in a pack and is not is dropped. */
async function usage(deps: SweepDeps, root: Deno.KvKey, needed: IdFilter): Promise<Map<string, Usage>> {
  const { kv } = deps;
  const packs = new Map<string, Usage>();
  // Packs before locations: a content that moves into a pack later writes that pack's row as well.
  for await (const { key, value, versionstamp } of kv.list({ prefix: packsKey(root) }, BATCH)) {
    const pack = STORED_PACK.safeParse(value).data;
    if (pack === undefined) continue;
    packs.set(String(key.at(-1)), { row: { key, versionstamp, value: pack }, bytes: 0, contents: 0 });
  }
  let strays: Deno.KvEntry<unknown>[] = [];
  for await (const entry of kv.list({ prefix: locationsKey(root) }, BATCH)) {
    const location = STORED_LOCATION.safeParse(entry.value).data;
    const pack = location && packs.get(location.pack);
    if (pack === undefined) {
      strays.push(entry);
      if (strays.length === LOCATIONS_AT_ONCE) strays = await drop(deps, root, strays);
    } else if (location !== undefined && needed.has(String(entry.key.at(-1)))) {
      pack.bytes += location.length;
      pack.contents++;
    }
  }
  await drop(deps, root, strays);
  return packs;
}

/** Drops locations, unless one of them or its pack was written meanwhile: then they are left for the next time. */
async function drop(
  deps: SweepDeps,
  root: Deno.KvKey,
  strays: readonly Deno.KvEntry<unknown>[],
): Promise<[]> {
  const { kv } = deps;
  if (strays.length === 0) return [];
  await commit(deps, () => {
    const operation = kv.atomic();
    for (const row of strays) {
      operation.check(row).delete(row.key);
      const pack = STORED_LOCATION.safeParse(row.value).data?.pack;
      if (pack !== undefined) operation.check({ key: packKey(root, pack), versionstamp: null });
    }
    return operation;
  });
  return [];
}

/** Writes what is needed of the packs anew; it is then read from there, and the next round finds them unused. */
async function rewrite(
  { kv, parts, contents }: SweepDeps,
  of: ContentRoot,
  needed: IdFilter,
  packs: ReadonlyMap<string, Usage>,
): Promise<number> {
  if (packs.size === 0) return 0;
  const root = rootKey(of);
  const bytes = new Map<string, Uint8Array>();
  for (const [pack, { row }] of packs) {
    const whole = await parts.read(root, row.value);
    if (whole !== null && row.value.sha256 === pack) bytes.set(pack, whole);
  }
  const moving: { id: ContentId; bytes: Uint8Array }[] = [];
  for await (const { key, value } of kv.list({ prefix: locationsKey(root) }, BATCH)) {
    const id = CONTENT_ID.safeParse(key.at(-1)).data;
    const location = STORED_LOCATION.safeParse(value).data;
    const whole = location && bytes.get(location.pack);
    if (id === undefined || location === undefined || whole === undefined || !needed.has(id)) continue;
    moving.push({ id, bytes: whole.subarray(location.offset, location.offset + location.length) });
  }
  await contents.write(of, moving);
  return moving.length;
}
