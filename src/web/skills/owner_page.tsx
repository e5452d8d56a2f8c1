import type { CatalogCard } from "../../../contracts/library/public_catalog.ts";
import { Client, Copyable } from "../kit/client_steps.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { Cards, Verified } from "./_cards.tsx";
import { ownerPath } from "./skill_links.ts";

export interface OwnerShown {
  readonly owner: string;
  readonly cards: readonly CatalogCard[];
  readonly nextCursor: string | null;
}

/** `/skills/<owner>`: what an account publishes to everybody, and how all of it is installed. */
export function ownerPage(frame: Frame, { owner, cards, nextCursor }: OwnerShown): string {
  const path = ownerPath(owner);
  return renderPage({
    ...frame,
    title: `Skills by ${owner}`,
    description: `Agent skills that ${owner} publishes`,
    canonical: path,
    index: false,
    children: (
      <div class="columns">
        <div class="column-main sheet">
          <h1>
            {owner} {cards[0]?.verified === true && <Verified />}
          </h1>
          <Cards cards={cards} />
          {nextCursor !== null && (
            <p>
              <a
                class="button button-quiet"
                href={`${path}?${new URLSearchParams({ cursor: nextCursor })}`}
                rel="next"
              >
                More
              </a>
            </p>
          )}
        </div>
        <div class="column-side">
          {frame.origin !== null && (
            <section class="connect" aria-labelledby="install">
              <h2 id="install">Install</h2>
              <p>All of them into an agent of this machine:</p>
              <Copyable text={`npx skills add ${shellQuoted(frame.origin + path)}`} label="the command" />
              <Client name="Claude Code">
                <p>As a marketplace, each skill a plugin:</p>
                <Copyable
                  text={`/plugin marketplace add ${frame.origin}${path}/marketplace.json`}
                  label="the command for Claude Code"
                />
              </Client>
            </section>
          )}
        </div>
      </div>
    ),
  });
}
