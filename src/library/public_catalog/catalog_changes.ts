import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type {
  CatalogChange,
  CatalogChangeKind,
  CatalogChanges,
} from "../../../contracts/library/public_catalog.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import { type Change, isListable } from "../../../contracts/library/skills.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";

export interface CatalogChangesDeps {
  readonly skills: Pick<SkillStore, "changes" | "ownSkills" | "skills">;
  readonly accounts: Pick<AccountStore, "account">;
  readonly isAnalysed: boolean;
}

/** Rows of the feed that are read at a time, and looked through for one answer: most may be private. */
const BATCH = 500;
const MOST_ROWS = 10_000;

/** What happened to listed skills behind `after`, in order, at most `most` (docs/design/catalog.md "Changes"). */
export async function catalogChanges(
  deps: CatalogChangesDeps,
  after: number,
  most: number,
): Promise<CatalogChanges> {
  const owners = new Map<AccountId, Account | null>();
  const ownerOf = async (id: AccountId) => {
    const owner = owners.get(id) ?? await deps.accounts.account(id);
    owners.set(id, owner);
    return owner;
  };
  const changes: CatalogChange[] = [];
  let last = after;
  for (let rows = 0; rows < MOST_ROWS; rows += BATCH) {
    const batch = await deps.skills.changes(last, BATCH);
    for (const change of batch) {
      const kind = kindOf(change, deps.isAnalysed);
      // Of an account that is gone nothing is left to tell: it was told when it was suspended.
      const owner = kind === null ? null : await ownerOf(change.account);
      const told = kind === null || owner === null ? null : await toldOf(deps, change, kind, owner);
      if (told !== null) changes.push(told);
      last = change.sequence;
      if (changes.length === most) return { changes, last };
    }
    if (batch.length < BATCH) break;
  }
  return { changes, last };
}

/** Null: it is nobody's business but the owner's. */
async function toldOf(
  deps: CatalogChangesDeps,
  { sequence, skill, name, at }: Change,
  kind: CatalogChangeKind,
  { id, slug, state }: Account,
): Promise<CatalogChange | null> {
  if (kind !== "owner") return { sequence, kind, owner: slug, skill, name, at };
  const isActive = state.kind === "active";
  return await hasListable(deps, id)
    ? { sequence, kind: isActive ? "owner" : "removed", owner: slug, skill: null, name: null, at }
    : null;
}

/** Whether anything of an account is everybody's, as far as its skills decide. */
async function hasListable({ skills }: CatalogChangesDeps, id: AccountId): Promise<boolean> {
  const own = await skills.skills(await skills.ownSkills(id));
  return own.some((skill) => skill !== null && isListable(skill));
}

function kindOf({ kind, listing, isOpen }: Change, isAnalysed: boolean): CatalogChangeKind | null {
  switch (kind) {
    case "account":
      return "owner";
    // Nobody but the owner is told what waits.
    case "held":
    case "draft":
      return null;
  }
  switch (listing) {
    case "outside":
      // That it is gone for good is told of what was in the catalog once, and of nothing else.
      return kind === "deleted" && isOpen ? "removed" : null;
    case "leaves":
      return "removed";
    case "enters":
      return "listed";
    case "ungraded":
      return isAnalysed ? null : "changed";
    case "stays":
      break;
  }
  switch (kind) {
    case "created":
    case "released":
    case "restored":
    case "current":
      return "released";
    case "yanked":
    case "unyanked":
      return "yanked";
    default:
      return "changed";
  }
}
