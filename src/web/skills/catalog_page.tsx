import {
  CATALOG_SORTS,
  type CatalogCard,
  type CatalogSort,
} from "../../../contracts/library/public_catalog.ts";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { Cards } from "./_cards.tsx";

export interface CatalogQuestion {
  /** Empty: nothing is looked for. */
  readonly query: string;
  readonly sort: CatalogSort;
}

export interface CatalogShown extends CatalogQuestion {
  readonly featured: readonly CatalogCard[];
  readonly cards: readonly CatalogCard[];
  readonly nextCursor: string | null;
}

const SORTS: Readonly<Record<CatalogSort, string>> = {
  installs: "Most installed",
  newest: "Newest",
  name: "By name",
};

/** `/skills`: what everybody may find, to look around in and to search. */
export function catalogPage(
  frame: Frame,
  { query, sort, featured, cards, nextCursor }: CatalogShown,
): string {
  const isFirst = featured.length > 0;
  return renderPage({
    ...frame,
    title: query === "" ? "Skills" : `Skills for ${query}`,
    description: "Agent skills that accounts publish to everybody",
    canonical: "/skills",
    index: query === "" && isFirst,
    children: (
      <div class="sheet">
        <h1>Skills</h1>
        <form method="get" action="/skills" role="search" class="find">
          <p class="form-field">
            <label for="q">Look for skills</label>
            <input
              id="q"
              name="q"
              type="search"
              value={query}
              maxlength={500}
              placeholder="What the skill should do"
            />
          </p>
          <button type="submit">Search</button>
        </form>
        {query !== "" && (
          <section aria-labelledby="found">
            <h2 id="found">Found</h2>
            {cards.length === 0 ? <p>Nothing fits. Try fewer or other words.</p> : <Cards cards={cards} />}
            <More nextCursor={nextCursor} query={query} sort={sort} />
          </section>
        )}
        {query === "" && isFirst && (
          <section aria-labelledby="featured">
            <h2 id="featured">Featured</h2>
            <Cards cards={featured} />
          </section>
        )}
        {query === "" && (
          <section aria-labelledby="all">
            <h2 id="all">All skills</h2>
            <p class="buttons">
              {CATALOG_SORTS.map((one) => (
                <a
                  class="button button-quiet"
                  href={`/skills?sort=${one}`}
                  aria-current={one === sort ? "true" : undefined}
                >
                  {SORTS[one]}
                </a>
              ))}
            </p>
            {cards.length === 0
              ? (
                <p>
                  Nobody publishes to everybody yet. <a href="/docs/library">How to publish</a>
                </p>
              )
              : <Cards cards={cards} />}
            <More nextCursor={nextCursor} query={query} sort={sort} />
          </section>
        )}
      </div>
    ),
  });
}

function More({ nextCursor, query, sort }: CatalogQuestion & { readonly nextCursor: string | null }) {
  if (nextCursor === null) return null;
  const asked = new URLSearchParams({ ...(query === "" ? { sort } : { q: query }), cursor: nextCursor });
  return (
    <p>
      <a class="button button-quiet" href={`/skills?${asked}`} rel="next">More</a>
    </p>
  );
}
