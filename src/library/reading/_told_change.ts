import type { LibraryChange, LibraryChangeKind } from "../../../contracts/library/library_changes.ts";
import type { Change } from "../../../contracts/library/skills.ts";

export type ToldChange = Pick<LibraryChange, "kind" | "version" | "from" | "to">;

/** What its owner is told of a change of a skill; null: nothing. */
export function ownChange(change: Change): ToldChange | null {
  const kind = kindOf(change);
  if (kind === null) return null;
  const { about = null, own: { from, to } = { from: null, to: null } } = change.detail ?? {};
  return { kind, version: about?.label ?? null, from, to };
}

/** What others are told who have the skill, of what they can see of it; null: nothing. */
export function othersChange(change: Change): ToldChange | null {
  const kind = kindOf(change);
  if (kind === null || kind === "held") return null;
  if (kind === "flagged" || kind === "deleted") return { kind: "gone", version: null, from: null, to: null };
  const { about = null, others: { from, to } = { from: null, to: null } } = change.detail ?? {};
  const version = about?.isOpen ? about.label : null;
  const isAboutVersion = kind === "published" || kind === "current" || kind === "yanked" ||
    kind === "unyanked" || kind === "removed";
  // A version that its owner alone has moves nothing for others.
  const isSeen = isAboutVersion ? from !== to || version !== null : change.isOpen;
  return isSeen ? { kind, version, from, to } : null;
}

function kindOf({ kind, detail }: Change): LibraryChangeKind | null {
  switch (kind) {
    case "created":
    case "released":
    case "restored":
      return "published";
    case "visibility":
      return detail?.visibility ?? null;
    case "draft":
    case "account":
      return null;
    case "current":
    case "held":
    case "yanked":
    case "unyanked":
    case "archived":
    case "unarchived":
    case "deleted":
    case "flagged":
    case "unflagged":
    case "removed":
    case "transferred":
      return kind;
  }
}
