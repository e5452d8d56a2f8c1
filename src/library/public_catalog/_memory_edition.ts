import type { CatalogSort } from "../../../contracts/library/public_catalog.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import type { SearchEntry, SearchIndex, SearchReader } from "../../../contracts/search_index.ts";
import { documentOf } from "../reading/find_skill.ts";
import { parseRepoPath } from "../../format/mod.ts";
import { asEverybodyHasIt, listedNow } from "./listed_skills.ts";
import { statsOf } from "../stats/stats_of.ts";
import { cardOf, type CatalogCardDeps } from "./catalog_card.ts";
import type { CatalogCard } from "../../../contracts/library/public_catalog.ts";
import type { OrderKey } from "./catalog_cursor.ts";

export interface MemoryEdition {
  /** Feed and counters as of which it was made. */
  readonly cards: readonly CatalogCard[];
  readonly reader: SearchReader | null;
  readonly byPath: ReadonlyMap<string, CatalogCard>;
}

const BATCH = 500;

export async function makeEdition(
  deps: CatalogCardDeps & { readonly search: SearchIndex },
): Promise<MemoryEdition> {
  const cards: CatalogCard[] = [];
  const entries: SearchEntry[] = [];
  const byPath = new Map<string, CatalogCard>();
  let after: SkillId | null = null;
  while (true) {
    const rows = await deps.skills.every(after, BATCH);
    for (const found of (await listedNow(deps, rows.map(({ id }) => id))).values()) {
      const held = asEverybodyHasIt(found);
      const version = found.skill.open;
      const document = await documentOf(deps, { held, version, row: null });
      if (!document.ok) continue;
      const card = cardOf(found, version, document.value.license, await statsOf(deps, held.skill.id));
      cards.push(card);
      const path = parseRepoPath(`${card.owner}/${card.name}/SKILL.md`);
      if (!path.ok) continue;
      byPath.set(path.value, card);
      const headings = document.value.searchable.find(({ path }) => path === "SKILL.md")?.headings ?? [];
      entries.push({
        path: path.value,
        group: path.value,
        fingerprint: version.digest,
        fields: () =>
          Promise.resolve({
            name: card.name,
            description: card.description,
            headings,
            body: "",
            language: null,
          }),
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.id;
  }
  entries.sort((one, other) => one.path < other.path ? -1 : 1);
  const reader = await deps.search.open(await deps.search.build(entries, null));
  return { cards, reader, byPath };
}

export function keyOf(sort: CatalogSort, { stats, publishedAt, name, owner, skill }: CatalogCard): OrderKey {
  switch (sort) {
    case "installs":
      return [-stats.installs, publishedAt, skill];
    case "newest":
      return [-publishedAt, skill];
    case "name":
      return [name, owner];
  }
}

export function compareKeys(one: OrderKey, other: OrderKey): number {
  for (const [at, part] of one.entries()) {
    const against = other[at];
    if (against === undefined || part === against) continue;
    return part < against ? -1 : 1;
  }
  return 0;
}
