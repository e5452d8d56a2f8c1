import type { DocumentRange } from "./_corpus.ts";
import type { DocumentTable } from "./_document_table.ts";
import type { Query } from "./_query_words.ts";
import type { Ranker } from "./_ranker.ts";

/** A group at the position of its best member. Members are document numbers. */
export interface RankedGroup {
  readonly score: number;
  readonly best: number;
  /** Index into `FIELDS`, of the best member. */
  readonly field: number;
  /** Whether the leader itself matched. */
  readonly matched: boolean;
  /** The matching members but the leader, best first. */
  readonly members: readonly number[];
}

interface Member {
  readonly document: number;
  readonly score: number;
}

/** The matches of a query folded under the skills that own them, in no order that means anything. */
export function rankGroups(
  documents: DocumentTable,
  ranker: Ranker,
  query: Query,
  range: DocumentRange,
): readonly RankedGroup[] {
  const groups = new Map<number, { best: Member; field: number; matched: boolean; members: Member[] }>();
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
  return Array.from(groups.values(), ({ best, field, matched, members }) => ({
    score: best.score,
    best: best.document,
    field,
    matched,
    members: members.sort(byScore).map(({ document }) => document),
  }));
}

/** Best first; equal ones in path order. */
function byScore(a: Member, b: Member): number {
  return b.score - a.score || a.document - b.document;
}
