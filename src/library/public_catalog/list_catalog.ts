import type { Failure } from "../../../contracts/errors.ts";
import type {
  CatalogCard,
  CatalogPage,
  DiscoverQuestion,
  SearchQuestion,
} from "../../../contracts/library/public_catalog.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { type Result, success } from "../../../contracts/result.ts";
import type { createReadEdition, ReadEdition } from "../editions/read_edition.ts";
import { type OrderKey, skillIn } from "../editions/order_key.ts";
import { accountOf } from "../reading/find_skill.ts";
import { cardsOf, type CatalogCardDeps, isFeaturable } from "./catalog_card.ts";
import { cursorAfter, readCursor } from "./catalog_cursor.ts";
import { type FoundListed, listedNow } from "./listed_skills.ts";

export interface ListCatalogDeps extends CatalogCardDeps {
  readonly readEdition: ReturnType<typeof createReadEdition>;
}

/** Entries that are looked at for one page: where very many left since the edition, it is shorter. */
const MOST_LOOKED_AT = 5000;

/** Fails with `cursor.invalid`. */
export async function discover(
  deps: ListCatalogDeps,
  { sort, owner, limit, cursor }: DiscoverQuestion,
): Promise<Result<CatalogPage, Failure>> {
  const question = ["discover", sort, owner?.toLowerCase() ?? null];
  const after = readCursor(question, cursor);
  if (!after.ok) return after;
  const account = owner === null ? null : await accountOf(deps, owner.toLowerCase());
  if (owner !== null && account === null) return success(NOTHING);
  const id = account?.id ?? null;
  return success(
    await deps.readEdition((edition) =>
      pageOf(deps, question, limit, entriesOf(edition, sort, id, after.value))
    ),
  );
}

/** Fails with `cursor.invalid`. */
export async function search(
  deps: ListCatalogDeps,
  { query, limit, cursor }: SearchQuestion,
): Promise<Result<CatalogPage, Failure>> {
  const question = ["search", query];
  const after = readCursor(question, cursor);
  if (!after.ok) return after;
  return success(
    await deps.readEdition((edition) =>
      pageOf(deps, question, limit, hitsOf(edition, query, after.value, limit))
    ),
  );
}

const NOTHING: CatalogPage = { skills: [], nextCursor: null };

/** A place of a list, and which skill stands there, or in its stead. */
interface Place {
  readonly key: OrderKey;
  readonly skills: readonly SkillId[];
}

async function* entriesOf(
  edition: ReadEdition | null,
  sort: DiscoverQuestion["sort"],
  owner: Parameters<ReadEdition["listed"]>[1],
  after: OrderKey | null,
): AsyncGenerator<Place> {
  if (edition === null) return;
  for await (const key of edition.listed(sort, owner, after)) yield { key, skills: [skillIn(key)] };
}

async function* hitsOf(
  edition: ReadEdition | null,
  query: string,
  after: OrderKey | null,
  limit: number,
): AsyncGenerator<Place> {
  if (edition === null) return;
  // With one more, which says whether there is another page.
  const most = limit + 1;
  for (let from = after;;) {
    const hits = await edition.search(query, from, most);
    for (const { id, rank, copies } of hits) {
      yield { key: rank, skills: [id, ...copies].map((skill) => skill as SkillId) };
    }
    const last = hits.at(-1);
    if (last === undefined || hits.length < most) return;
    from = last.rank;
  }
}

/** The first `limit` places whose skill is listed as its row is now, and no two of equal files where a place has copies. */
async function pageOf(
  deps: ListCatalogDeps,
  question: readonly (string | null)[],
  limit: number,
  places: AsyncGenerator<Place>,
): Promise<CatalogPage> {
  const shown: { readonly key: OrderKey; readonly found: FoundListed }[] = [];
  let looked = 0;
  let last: OrderKey | null = null;
  let isMore = false;
  while (!isMore) {
    const batch = await take(places, limit + 1 - shown.length);
    if (batch.length === 0) break;
    const listed = await listedNow(deps, batch.flatMap(({ skills }) => skills));
    for (const { key, skills } of batch) {
      const found = skills.map((id) => listed.get(id)).find((one) => one !== undefined);
      if (found === undefined) {
        // What is behind the page is the next one's to leave out.
        if (shown.length < limit) last = key;
      } else if (shown.length < limit) {
        shown.push({ key, found });
        last = key;
      } else isMore = true;
    }
    looked += batch.length;
    if (looked >= MOST_LOOKED_AT) isMore = true;
  }
  return {
    skills: await cardsOf(deps, shown.map(({ found }) => found)),
    nextCursor: isMore && last !== null ? cursorAfter(question, last) : null,
  };
}

async function take(places: AsyncGenerator<Place>, count: number): Promise<readonly Place[]> {
  const taken: Place[] = [];
  while (taken.length < count) {
    const { done, value } = await places.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** The featured ones that are listed, in the order in which they were featured. */
export async function featured(
  deps: ListCatalogDeps & { readonly editions: { featured(): Promise<readonly SkillId[]> } },
  most: number,
): Promise<readonly CatalogCard[]> {
  const ids = await deps.editions.featured();
  const listed = await listedNow(deps, ids);
  const found = ids.flatMap((id) => listed.get(id) ?? []).filter(isFeaturable);
  return await cardsOf(deps, found.slice(0, most));
}
