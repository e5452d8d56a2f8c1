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

interface Member {
  readonly document: number;
  readonly score: number;
}

interface Group {
  best: Member;
  field: number;
  matched: boolean;
  readonly members: Member[];
}

/** The matches of a query folded under the skills that own them, in no order that means anything. */
export function rankGroups(
  documents: DocumentTable,
  ranker: Ranker,
  query: Query,
  range: DocumentRange,
): readonly RankedGroup[] {
  const groups = new Map<number, Group>();
  ranker.rank(query, range, (document, score, field) => {
    const member = { document, score };
    const number = documents.groups[document] ?? 0;
    let group = groups.get(number);
    if (group === undefined) {
      group = { best: member, field, matched: false, members: [] };
      groups.set(number, group);
    } else if (byScore(member, group.best) < 0) {
      group.best = member;
      group.field = field;
    }
    if (ranker.corpus.leads[document] === 1) group.matched = true;
    else group.members.push(member);
  });
  return Array.from(
    groups.values(),
    (group) => ({ best: group.best.document, hit: toHit(documents, group) }),
  );
}

function toHit(documents: DocumentTable, { best, field, matched, members }: Group): SearchHit {
  return {
    path: documents.group(best.document),
    score: best.score,
    members: members.sort(byScore).map(({ document }) => documents.path(document)),
    matched,
    field: FIELDS[field] ?? "body",
    best: documents.path(best.document),
  };
}

/** Best first; equal ones in path order. */
function byScore(a: Member, b: Member): number {
  return b.score - a.score || a.document - b.document;
}
