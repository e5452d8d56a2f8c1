import type { SearchHit } from "../../../contracts/search_index.ts";
import { type DocumentTable, FIELDS } from "../index/mod.ts";
import type { Query } from "../words/mod.ts";
import type { DocumentRange } from "./corpus.ts";
import type { Ranker } from "./ranker.ts";

/** A group at the position of its best member, which stands for it. */
interface RankedGroup {
  readonly best: number;
  readonly hit: SearchHit;
}

interface RankedGroups {
  readonly groups: readonly RankedGroup[];
  /** How many groups match. */
  readonly total: number;
}

interface Match {
  readonly document: number;
  readonly score: number;
  readonly field: number;
}

/**
 * The matches of a query folded under the skills that own them: the best `most`, in order. A frequent word has
 * thousands of matches of which one page is wanted, so that all but those are compared and nothing else.
 */
export function rankGroups<Span>(
  documents: DocumentTable,
  ranker: Ranker<Span>,
  query: Query,
  range: DocumentRange,
  most: number,
): RankedGroups {
  const { groups } = documents;
  const matches: Match[] = [];
  const best = new Map<number, Match>();
  ranker.rank(query, range, (document, score, field) => {
    const match = { document, score, field };
    matches.push(match);
    const group = groups[document] ?? 0;
    const before = best.get(group);
    if (before === undefined || byScore(match, before) < 0) best.set(group, match);
  });
  const chosen = firstOf([...best.values()], most);
  const members = new Map<number, Match[]>(chosen.map(({ document }) => [groups[document] ?? 0, []]));
  for (const match of matches) members.get(groups[match.document] ?? 0)?.push(match);
  return {
    total: best.size,
    groups: chosen.map((match) => ({
      best: match.document,
      hit: toHit(documents, ranker, match, members.get(groups[match.document] ?? 0) ?? []),
    })),
  };
}

/** From here on, sorting all is less work than finding the place of each among the first. */
const WORTH_SORTING = 1 / 8;

/** The first `most` by score, in order. */
function firstOf(matches: readonly Match[], most: number): readonly Match[] {
  if (most > matches.length * WORTH_SORTING) return matches.toSorted(byScore).slice(0, most);
  const first: Match[] = [];
  for (const match of matches) {
    const last = first[most - 1];
    if (last !== undefined && byScore(match, last) > 0) continue;
    let at = first.length;
    while (at > 0 && byScore(match, first[at - 1] ?? match) < 0) at--;
    first.splice(at, 0, match);
    if (first.length > most) first.pop();
  }
  return first;
}

function toHit<Span>(
  documents: DocumentTable,
  { corpus: { leads } }: Ranker<Span>,
  { document, score, field }: Match,
  matches: readonly Match[],
): SearchHit {
  const members = matches.filter((match) => leads[match.document] !== 1);
  return {
    path: documents.group(document),
    score,
    members: members.sort(byScore).map((match) => documents.path(match.document)),
    matched: members.length < matches.length,
    field: FIELDS[field] ?? "body",
    best: documents.path(document),
  };
}

/** Best first; equal ones in path order. */
function byScore(a: Match, b: Match): number {
  return b.score - a.score || a.document - b.document;
}
