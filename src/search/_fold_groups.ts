import type { RepoPath } from "../../contracts/addresses.ts";
import type { IndexedDocument } from "./_document_table.ts";
import type { RankedDocument } from "./_ranker.ts";

/** A group at the position of its best member. Members are document numbers. */
export interface RankedGroup {
  readonly group: RepoPath;
  readonly score: number;
  readonly best: number;
  /** Index into `FIELDS`, of the best member. */
  readonly field: number;
  /** Whether the leader itself matched. */
  readonly matched: boolean;
  /** The matching members but the leader, best first. */
  readonly members: readonly number[];
}

/** Folds documents, best first, under the skills that own them. */
export function foldGroups(
  documents: readonly IndexedDocument[],
  ranked: readonly RankedDocument[],
): readonly RankedGroup[] {
  const groups = new Map<RepoPath, RankedGroup & { matched: boolean; members: number[] }>();
  for (const { document, score, field } of ranked) {
    const owner = documents[document];
    if (owner === undefined) continue;
    let known = groups.get(owner.group);
    if (known === undefined) {
      known = { group: owner.group, score, best: document, field, matched: false, members: [] };
      groups.set(owner.group, known);
    }
    if (owner.path === owner.group) known.matched = true;
    else known.members.push(document);
  }
  return [...groups.values()];
}
