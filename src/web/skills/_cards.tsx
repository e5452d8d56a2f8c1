import type { CatalogCard } from "../../../contracts/library/public_catalog.ts";
import { Icon } from "../kit/icon.tsx";
import { counted, Text } from "../kit/text.tsx";
import { ownerPath, skillPath } from "./skill_links.ts";

/** Listed skills, one a row. */
export function Cards({ cards }: { readonly cards: readonly CatalogCard[] }) {
  return (
    <ul role="list" class="rows">
      {cards.map((card) => (
        <li class="row row-block">
          <p>
            <a href={skillPath(card.owner, card.name)}>
              <strong>{card.name}</strong>
            </a>{" "}
            <span class="fine">
              by <a href={ownerPath(card.owner)}>{card.owner}</a>
            </span>
            {card.verified && <Verified />}
          </p>
          <p class="row-description">
            <Text of={card.description} />
          </p>
          <p class="fine">{factsOf(card)}</p>
        </li>
      ))}
    </ul>
  );
}

export function Verified() {
  return (
    <span class="tag tag-good">
      <Icon name="check" /> Verified
    </span>
  );
}

/** In a line: version, licence, grade, and what people make of it. */
function factsOf({ version, license, grade, stats, isDescribedOnly }: CatalogCard): string {
  return [
    version,
    license ?? "no licence",
    ...(grade === null ? [] : [`grade ${grade}`]),
    ...(stats.installs > 0 ? [counted(stats.installs, "install")] : []),
    ...(stats.rating === null ? [] : [`${stats.rating} of 5`]),
    ...(isDescribedOnly ? ["described only: its licence keeps the content with its owner"] : []),
  ].join(" · ");
}
